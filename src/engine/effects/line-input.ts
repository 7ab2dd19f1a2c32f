import { fieldType } from '../../fields/registry/lookup.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import { noValues } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Field } from '../../model/types/model.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { sameValue } from '../core/row-values.ts';
import { failure, MOST_FAILURES } from '../errors/error-catalogue.ts';
import { withDependentDefaults } from '../input/default-values.ts';
import { problemOf } from '../input/input-failure.ts';
import { isTyped, type LineNames } from '../input/input-fields.ts';
import { attach } from '../input/input-references.ts';
import type { Attached, UploadTarget } from '../input/input-upload.ts';
import { readValue } from '../input/input-value.ts';
import { lineId } from '../input/line-id.ts';
import { lineNotEditable, newLineValues, refuseLineRemoval } from '../input/new-line.ts';
import { missingFields } from '../input/required-fields.ts';
import { withComputedFields } from '../records/computed-fields.ts';
import { isEditable } from '../transitions/editable-states.ts';
import { withLineStart } from './effects.ts';

interface ReadLines {
  readonly value: Value | undefined;
  readonly failures: readonly Failure[];
  readonly bad: ReadonlySet<string>;
}

/** The owner of the lines, the fields of lines that a call accepts, and the uploads attached so far. */
interface Around {
  readonly target: UploadTarget;
  readonly taken: LineNames | null;
  readonly attached: Attached[];
}

/**
 * Validates the lines of a record, which are sent as a whole. A line without an id is new, a line that is not sent is
 * removed, an id that does not belong to this record is a failure. A field that an existing line does not send keeps
 * its value.
 */
export function readLines(
  context: Context,
  { target, taken, attached }: Around,
  field: Field,
  input: Json,
  before: Value,
): ReadLines {
  const type = field.type;
  const refused = (failures: readonly Failure[]): ReadLines => ({
    value: undefined,
    failures,
    bad: new Set([field.name]),
  });
  if (type.kind !== 'list' || !context.model.entities.has(type.entity)) return refused([]);
  const strangers = itemsOf(input).flatMap((item, index) => (isObject(item) ? [] : [index]));
  if (strangers.length > 0) {
    const expected = context.model.sentences.expected({ is: 'sent as', json: 'objects' });
    return refused(
      strangers
        .slice(0, MOST_FAILURES)
        .map((index) => failure(context.model, [field.name, index], 'WRONG_TYPE', { expected }, [field.id])),
    );
  }
  // Checks the number of lines; their content is validated line by line.
  const frame = fieldType('list').read(
    Array.isArray(input) ? itemsOf(input).map(() => ({})) : input,
    type,
    context.model.bounds,
  );
  if ('problem' in frame) return refused([problemOf(context, field, frame.problem, [field.name])]);
  const entity = entityOf(context.model, type.entity);
  const rows = isRows(before) ? before : [];
  const known = new Map(rows.map((row) => [row.id, row] as const));
  const read: ReturnType<typeof readLine>[] = [];
  let failed = 0;
  for (const [index, item] of itemsOf(input).entries()) {
    // The input is refused anyway. While a form is being filled in, the remaining lines are still needed.
    if (failed >= MOST_FAILURES && !context.isForm) break;
    const line = readLine(context, { entity, known, owner: target, list: field, taken, attached }, item, index);
    failed += line.failures.length;
    read.push(line);
  }
  const numbers = new Map(rows.map((row, index) => [row.id, index + 1] as const));
  const gone = [...known.values()].map((line) =>
    refuseLineRemoval(context.model, field.name, line, numbers.get(line.id) ?? 0),
  );
  return {
    value: isRows(frame.value) ? read.map((line) => line.row) : null,
    failures: [...read.flatMap((line) => line.failures), ...gone.flatMap((failed) => failed ?? [])],
    bad: new Set(read.flatMap((line) => [...line.bad])),
  };
}

function itemsOf(input: Json): readonly Json[] {
  return Array.isArray(input) ? (input as readonly Json[]) : [];
}

interface Within {
  readonly entity: CompiledEntity;
  /** The existing lines. A line is removed from the map when it is named, so that it can't be named twice. */
  readonly known: Map<string, Row>;
  readonly owner: UploadTarget;
  readonly list: Field;
  readonly taken: LineNames | null;
  readonly attached: Attached[];
}

