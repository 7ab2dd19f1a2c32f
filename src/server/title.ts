import type { EntitySchema } from '../model/schema.ts';
import type { Row } from '../fields/value.ts';

/** What people know a record by; its id where the title is empty or no text. */
export function labelValue(row: Row, entity: EntitySchema): string {
  const value = entity.title === null ? null : row.values[entity.title];
  return typeof value === 'string' && value !== '' ? value : row.id;
}
