import type { Kind, Type } from '../../model/types/types.ts';
import { fields } from '../index.ts';
import type { FieldType, Storage } from '../types/field.ts';

const byKind: ReadonlyMap<Kind, FieldType> = new Map(fields.map((field): [Kind, FieldType] => [field.kind, field]));

/** Returns the field type of a kind: `fieldType(type.kind).read(input, type, bounds)`. Every kind has one. */
export function fieldType(kind: Kind): FieldType {
  const found = byKind.get(kind);
  if (found === undefined)
    throw new Error(`No file in fields/ defines the kind "${kind}". Add it and run npm run index.`);
  return found;
}

/** Returns how values of a type are stored. */
export function storageOf(type: Type): Storage {
  const field = fieldType(type.kind);
  return field.storageFor?.(type) ?? field.storage;
}
