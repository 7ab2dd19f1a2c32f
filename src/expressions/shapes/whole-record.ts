import { hasKeys } from '../../model/lookups/record-key.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import { nameInStyle } from './name-style.ts';
import type { ShapeContext } from './resolve-member.ts';
import type { FieldEntry } from './shape-types.ts';

/** Returns fields under names in the style of the API. */
export const styledFields = (fields: readonly string[], { model }: Schema): FieldEntry[] =>
  fields.map((field) => ({ kind: 'field', key: nameInStyle(field, model.api.names), field }));

/** Returns all fields under names in the style of the API; null if nothing stated asks for plain records. */
export function wholeRecord(
  { attributes }: EntitySchema,
  { schema, isPlain }: ShapeContext,
): { readonly entries: readonly FieldEntry[] } | null {
  if (schema.model.api.names === null && !hasKeys(schema.model) && isPlain !== true) return null;
  const readable = [...attributes.values()].filter((one) => one.kind !== 'field' || !one.field.writeOnly);
  const names = ['id', ...readable.map(({ name }) => name).filter((name) => name !== 'id')];
  return { entries: styledFields(names, schema) };
}
