import type { Field } from '../types/model.ts';
import { isTextKind } from '../types/text-formats.ts';
import type { EntitySchema } from './schema.ts';

/** Whether a full-text search covers a field: text fields that are marked searchable or are the title. */
export function isSearched(
  { title }: Pick<EntitySchema, 'title'>,
  { name, type, searchable, writeOnly }: Field,
): boolean {
  return isTextKind(type.kind) && (searchable || name === title) && !writeOnly;
}
