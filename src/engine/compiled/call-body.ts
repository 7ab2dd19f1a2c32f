import { type BodyShape, bodyShapeOf } from '../../expressions/syntax/body-shape.ts';
import type { Outcome, Scope } from '../../expressions/types/scope.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import { formatInstant } from '../../fields/calendar/calendar.ts';
import { decimalInForm, instantInForm } from '../../fields/registry/value-forms.ts';
import { currencyScale } from '../../fields/text/currency.ts';
import { fromUnits } from '../../fields/text/decimals.ts';
import type { Json } from '../../fields/text/json.ts';
import { isDuration } from '../../fields/types/duration.ts';
import { isRows } from '../../fields/types/list.ts';
import { isMoney } from '../../fields/types/money.ts';
import type { ValueForms } from '../../model/types/call.ts';
import type { Call } from '../../model/types/model.ts';
import { isRow } from '../core/row-values.ts';
import { type Body, type CompileContext, compiledOf, type Path } from './compiled-formula.ts';
import { prefixPaths } from './follow-path.ts';

/**
 * Compiles the body of an outgoing call. Null: the call has no body. Undefined: the body does not compile, so the call
 * can't be made.
 */
export function compileBody({ sendsShape }: Call, place: CompileContext): Body | null | undefined {
  if (sendsShape === null) return null;
  const shape = bodyShapeOf(sendsShape.text, place.entity ?? '', place.schema);
  return shape === null ? undefined : (prepared(shape, place) ?? undefined);
}

function prepared(shape: BodyShape, place: CompileContext): Body | null {
  switch (shape.kind) {
    case 'value': {
      const within = { ...place, entity: shape.entity };
      const value = compiledOf({ text: '', at: null, tree: shape.tree }, null, within);
      return value === null ? null : { kind: 'value', value };
    }
    case 'lines': {
      const each = prepared(shape.each, place);
      return each === null ? null : { kind: 'lines', list: shape.list, each };
    }
    case 'list': {
      const items = shape.items.map((item) => prepared(item, place));
      return items.includes(null) ? null : { kind: 'list', items: items.flatMap((item) => item ?? []) };
    }
    case 'object': {
      const entries = shape.entries.map(({ key, value }) => ({ key, value: prepared(value, place) }));
      const known = entries.flatMap(({ key, value }) => (value === null ? [] : { key, value }));
      return known.length < entries.length ? null : { kind: 'object', entries: known };
    }
  }
}

/** Returns the paths that a body reads from its record. */
export function readsOfBody(body: Body | null): readonly Path[] {
  if (body === null) return [];
  if (body.kind === 'value') return body.value.reads;
  if (body.kind === 'lines') return prefixPaths(body.list, readsOfBody(body.each));
  return (body.kind === 'object' ? body.entries.map(({ value }) => value) : body.items).flatMap(readsOfBody);
}

/** Returns the body as JSON for the record as it is now. Empty and unknown values become null. */
export function bodyText(body: Body, scope: Scope): string {
  return JSON.stringify(jsonOfBody(body, scope));
}

function jsonOfBody(body: Body, scope: Scope): Json {
  if (body.kind === 'value') return jsonOf(body.value.evaluate(scope), body.value.typed.type);
  if (body.kind === 'list') return body.items.map((item) => jsonOfBody(item, scope));
  if (body.kind === 'lines') {
    const lines = scope.row?.values[body.list] ?? null;
    return isRows(lines) ? lines.map((line) => jsonOfBody(body.each, { ...scope, row: line, old: line })) : [];
  }
  const json: { [key: string]: Json } = Object.create(null);
  for (const { key, value } of body.entries) json[key] = jsonOfBody(value, scope);
  return json;
}

/**
 * Converts a value to JSON: decimals as text with their scale and instants in UTC unless a call states other forms,
 * records as ids.
 */
export function jsonOf(outcome: Outcome, type: StaticType, forms?: ValueForms): Json {
  // An object is sent to nobody as a whole.
  if (outcome === undefined || outcome === null || type.t === 'object') return null;
  if (isRow(outcome)) return outcome.id;
  if (Array.isArray(outcome)) {
    const inner = type.t === 'list' ? type.of : type;
    return outcome.map((each) => jsonOf(each as Outcome, inner, forms));
  }
  if (typeof outcome === 'number') {
    if (type.t === 'instant') return instantInForm(formatInstant(outcome), forms);
    return type.t === 'number' && type.scale > 0 ? decimalInForm(fromUnits(outcome, type.scale), forms) : outcome;
  }
  if (type.t === 'text' && type.counted === true && forms !== undefined && /^\d{1,15}$/.test(String(outcome)))
    return Number(outcome);
  if (typeof outcome !== 'object') return outcome;
  if (isMoney(outcome))
    return decimalInForm(
      { amount: fromUnits(outcome.amount, currencyScale(outcome.currency) ?? 2), currency: outcome.currency },
      forms,
    );
  if (isDuration(outcome)) return { months: outcome.months, days: outcome.days, ms: outcome.ms };
  return 'file' in outcome && typeof outcome.file === 'string' ? outcome.file : null;
}
