import { parseShape, type ShapeEntry } from '../expressions/parse.ts';
import type { Outcome, Scope } from '../expressions/scope.ts';
import type { StaticType } from '../expressions/static.ts';
import { formatInstant } from '../fields/calendar.ts';
import { currencyScale } from '../fields/currency.ts';
import { fromUnits } from '../fields/decimals.ts';
import { isDuration } from '../fields/duration.ts';
import type { Json } from '../fields/json.ts';
import { isMoney } from '../fields/money.ts';
import type { Call } from '../model/model.ts';
import { type Compiled, compiledOf, type Place } from './compiled.ts';
import { isRow } from './row.ts';

/** The body of a call to the outside over a record: names with values, or with such names again. */
export type Body = readonly BodyEntry[];

export interface BodyEntry {
  readonly key: string;
  readonly value: Compiled | Body;
}

/** Null: the call has no body. Undefined: it has one that can't be worked out, so that the call can't be made. */
export function prepareBody({ sendsShape }: Call, place: Place): Body | null | undefined {
  if (sendsShape === null) return null;
  const { entries } = parseShape(sendsShape.text);
  return entries === null ? undefined : bodyOf(entries, place);
}

function bodyOf(entries: readonly ShapeEntry[], place: Place): Body | undefined {
  const found = entries.map(({ key, value }): BodyEntry | null => {
    const inner = 'op' in value ? compiledOf({ text: '', at: null, tree: value }, null, place) : bodyOf(value, place);
    return inner == null ? null : { key, value: inner };
  });
  return found.some((entry) => entry === null) ? undefined : found.flatMap((entry) => entry ?? []);
}

/** The JSON of a body as the record stands now. What is empty or not known is null in it. */
export function bodyText(body: Body, scope: Scope): string {
  return JSON.stringify(jsonOfBody(body, scope));
}

function jsonOfBody(body: Body, scope: Scope): Json {
  const made: { [key: string]: Json } = Object.create(null);
  for (const { key, value } of body)
    made[key] = 'typed' in value ? jsonOf(value.evaluate(scope), value.typed.type) : jsonOfBody(value, scope);
  return made;
}

/** A value as it goes over the wire: decimals as text with their scale, moments in UTC, records by their id. */
function jsonOf(outcome: Outcome, type: StaticType): Json {
  if (outcome === undefined || outcome === null) return null;
  if (isRow(outcome)) return outcome.id;
  if (Array.isArray(outcome)) {
    const inner = type.t === 'list' ? type.of : type;
    return outcome.map((each) => jsonOf(each as Outcome, inner));
  }
  if (typeof outcome === 'number') {
    if (type.t === 'instant') return formatInstant(outcome);
    return type.t === 'number' && type.scale > 0 ? fromUnits(outcome, type.scale) : outcome;
  }
  if (typeof outcome !== 'object') return outcome;
  if (isMoney(outcome))
    return { amount: fromUnits(outcome.amount, currencyScale(outcome.currency) ?? 2), currency: outcome.currency };
  if (isDuration(outcome)) return { months: outcome.months, days: outcome.days, ms: outcome.ms };
  return 'file' in outcome && typeof outcome.file === 'string' ? outcome.file : null;
}
