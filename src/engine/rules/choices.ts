import type { Row, Value } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { isIds } from '../../fields/types/references.ts';
import { readableOutcome } from '../answer/readable-formula.ts';
import type { CompiledChoice, CompiledEntity } from '../compiled/compiled-model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { rowWith, sameValue, valuesOf } from '../core/row-values.ts';
import { failure } from '../errors/error-catalogue.ts';
import { entityText } from '../errors/message-values.ts';
import { evaluateFormula } from '../records/computed-fields.ts';
import { readableValues } from '../records/etag.ts';

/** A record to be written, and before. `bad`: fields with invalid input. `sent`: the fields that the person sent. */
interface Written {
  readonly row: Row;
  readonly old: Row | null;
  readonly bad: ReadonlySet<string>;
  readonly sent?: ReadonlySet<string>;
}

/**
 * Returns a failure for each reference of the record and its lines that leads to a record which its field does not
 * offer (`among`). A reference is checked if it changed, or if a field of the record that its condition reads did; of
 * several records, those that were there before are then kept. In a form only the server checks it.
 *
 * What people choose is judged over what they may read: a field that they may not read is empty, so the refusal tells
 * nothing of it. What effects set is judged over all data.
 */
export function choicesNotOffered(context: Context, entity: CompiledEntity, written: Written): Failure[] {
  if (context.isForm) return [];
  const own = ofRecord(context, entity, written, []);
  const lines = entity.lists.flatMap((list) => {
    const of = entityOf(context.model, list.entity);
    if (of.choices.size === 0) return [];
    const isSent = written.sent?.has(list.name) === true;
    const before = new Map(rowsIn(written.old, list.name).map((line) => [line.id, line] as const));
    return rowsIn(written.row, list.name).flatMap((row, index) => {
      const prefix = `${list.name}/${index}/`;
      const bad = new Set([...written.bad].flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : [])));
      const sent = isSent ? new Set(of.entity.fields.map(({ name }) => name)) : NONE;
      return ofRecord(context, of, { row, old: before.get(row.id) ?? null, bad, sent }, [list.name, index]);
    });
  });
  return [...own, ...lines];
}

const NONE: ReadonlySet<string> = new Set();

function rowsIn(row: Row | null, list: string): readonly Row[] {
  const lines = row?.values[list] ?? null;
  return isRows(lines) ? lines : [];
}

function ofRecord(
  context: Context,
  entity: CompiledEntity,
  { row, old, bad, sent = NONE }: Written,
  prefix: Failure['path'],
): Failure[] {
  return [...entity.choices.values()].flatMap((choice): Failure[] => {
    const { field, readsOfThis } = choice;
    const chosen = idsOf(row.values[field.name] ?? null);
    if (chosen.length === 0 || [field.name, ...readsOfThis].some((name) => bad.has(name))) return [];
    const isChanged = (name: string) => old === null || !sameValue(old.values[name] ?? null, row.values[name] ?? null);
    const before = readsOfThis.some(isChanged) ? [] : idsOf(old?.values[field.name] ?? null);
    const isOfPerson = !context.product && [field.name, ...readsOfThis].some((name) => sent.has(name));
    const refused = chosen.findIndex((id) => {
      if (before.includes(id)) return false;
      return !isOffered(context, choice, isOfPerson ? readableRow(context, entity, row, old, sent) : null, row, id);
    });
    if (refused === -1) return [];
    // A set is stored in an order of its own, so that only an ordered one has the positions that were sent.
    const isOrdered = field.type.kind === 'references' && field.type.ordered;
    const path = [...prefix, field.name, ...(isOrdered ? [refused] : [])];
    const text = { entity: entityText(context.model, entityOf(context.model, choice.entity)), field: field.label };
    return [failure(context.model, path, 'NOT_OFFERED', text, [field.id])];
  });
}

function idsOf(value: Value): readonly string[] {
  return isIds(value) ? value : typeof value === 'string' ? [value] : [];
}

/** `readable`: the record as the person may read it; null if the product chose. */
function isOffered(
  context: Context,
  { field, condition }: CompiledChoice,
  readable: Row | null,
  row: Row,
  id: string,
): boolean {
  if (condition === null) return false;
  const alone = valuesOf([[field.name, field.type.kind === 'references' ? [id] : id]]);
  if (readable !== null) return readableOutcome(context, condition, rowWith(readable, alone)) === true;
  return evaluateFormula(context, condition, rowWith(row, alone), null).outcome === true;
}

/** Returns the record with the values that the person sent or may read; lines are readable with their record. */
function readableRow(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  old: Row | null,
  sent: ReadonlySet<string>,
): Row {
  if (entity.entity.belongsTo !== null) return row;
  const readable = readableValues(context, row) ?? (old === null ? null : readableValues(context, old)) ?? {};
  const given = (name: string): Value => (sent.has(name) ? row.values[name] : readable[name]) ?? null;
  return { ...row, values: valuesOf(entity.attributes.map(({ name }) => [name, given(name)])) };
}
