import { isRows } from '../fields/list.ts';
import type { Row } from '../fields/value.ts';
import type { PreparedEntity, PreparedKey } from './app.ts';
import { type Context, scopeOf } from './context.ts';
import { failure } from './errors.ts';
import type { Failure } from './refusal.ts';

/** Whether a field is looked at. */
type Named = (name: string) => boolean;

/** Unique fields among those named whose value another live record has. Not known is taken: unknown never permits. */
export function takenFields(context: Context, entity: PreparedEntity, row: Row, isNamed: Named): Failure[] {
  if (entity.keys.length === 0 && entity.unique.length === 0) return [];
  return [...takenKeys(context, entity, row, isNamed), ...takenAlone(context, entity, row, isNamed)];
}

function takenAlone(context: Context, entity: PreparedEntity, row: Row, isNamed: Named): Failure[] {
  return entity.unique.flatMap((field) => {
    const value = row.values[field.name] ?? null;
    if (!isNamed(field.name) || value === null || isRows(value)) return [];
    const taken = context.facts.taken({ entity: entity.name, field: field.name, value, except: row.id });
    if (taken === false || (taken === undefined && context.typing)) return [];
    return [
      failure(context.app, [field.name], 'NOT_UNIQUE', { field: context.app.sentences.within(field.label) }, [
        field.id,
      ]),
    ];
  });
}

/** Fields that together must differ from those of every other record. An empty one among them is like no other. */
function takenKeys(context: Context, entity: PreparedEntity, row: Row, isNamed: Named): Failure[] {
  return entity.keys.flatMap((prepared) => {
    const { key } = prepared;
    const values = key.fields.map(({ name }) => ({ field: name, value: row.values[name] ?? null }));
    const read = prepared.among?.where.reads ?? [];
    const touched = [...values.map(({ field }) => field), ...read.map(([name = '']) => name)];
    if (values.length === 0 || !touched.some(isNamed)) return [];
    if (values.some(({ value }) => value === null || isRows(value))) return [];
    const taken = isTaken(context, entity, prepared, row);
    if (taken === false || (taken === undefined && context.typing)) return [];
    const labels = key.fields.map(({ name }) =>
      context.app.sentences.within(entity.entity.fields.find((field) => field.name === name)?.label ?? name),
    );
    const code = key.error?.name ?? 'NOT_UNIQUE';
    const path = values.slice(0, 1).map(({ field }) => field);
    return [failure(context.app, path, code, { field: context.app.format.list(labels) }, [key.id])];
  });
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
