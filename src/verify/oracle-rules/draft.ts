import type { Call, Field } from '../../model/types/model.ts';
import { instantText } from '../evaluator/calendar.ts';
import { evaluate } from '../evaluator/evaluate.ts';
import { entityNamed } from '../evaluator/names.ts';
import { changedValues } from '../evaluator/several.ts';
import { fieldsOfCall } from '../evaluator/shape.ts';
import type { Row } from '../evaluator/value.ts';
import { storedAs } from '../evaluator/wire.ts';
import type { Fault, Json, Stored } from '../evaluator/world.ts';
import type { PendingEffect } from './follow-up.ts';
import { isInput, readInput, removeHiddenDefaults } from './input.ts';
import { mayField } from './permissions.ts';
import { type RequestContext, rowOf, scopeOf } from './request-context.ts';
import type { Occasion } from './rules.ts';

/** A record that is about to be written, with its faults so far. */
export interface Draft {
  readonly entity: string;
  readonly id: string;
  readonly values: Map<string, Json>;
  readonly faults: Fault[];
  /** Names of fields that were sent with valid values. */
  readonly sent: Set<string>;
  /** Names of those that the path of the request fills. */
  readonly inPath: Set<string>;
  /** Names of fields that count as unknown although they have no fault. */
  readonly open: Set<string>;
  /** Whether a required password must be sent, because a person creates the record. */
  isPasswordDue?: boolean;
  /** Passwords that were sent, by field. Only rules read them, and no record has them. */
  readonly passwords: Map<string, Json>;
  /** Effects on other records, in order: those of the record before those of its new lines. */
  readonly follow: PendingEffect[];
  /** Occasions on which rules over other records are checked once everything is written. */
  readonly later: RecordBefore[];
}

/** The record before the write, and the occasion. */
export interface RecordBefore {
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
    inPath: new Set(),
    open: new Set(open),
    passwords: new Map(),
    follow: [],
    later: [],
  };
}

/** Returns the draft as expressions see it: a value with a fault is unknown, a missing value is empty. */
export function rowOfDraft(context: RequestContext, draft: Draft): Row {
  return rowOf(context.model, draft, unknownOf(draft, new Set()));
}

/** Returns the draft as rules see it: a missing required value is unknown, because it is already a fault. */
export function rowForRules(context: RequestContext, draft: Draft): Row {
  const values = new Map([...draft.values, ...[...draft.passwords].filter(([, value]) => value !== null)]);
  return rowOf(
    context.model,
    { ...draft, values },
    (path) => draft.open.has(path) || draft.faults.some((fault) => fault.path === path && fault.hasKnownValue !== true),
  );
}

/** Returns the fields that may be sent: those that the call lists, otherwise all inputs. */
export function sendableFields(
  context: RequestContext,
  entity: string,
  callId: string | null,
  operation: 'create' | 'change',
): readonly Field[] {
  const fields = entityNamed(context.model, entity)?.fields ?? [];
  const sends = fieldsOfCall(context.model, callOf(context, callId));
  const listed = (field: Field): boolean => (sends === null ? isInput(field) : sends.includes(field.name));
  const typed = fields.filter((field) => listed(field) && field.computed === null && !field.byProduct);
  // A field that the person can never read counts as an unknown name.
  return operation === 'create'
    ? typed
    : typed.filter((field) => !field.fixed && (field.writeOnly || mayField(context, 'read', entity, field.name, null)));
}

export function callOf({ model }: RequestContext, id: string | null): Call | null {
  return model.calls.find((call) => call.id === id) ?? null;
}

/** Returns the members of an object that was sent; null if it is not an object. */
export function membersOf(input: Json): ReadonlyMap<string, Json> | null {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null;
  return new Map(Object.entries(input) as [string, Json][]);
}

/** Writes the sent values into the draft; a name that is not among `fields` is a fault. */
export function writeInput(
  context: RequestContext,
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
    const read = readInput(context, field, json, name, draft.values.get(name) ?? null);
    draft.faults.push(...read.faults);
    if (field.type.kind === 'password') draft.passwords.set(name, read.value);
    else draft.values.set(name, read.value);
    if (read.faults.length === 0) draft.sent.add(name);
  }
}

/** Whether a password must be there: on the creation of a record, and where one is sent. */
const isPasswordDue = (draft: Draft, { name }: Field): boolean =>
  draft.isPasswordDue === true || draft.passwords.has(name);

/** Adds a fault for each required field without a value, unless it has another fault. */
export function requireFields(draft: Draft, fields: readonly Field[]): void {
  for (const field of fields) {
    if (field.type.kind === 'password' && !isPasswordDue(draft, field)) continue;
    const value = (field.type.kind === 'password' ? draft.passwords : draft.values).get(field.name) ?? null;
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    const known = draft.faults.some(
      (fault) => (fault.path === field.name && fault.hasKnownValue !== true) || fault.path.startsWith(`${field.name}[`),
    );
    if (field.required && isEmpty && !known) draft.faults.push({ path: field.name, code: 'REQUIRED' });
  }
}

/**
 * Computes the computed fields. A formula with an unknown value is empty. Runs twice if there are several, so that fields
 * may depend on one another.
 */
