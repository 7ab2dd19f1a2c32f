import { isRows } from '../fields/list.ts';
import type { Row } from '../fields/value.ts';
import type { PreparedEntity } from './app.ts';
import type { Context } from './context.ts';
import { failure } from './errors.ts';
import { lower } from './message-values.ts';
import type { Failure } from './refusal.ts';

/** Unique fields among those named whose value another live record has. Not known is taken: unknown never permits. */
export function takenFields(context: Context, entity: PreparedEntity, row: Row, names: ReadonlySet<string>): Failure[] {
  return [...takenKeys(context, entity, row, names), ...takenAlone(context, entity, row, names)];
}

function takenAlone(context: Context, entity: PreparedEntity, row: Row, names: ReadonlySet<string>): Failure[] {
  return entity.entity.fields.flatMap((field) => {
    const value = row.values[field.name] ?? null;
    if (!(field.unique || field.signIn) || !names.has(field.name) || value === null || isRows(value)) return [];
    const taken = context.facts.taken({ entity: entity.name, field: field.name, value, except: row.id });
    if (taken === false || (taken === undefined && context.typing)) return [];
    return [failure(context.app, [field.name], 'NOT_UNIQUE', { field: lower(field.label) }, [field.id])];
  });
}

/**
 * Fields that together must differ from those of every other record. An empty one among them is like no other. A
 * condition on the key is not looked at, which refuses more and never less.
 */
function takenKeys(context: Context, entity: PreparedEntity, row: Row, names: ReadonlySet<string>): Failure[] {
  return entity.entity.unique.flatMap((key) => {
    const values = key.fields.map(({ name }) => ({ field: name, value: row.values[name] ?? null }));
    const [first, ...others] = values;
    if (first === undefined || !values.some(({ field }) => names.has(field))) return [];
    if (values.some(({ value }) => value === null || isRows(value))) return [];
    const taken = context.facts.taken({ entity: entity.name, ...first, with: others, except: row.id });
    if (taken === false || (taken === undefined && context.typing)) return [];
    const labels = key.fields.map(({ name }) =>
      lower(entity.entity.fields.find((field) => field.name === name)?.label ?? name),
    );
    const code = key.error?.name ?? 'NOT_UNIQUE';
    return [failure(context.app, [first.field], code, { field: context.app.format.list(labels) }, [key.id])];
  });
}
