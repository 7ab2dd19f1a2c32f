import { isRows } from '../fields/list.ts';
import type { Row } from '../fields/value.ts';
import type { PreparedEntity } from './app.ts';
import type { Context } from './context.ts';
import { failure } from './errors.ts';
import { lower } from './message-values.ts';
import type { Failure } from './refusal.ts';

/** Unique fields among those named whose value another live record has. Not known is taken: unknown never permits. */
export function takenFields(context: Context, entity: PreparedEntity, row: Row, names: ReadonlySet<string>): Failure[] {
  return entity.entity.fields.flatMap((field) => {
    const value = row.values[field.name] ?? null;
    if (!(field.unique || field.signIn) || !names.has(field.name) || value === null || isRows(value)) return [];
    const taken = context.facts.taken({ entity: entity.name, field: field.name, value, except: row.id });
    if (taken === false || (taken === undefined && context.typing)) return [];
    return [failure(context.app, [field.name], 'NOT_UNIQUE', { field: lower(field.label) }, [field.id])];
  });
}
