import type { Call, Field } from '../../model/types/model.ts';
import { instantText } from '../evaluator/calendar.ts';
import { evaluate } from '../evaluator/evaluate.ts';
import { entityNamed } from '../evaluator/names.ts';
import { fieldsTaken } from '../evaluator/shape.ts';
import type { Row } from '../evaluator/value.ts';
import { storedAs } from '../evaluator/wire.ts';
import type { Fault, Json, Stored } from '../evaluator/world.ts';
import type { Waiting } from './follow-up.ts';
import { isInput, readInput, takeBack } from './input.ts';
import { mayField } from './permissions.ts';
import { type RequestContext, rowOf, scopeOf } from './request-context.ts';
import type { Occasion } from './rules.ts';

/** A record on its way to be written, with what is wrong with it so far. */
export interface Draft {
  readonly entity: string;
  readonly id: string;
  readonly values: Map<string, Json>;
  readonly faults: Fault[];
  /** Names of fields that were sent and make sense. */
  readonly sent: Set<string>;
  /** Names of fields that are to be taken as not known, though nothing is wrong with them. */
  readonly open: Set<string>;
  /** Effects on other records, in order: those of the record before those of its new lines. */
  readonly follow: Waiting[];
  /** Where rules that look elsewhere are to be judged once everything is written. */
  readonly later: Follow[];
}

/** The record before the write, and what was done. */
export interface Follow {
  readonly old: Row | null;
  readonly occasion: Occasion;
}

export function draftOf(stored: Stored, open: Iterable<string> = []): Draft {
  const { entity, id } = stored;
  return {
    entity,
    id,
    values: new Map(stored.values),
    faults: [],
    sent: new Set(),
    open: new Set(open),
    follow: [],
    later: [],
  };
}

/** The draft as expressions see it: what has a fault is not known, but what is just missing is empty. */
export function rowOfDraft(asking: RequestContext, draft: Draft): Row {
  return rowOf(asking.model, draft, unknownOf(draft, new Set()));
}

/** The draft as rules see it: of what is missing where it is required, "required" has spoken already. */
export function rowForRules(asking: RequestContext, draft: Draft): Row {
  return rowOf(
    asking.model,
    draft,
    (path) => draft.open.has(path) || draft.faults.some((fault) => fault.path === path && fault.known !== true),
  );
}

/** What may be sent: what the call lists, else every field that can be sent at all. */
export function sendable(
  asking: RequestContext,
  entity: string,
  callId: string | null,
  operation: 'create' | 'change',
): readonly Field[] {
  const fields = entityNamed(asking.model, entity)?.fields ?? [];
  const sends = fieldsTaken(asking.model, callOf(asking, callId));
  const listed = (field: Field): boolean => (sends === null ? isInput(field) : sends.includes(field.name));
  const typed = fields.filter((field) => listed(field) && field.computed === null && !field.byProduct);
  // The name of a field that one never reads is no more than any other name.
  return operation === 'create'
    ? typed
    : typed.filter((field) => !field.fixed && (field.writeOnly || mayField(asking, 'read', entity, field.name, null)));
}

export function callOf({ model }: RequestContext, id: string | null): Call | null {
  return model.calls.find((call) => call.id === id) ?? null;
}

/** The members of an object that was sent, by any name; null where none was. */
export function membersOf(input: Json): ReadonlyMap<string, Json> | null {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null;
  return new Map(Object.entries(input) as [string, Json][]);
}

/** Writes what was sent; what is no field among `fields` is a fault. */
export function writeInput(
  asking: RequestContext,
  draft: Draft,
  sent: ReadonlyMap<string, Json>,
  fields: readonly Field[],
): void {
  for (const [name, json] of sent) {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) {
      draft.faults.push({ path: name, code: 'NOT_AN_INPUT' });
      continue;
    }
    const read = readInput(asking, field, json, name, draft.values.get(name) ?? null);
    draft.faults.push(...read.faults);
    draft.values.set(name, read.value);
    if (read.faults.length === 0) draft.sent.add(name);
  }
}

/** A required field without a value, unless something else is wrong with it. */
export function requireFields(draft: Draft, fields: readonly Field[]): void {
  for (const field of fields) {
    const value = draft.values.get(field.name) ?? null;
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    const known = draft.faults.some(
      (fault) => (fault.path === field.name && fault.known !== true) || fault.path.startsWith(`${field.name}[`),
    );
    if (field.required && isEmpty && !known) draft.faults.push({ path: field.name, code: 'REQUIRED' });
  }
}