function readLine(context: Context, within: Within, item: Json, index: number) {
  const { entity, known, owner, list, taken, attached } = within;
  const object = isObject(item) ? item : {};
  const sent = member(object, 'id');
  const before = typeof sent === 'string' ? (known.get(sent) ?? null) : null;
  if (before !== null) known.delete(before.id);
  const at = (name: string): Failure['path'] => [list.name, index, name];
  const failures: Failure[] = [];
  const bad = new Set<string>();
  const refused: string[] = [];
  if (before === null && sent !== null && sent !== '') {
    const code = typeof sent === 'string' ? 'NO_SUCH_VALUE' : 'WRONG_TYPE';
    const expected = context.model.sentences.expected({ is: 'sent as', json: 'objects' });
    failures.push(failure(context.model, at('id'), code, { entity: 'line', field: 'id', expected }, [list.id]));
  }
  const place = { record: owner.id, version: owner.before?.version ?? 0, list: list.name, index, now: context.now };
  const id = before?.id ?? lineId(context.model.digest, place);
  const values = before === null ? newLineValues(context, entity) : copyOf(before);
  // A line that is older than the document's states has no state.
  const hasState = entity.machines.some(
    ({ machine }) => !machine.stateless && (before?.values[machine.name] ?? null) !== null,
  );
  const isClosed = before !== null && hasState && !isEditable(entity, before);
  for (const name of Object.keys(object)) {
    if (name === 'id') continue;
    const field = entity.entity.fields.find((candidate) => candidate.name === name);
    // A state may be sent if it is unchanged.
    const isState =
      field === undefined && entity.machines.some(({ machine }) => !machine.stateless && machine.name === name);
    if (isState && (object[name] ?? null) === (values[name] ?? null)) continue;
    const currentValue = field?.writeOnly === true ? null : (before?.values[name] ?? null);
    const read = field === undefined ? null : readValue(context, field, object[name] ?? null, currentValue, at(name));
    const isTaken = taken === null || taken.names.has(name);
    const fits = field !== undefined && read !== null && mayBeSent(field, isTaken, read, currentValue, before);
    if (!fits) {
      failures.push(failure(context.model, at(name), 'NOT_AN_INPUT', { field: name }, isTaken ? [] : [taken.call]));
      // Rules are not checked for fields that may not be sent, as for invalid ones.
      if (field !== undefined) refused.push(`${list.name}/${index}/${name}`);
    } else if ('failure' in read) {
      failures.push(read.failure);
      bad.add(`${list.name}/${index}/${name}`);
    } else if (isClosed && (field.writeOnly || !sameValue(read.value, currentValue))) {
      failures.push(lineNotEditable(context, at(name), name, entity));
    } else {
      const place = { field, before: currentValue, path: at(name) };
      const once = attach(context, attached, { entity, id }, place, read);
      if ('value' in once) values[name] = once.value;
      else {
        failures.push(once.failure);
        bad.add(`${list.name}/${index}/${name}`);
      }
    }
  }
  const read: Row = { entity: entity.name, id, version: before?.version ?? 1, values };
  const isGiven = (name: string) => Object.hasOwn(object, name);
  const bare = before === null ? withDependentDefaults(context, entity, read, isGiven) : read;
  const started = before === null ? withLineStart(context, entity, bare, isGiven) : null;
  const row = started?.row ?? withComputedFields(context, entity, bare, before);
  for (const failed of started?.failures ?? []) failures.push({ ...failed, path: [list.name, index, ...failed.path] });
  // A client has no values of write-only fields.
  const unheld = context.isForm && before !== null ? entity.secrets.own : [];
  const skip = new Set<string>(unheld);
  for (const key of bad) skip.add(key.slice(key.lastIndexOf('/') + 1));
  for (const missing of missingFields(context, entity, row, null, skip)) {
    failures.push({ ...missing, path: [list.name, index, ...missing.path] });
    bad.add([list.name, index, ...missing.path].join('/'));
  }
  for (const key of refused) bad.add(key);
  return { row, failures, bad };
}

/**
 * Returns whether a field of a line may be sent. Input fields that the call accepts may change; other fields may be
 * sent unchanged, because lines are sent as a whole. New lines have no other values, and write-only fields are never
 * sent back.
 */
function mayBeSent(
  field: Field,
  isTaken: boolean,
  read: ReturnType<typeof readValue>,
  currentValue: Value,
  before: Row | null,
): boolean {
  if (field.type.kind === 'list' || (!isTaken && (before === null || field.writeOnly))) return false;
  if (isTaken && isTyped(field) && !(field.fixed && before !== null)) return true;
  return 'value' in read && sameValue(read.value, currentValue);
}

function copyOf(row: Row) {
  const values = noValues();
  for (const name of Object.keys(row.values)) values[name] = row.values[name] ?? null;
  return values;
}
