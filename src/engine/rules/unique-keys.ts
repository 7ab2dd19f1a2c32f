import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { PreparedEntity, PreparedKey } from '../compiled/compiled-model.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { sameValue } from '../core/row.ts';
import { failure } from '../errors/error-catalogue.ts';

/** Whether a field is looked at. */
type Named = (name: string) => boolean;

/** The names of what was sent. */
type Sent = ReadonlySet<string>;

/**
 * Unique fields among those named whose value another live record has. Not known is taken: unknown never permits. It is
 * told at what was sent, since a computed field is typed nowhere.
 */
export function takenFields(
  context: Context,
  entity: PreparedEntity,
  row: Row,
  isNamed: Named,
  sent: Sent = NOTHING,
): Failure[] {
  if (entity.keys.length === 0 && entity.unique.length === 0) return [];
  return [...takenKeys(context, entity, row, isNamed, sent), ...takenAlone(context, entity, row, isNamed, sent)];
}

/** Whether a field, computed or not, is another than before. */
export const changedSince =
  (before: Row, row: Row): Named =>
  (name) =>
    !sameValue(before.values[name] ?? null, row.values[name] ?? null);

const NOTHING: Sent = new Set();

function takenAlone(context: Context, entity: PreparedEntity, row: Row, isNamed: Named, sent: Sent): Failure[] {
  // A key over the field alone says the same, in the words that the document gives it.
  const stated = new Set(
    entity.keys
      .flatMap(({ key, among }) => (among === null && key.fields.length === 1 ? key.fields : []))
      .map(({ name }) => name),
  );
  return entity.unique.flatMap((field) => {
    if (stated.has(field.name)) return [];
    const value = row.values[field.name] ?? null;
    if (!isNamed(field.name) || value === null || isRows(value)) return [];
    const taken = context.facts.taken({ entity: entity.name, field: field.name, value, except: row.id });
    if (taken === false || (taken === undefined && context.typing)) return [];
    const label = context.app.sentences.within(field.label);
    return [failure(context.app, placeOf(entity, [field.name], sent), 'NOT_UNIQUE', { field: label }, [field.id])];
  });
}

/** Fields that together must differ from those of every other record. An empty one among them is like no other. */
function takenKeys(context: Context, entity: PreparedEntity, row: Row, isNamed: Named, sent: Sent): Failure[] {
  return entity.keys.flatMap((prepared) => {
    const { key } = prepared;
    const values = key.fields.map(({ name }) => ({ field: name, value: row.values[name] ?? null }));
    const read = prepared.among?.where.reads ?? [];
    const names = [...values.map(({ field }) => field), ...read.map(([name = '']) => name)];
    if (values.length === 0 || !names.some((name) => isNamed(name) || turnsLater(entity, name, isNamed))) return [];
    if (values.some(({ value }) => value === null || isRows(value))) return [];
    const taken = isTaken(context, entity, prepared, row);
    if (taken === false || (taken === undefined && context.typing)) return [];
    const labels = key.fields.map(({ name }) =>
      context.app.sentences.within(entity.entity.fields.find((field) => field.name === name)?.label ?? name),
    );
    const code = key.error?.name ?? 'NOT_UNIQUE';
    return [
      failure(context.app, placeOf(entity, names, sent), code, { field: context.app.format.list(labels) }, [key.id]),
    ];
  });
}

/** The first of these that was sent, else what was sent and one of them follows from, else the first. */
function placeOf(entity: PreparedEntity, names: readonly string[], sent: Sent): string[] {
  const typed =
    names.find((name) => sent.has(name)) ??
    names.flatMap((name) => standsOn(entity, name)).find((name) => sent.has(name));
  return [typed ?? names[0] ?? ''];
}

/** What goes by the clock is kept nowhere, so that it turns with what it follows from. */
function turnsLater(entity: PreparedEntity, name: string, isNamed: Named): boolean {
  const isClocked = entity.computed.some(({ field, byClock }) => byClock && field.name === name);
  return isClocked && standsOn(entity, name).some(isNamed);
}

/** The fields of the record that a computed one follows from, those of other computed ones too. */
function standsOn(entity: PreparedEntity, name: string, seen: ReadonlySet<string> = NOTHING): string[] {
  const value = entity.computed.find(({ field }) => field.name === name)?.value ?? null;
  if (value === null || seen.has(name)) return [];
  const known = new Set(seen).add(name);
  return value.reads.flatMap(([first = '']) => [first, ...standsOn(entity, first, known)]);
}

/** Undefined: not known. With a condition only among the records that satisfy it, this one included. */
function isTaken(context: Context, { name: entity }: PreparedEntity, prepared: PreparedKey, row: Row) {
  const { key, among } = prepared;
  if (among !== null) {
    const scope = scopeOf(context, row);
    if (among.where.evaluate(scope) !== true) return false;
    const taken = among.taken.evaluate(scope);
    return typeof taken === 'boolean' ? taken : undefined;
  }
  const [first, ...others] = key.fields.map(({ name }) => ({ field: name, value: row.values[name] ?? null }));
  return first && context.facts.taken({ entity, ...first, with: others, except: row.id });
}