/** Works out the computed fields; one over something unknown is empty. Twice, so that one may stand on another. */
export function compute(asking: RequestContext, draft: Draft): void {
  computeLines(asking, draft);
  const computed = entityNamed(asking.model, draft.entity)?.fields.filter((field) => field.computed !== null) ?? [];
  const uncertain = new Set<string>();
  for (const field of [...computed, ...computed]) {
    const tree = field.computed?.tree ?? null;
    const row = rowOf(asking.model, draft, unknownOf(draft, uncertain));
    const value = tree === null ? undefined : evaluate(tree, scopeOf(asking, row));
    if (value === undefined) uncertain.add(field.name);
    const written = value === undefined ? null : storedAs(field.type, value);
    if (written === 'too large' && !draft.faults.some((fault) => fault.path === field.name)) {
      draft.faults.push({ path: field.name, code: 'NUMBER_TOO_LARGE' });
    }
    draft.values.set(field.name, written === 'too large' ? null : written);
  }
}

/** A line's own computed fields, which know the line alone and what it leads to. */
function computeLines(asking: RequestContext, draft: Draft): void {
  for (const { name, type } of entityNamed(asking.model, draft.entity)?.fields ?? []) {
    const lines = draft.values.get(name) ?? null;
    if (type.kind !== 'list' || !Array.isArray(lines)) continue;
    const computed = entityNamed(asking.model, type.entity)?.fields.filter((field) => field.computed !== null) ?? [];
    if (computed.length === 0) continue;
    const worked = lines.map((line: Json, index) => {
      const inner: Draft = {
        entity: type.entity,
        id: '',
        values: new Map(Object.entries(line ?? {}) as [string, Json][]),
        faults: within(draft.faults, `${name}[${index}].`),
        sent: new Set(),
        open: new Set(),
        follow: [],
        later: [],
      };
      compute(asking, inner);
      return Object.fromEntries(inner.values);
    });
    draft.values.set(name, worked);
  }
}

const within = (faults: readonly Fault[], at: string): Fault[] =>
  faults.flatMap((fault) => (fault.path.startsWith(at) ? [{ ...fault, path: fault.path.slice(at.length) }] : []));

function unknownOf(draft: Draft, uncertain: ReadonlySet<string>): (path: string) => boolean {
  const isMissing = ({ path, code }: Fault): boolean => code === 'REQUIRED' && !path.includes('[');
  const wrong = draft.faults.filter((fault) => !isMissing(fault) && fault.known !== true).map((fault) => fault.path);
  return (path) => wrong.includes(path) || draft.open.has(path) || uncertain.has(path);
}

/** Takes back the defaults of fields that are not asked for; computed ones follow, and may be why. */
export function takeBackDefaults(asking: RequestContext, draft: Draft, sent: ReadonlySet<string>): void {
  const fields = entityNamed(asking.model, draft.entity)?.fields ?? [];
  const given = fields.filter((field) => field.default !== null && !field.byProduct && !sent.has(field.name));
  takeBack(asking, draft.values, given, () => {
    const seen: Draft = { ...draft, values: new Map(draft.values), faults: [...draft.faults] };
    compute(asking, seen);
    return rowOfDraft(asking, seen);
  });
}

/** Puts the value of an expression into a field. */
export function assign(
  asking: RequestContext,
  draft: Draft,
  field: Field,
  value: { readonly tree: Field['default'] },
  old: Row | null,
): void {
  const tree = value.tree?.tree ?? null;
  const outcome = tree === null ? undefined : evaluate(tree, scopeOf(asking, rowOfDraft(asking, draft), old));
  const written = outcome === undefined ? null : storedAs(field.type, outcome);
  if (written === 'too large') draft.faults.push({ path: field.name, code: 'NUMBER_TOO_LARGE' });
  draft.values.set(field.name, written === 'too large' ? null : written);
}

/** Stamps who and when. */
export function stamp(asking: RequestContext, draft: Draft, created: boolean): void {
  const by = asking.person?.id ?? null;
  if (created) {
    draft.values.set('createdAt', instantText(asking.now));
    draft.values.set('createdBy', by);
  }
  draft.values.set('changedAt', instantText(asking.now));
  draft.values.set('changedBy', by);
}
