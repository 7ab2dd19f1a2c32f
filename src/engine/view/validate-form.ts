import { fieldType } from '../../fields/registry/lookup.ts';
import type { Json } from '../../fields/text/json.ts';
import { isObject, member } from '../../fields/text/json.ts';
import { noValues, type Row, type Value, type Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { stateIn } from '../../model/lookups/states.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, contextOf, entityOf } from '../context/decision-context.ts';
import type { Occasion } from '../context/follow-up.ts';
import type { Facts } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import type { Failure } from '../core/refusal.ts';
import type { WireRecord } from '../core/wire-format.ts';
import { type ValidatedRow, validateChange } from '../decide/change.ts';
import { newRow, validateCreate } from '../decide/create.ts';
import { inputObject, readInputs } from '../decide/inputs.ts';
import { resultOfEvent } from '../decide/transition.ts';
import { hiddenFields } from '../input/conditional-fields.ts';
import { askNames, inputNames } from '../input/input-fields.ts';
import type { UploadTarget } from '../input/input-upload.ts';
import { withTimeDependentFields } from '../records/time-dependent-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { isEditable } from '../transitions/editable-states.ts';
import { transitionsOf } from '../transitions/transition-refusals.ts';

/** A form that is being filled in, which the client judges over the reduced Model of its View. */
export interface FormDraft {
  readonly entity: string;
  /** The record to change as this person may read it, from `rowOfWire`; null for a new record. */
  readonly row: Row | null;
  /** The event whose asks are filled in; null to create or change. */
  readonly event: string | null;
  /** The fields filled in so far, in wire format. */
  readonly input: Json;
}

export interface FormValidation {
  /** All failures as the server would return them, as far as the client has the data. */
  readonly failures: readonly Failure[];
  /** Failures of rules that only warn. */
  readonly warnings: readonly Failure[];
  /** The resulting record, including computed fields. */
  readonly values: Values;
}

/**
 * Checks types, required fields, rules and computed fields with the functions that `decide` uses. Never refuses because
 * of permissions or state; checks of data that the client does not have (other records, uploads, uniqueness) are left
 * to the server.
 */
export function validateDraft(
  model: CompiledModel,
  principal: Principal,
  draft: FormDraft,
  facts: Facts,
  now: number,
): FormValidation {
  const context = contextOf(model, principal, facts, now, true);
  const entity = entityOf(model, draft.entity);
  const { row, failures, warnings } = judged(context, entity, draft, inputObject(draft.input) ?? {});
  return { failures, warnings, values: withTimeDependentFields(context, row).values };
}

/**
 * The judgement of a form. `input`: what to send, without hidden fields. `hidden`: the hidden fields, in lines like
 * `lines/0/note`.
 */
export interface VisibleFormValidation extends FormValidation {
  readonly input: { readonly [name: string]: Json };
  readonly hidden: ReadonlySet<string>;
}

/**
 * Like `validateDraft`, for a form with conditional fields. The input of a hidden field is not sent, and its stored value
 * is cleared if the field is among `open`, the fields that may be changed. Hiding one field may hide another, so it
 * repeats until nothing changes. The asks of an event are never hidden.
 */
export function validateVisibleDraft(
  model: CompiledModel,
  principal: Principal,
  draft: FormDraft,
  open: ReadonlySet<string>,
  facts: Facts,
  now: number,
): VisibleFormValidation {
  const typed = inputObject(draft.input) ?? {};
  const context = contextOf(model, principal, facts, now, true);
  const entity = entityOf(model, draft.entity);
  let hidden: ReadonlySet<string> = new Set();
  let input = typed;
  let { row, failures, warnings } = judged(context, entity, draft, input);
  if (draft.event !== null)
    return { input, hidden, failures, warnings, values: withTimeDependentFields(context, row).values };
  const lists = listsOf(model, entity);
  const most = [entity, ...lists.map(({ lines }) => lines)].reduce((sum, { shownWhen }) => sum + shownWhen.size, 0);
  for (let pass = 0; pass <= most; pass += 1) {
    const next = new Set([...hiddenFields(context, entity, row), ...hiddenInLines(context, lists, row)]);
    if (sameNames(next, hidden)) break;
    hidden = next;
    input = shownInput(entity, lists, draft.row, typed, hidden, open);
    ({ row, failures, warnings } = judged(context, entity, draft, input));
  }
  return { input, hidden, failures, warnings, values: withTimeDependentFields(context, row).values };
}

/** A list whose lines have conditional fields. */
interface ShownList {
  readonly name: string;
  readonly lines: CompiledEntity;
}

function listsOf(model: CompiledModel, { entity }: CompiledEntity): ShownList[] {
  return entity.fields.flatMap(({ name, type }): ShownList[] => {
    const lines = type.kind === 'list' ? model.entities.get(type.entity) : undefined;
    return lines === undefined || lines.shownWhen.size === 0 ? [] : [{ name, lines }];
  });
}

function hiddenInLines(context: Context, lists: readonly ShownList[], row: Row): string[] {
  return lists.flatMap(({ name, lines }) => {
    const rows = row.values[name] ?? null;
    if (!isRows(rows)) return [];
    return rows.flatMap((line, index) => hiddenFields(context, lines, line).map((field) => pathOf(name, index, field)));
  });
}

const pathOf = (list: string, index: number, field: string): string => `${list}/${index}/${field}`;

/** Returns the lines to send: without hidden fields, or with null if a value is stored. */
function shownLines({ name, lines }: ShownList, before: Row | null, typed: Json, hidden: ReadonlySet<string>): Json {
  if (!Array.isArray(typed)) return typed;
  const stored = before?.values[name] ?? null;
  const known = new Map((isRows(stored) ? stored : []).map((line) => [line.id, line] as const));
  return (typed as readonly Json[]).map((item, index) => {
    if (!isObject(item)) return item;
    const line: { [field: string]: Json } = Object.assign(Object.create(null), item);
    const id = member(item, 'id');
    const existing = typeof id === 'string' ? known.get(id) : undefined;
    for (const field of lines.shownWhen.keys()) {
      if (!hidden.has(pathOf(name, index, field))) continue;
      if ((existing?.values[field] ?? null) !== null) line[field] = null;
      else delete line[field];
    }
    return line;
  });
}

function shownInput(
  entity: CompiledEntity,
  lists: readonly ShownList[],
  before: Row | null,
  typed: { readonly [name: string]: Json },
  hidden: ReadonlySet<string>,
  open: ReadonlySet<string>,
): { readonly [name: string]: Json } {
  const input: { [name: string]: Json } = Object.create(null);
  for (const [name, value] of Object.entries(typed)) if (!hidden.has(name)) input[name] = value;
  for (const name of entity.shownWhen.keys()) {
    if (!hidden.has(name)) continue;
    if ((before?.values[name] ?? null) !== null && open.has(name)) input[name] = null;
  }
  for (const list of lists) {
    const lines = input[list.name];
    if (lines !== undefined) input[list.name] = shownLines(list, before, lines, hidden);
  }
  return input;
}

const sameNames = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((name) => other.has(name));

/** Converts a record from wire format to a row for `validateDraft`. Unreadable fields are null. */
export function rowOfWire(model: CompiledModel, wire: WireRecord): Row {
  const entity = entityOf(model, wire._.entity);
  const { _, ...fields } = wire;
  return {
    entity: entity.name,
    id: wire.id,
    version: 0,
    values: valuesOfWire(model, entity, fields as { readonly [name: string]: Json }),
  };
}

interface ValidatedDraft extends ValidatedRow {
  readonly warnings: readonly Failure[];
}

function judged(
  context: Context,
  entity: CompiledEntity,
  draft: FormDraft,
  input: { readonly [name: string]: Json },
): ValidatedDraft {
  const { model, principal } = context;
  const { row: before, event } = draft;
  const target: UploadTarget = { entity, id: before?.id ?? NEW, before };
  if (before === null) {
    const inputs = readInputs(context, target, input, inputNames(model, entity, 'create', principal, null));
    const created = validateCreate(context, entity, newRow(context, entity, NEW, inputs.values), inputs);
    return warned(context, entity, { event: null, operation: 'create', editable: true }, created, before);
  }
  if (event === null) {
    const inputs = readInputs(context, target, input, inputNames(model, entity, 'change', principal, null));
    const changed = validateChange(context, entity, before, inputs);
    return warned(context, entity, { event: null, operation: 'change', editable: true }, changed, before);
  }
  const all = transitionsOf(entity, event);
  const transition = all.find(({ transition: one, machine }) => stateIn(machine, before.values) === one.from) ?? all[0];
  if (transition === undefined) return { row: before, failures: [], warnings: [] };
  const inputs = readInputs(context, target, input, askNames(model, transition.transition, null));
  const raised = resultOfEvent(context, entity, before, transition, inputs, null);
  return warned(context, entity, { event, operation: 'event', editable: isEditable(entity, before) }, raised, before);
}

/** Adds failures of rules that only warn, unless they read a field that failed already. */
function warned(
  context: Context,
  entity: CompiledEntity,
  occasion: Occasion,
  { row, failures }: ValidatedRow,
  old: Row | null,
): ValidatedDraft {
  const bad = new Set(failures.flatMap(({ path }) => [String(path[0] ?? ''), path.join('/')]));
  return { row, failures, warnings: brokenRules(context, entity, occasion, { row, old, bad }, 'warning') };
}

/** The id of a record that does not exist yet. */
const NEW = '';

function valuesOfWire(model: CompiledModel, entity: CompiledEntity, wire: { readonly [name: string]: Json }): Values {
  const values = noValues();
  for (const { name, type } of entity.attributes) {
    const input = member(wire, name);
    const lines = type.kind === 'list' ? model.entities.get(type.entity) : undefined;
    if (lines !== undefined) {
      values[name] = Array.isArray(input)
        ? (input as readonly Json[]).map((item) => lineOfWire(model, lines, item))
        : null;
      continue;
    }
    values[name] = valueOfWire(model, type, input);
  }
  return values;
}

/** Converts a line from wire format to a row. */
export function lineOfWire(model: CompiledModel, entity: CompiledEntity, item: Json): Row {
  const object = isObject(item) ? item : {};
  const id = member(object, 'id');
  return {
    entity: entity.name,
    id: typeof id === 'string' ? id : NEW,
    version: 0,
    values: valuesOfWire(model, entity, object),
  };
}

/** Bounds are not checked, because the value is stored already. */
function valueOfWire(model: CompiledModel, type: CompiledEntity['attributes'][number]['type'], input: Json): Value {
  const read = fieldType(type.kind).read(input, withoutBounds(type), model.bounds);
  return 'value' in read ? read.value : null;
}

function withoutBounds(type: CompiledEntity['attributes'][number]['type']): typeof type {
  if (type.kind === 'file') return { ...type, maxSize: null, endings: [], min: null, max: null };
  return 'min' in type ? { ...type, min: null, max: null } : type;
}