export function compute(context: RequestContext, draft: Draft): void {
  computeLines(context, draft);
  const computed = entityNamed(context.model, draft.entity)?.fields.filter((field) => field.computed !== null) ?? [];
  const uncertain = new Set<string>();
  for (const field of computed.length > 1 ? [...computed, ...computed] : computed) {
    const tree = field.computed?.tree ?? null;
    const row = rowOf(context.model, draft, unknownOf(draft, uncertain));
    const value = tree === null ? undefined : evaluate(tree, scopeOf(context, row));
    if (value === undefined) uncertain.add(field.name);
    const written = value === undefined ? null : storedAs(field.type, value);
    if (written === 'too large' && !draft.faults.some((fault) => fault.path === field.name)) {
      draft.faults.push({ path: field.name, code: 'NUMBER_TOO_LARGE' });
    }
    draft.values.set(field.name, written === 'too large' ? null : written);
  }
}

/** Computes the fields of lines, which depend only on the line and the records it refers to. */
function computeLines(context: RequestContext, draft: Draft): void {
  for (const { name, type } of entityNamed(context.model, draft.entity)?.fields ?? []) {
    const lines = draft.values.get(name) ?? null;
    if (type.kind !== 'list' || !Array.isArray(lines)) continue;
    const computed = entityNamed(context.model, type.entity)?.fields.filter((field) => field.computed !== null) ?? [];
    if (computed.length === 0) continue;
    const worked = lines.map((line: Json, index) => {
      const inner: Draft = {
        entity: type.entity,
        id: '',
        values: new Map(Object.entries(line ?? {}) as [string, Json][]),
        faults: within(draft.faults, `${name}[${index}].`),
        sent: new Set(),
        inPath: new Set(),
        open: new Set(),
        passwords: new Map(),
        follow: [],
        later: [],
      };
      compute(context, inner);
      return Object.fromEntries(inner.values);
    });
    draft.values.set(name, worked);
  }
}

const within = (faults: readonly Fault[], at: string): Fault[] =>
  faults.flatMap((fault) => (fault.path.startsWith(at) ? [{ ...fault, path: fault.path.slice(at.length) }] : []));

function unknownOf(draft: Draft, uncertain: ReadonlySet<string>): (path: string) => boolean {
  const isMissing = ({ path, code }: Fault): boolean => code === 'REQUIRED' && !path.includes('[');
  const wrong = draft.faults
    .filter((fault) => !isMissing(fault) && fault.hasKnownValue !== true)
    .map((fault) => fault.path);
  return (path) => wrong.includes(path) || draft.open.has(path) || uncertain.has(path);
}

/** Removes defaults of fields that are not shown; computed fields follow and may be the reason. */
export function removeDefaults(context: RequestContext, draft: Draft, sent: ReadonlySet<string>): void {
  const fields = entityNamed(context.model, draft.entity)?.fields ?? [];
  const given = fields.filter((field) => field.default !== null && !field.byProduct && !sent.has(field.name));
  removeHiddenDefaults(context, draft.values, given, () => {
    const seen: Draft = { ...draft, values: new Map(draft.values), faults: [...draft.faults] };
    compute(context, seen);
    return rowOfDraft(context, seen);
  });
}

/** Sets the fields that have no value to their defaults. A default may read fields that get theirs later. */
export function assignDefaults(context: RequestContext, draft: Draft, fields: readonly Field[]): void {
  const given = fields.filter((field) => field.default !== null && !draft.values.has(field.name));
  for (let pass = 0; pass < Math.min(given.length, MOST_PASSES); pass += 1)
    for (const field of given) {
      draft.faults.splice(
        0,
        draft.faults.length,
        ...draft.faults.filter(({ path, code }) => path !== field.name || code !== 'NUMBER_TOO_LARGE'),
      );
      assignExpression(context, draft, field, { tree: field.default }, null);
    }
}

/** How many defaults may read one another in a row. */
const MOST_PASSES = 4;

/** Sets a field to the value of an expression. */
export function assignExpression(
  context: RequestContext,
  draft: Draft,
  field: Field,
  value: { readonly tree: Field['default'] },
  old: Row | null,
  change: 'add' | 'remove' | null = null,
): void {
  const tree = value.tree?.tree ?? null;
  const outcome = tree === null ? undefined : evaluate(tree, scopeOf(context, rowOfDraft(context, draft), old));
  const given = outcome === undefined ? null : storedAs(field.type, outcome);
  const current = draft.values.get(field.name) ?? null;
  const written = change === null || given === 'too large' ? given : changedValues(field.type, current, change, given);
  if (written === 'too large') draft.faults.push({ path: field.name, code: 'NUMBER_TOO_LARGE' });
  draft.values.set(field.name, written === 'too large' ? null : written);
}

/** Sets the stamps: who and when. */
export function stamp(context: RequestContext, draft: Draft, created: boolean): void {
  const by = context.person?.id ?? null;
  if (created) {
    draft.values.set('createdAt', instantText(context.now));
    draft.values.set('createdBy', by);
  }
  draft.values.set('changedAt', instantText(context.now));
  draft.values.set('changedBy', by);
}
