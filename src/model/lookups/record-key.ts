import type { Entity, Field, Model } from '../types/model.ts';
import type { Type } from '../types/types.ts';

/** Returns the field by which the stated calls name records of an entity; null: they name them by their ids. */
export function keyOf({ key, fields, belongsTo }: Entity): Field | null {
  if (key === null || belongsTo !== null) return null;
  return fields.find((field) => field.name === key.name && canBeKey(field)) ?? null;
}

/** Whether every record has a value of the field that no other record has, and that can be part of a path. */
export function canBeKey({ type, unique, required, writeOnly }: Field): boolean {
  if (writeOnly) return false;
  if (type.kind === 'number series') return true;
  return unique && required && (type.kind === 'integer' || type.kind === 'text' || type.kind === 'email');
}

/** Whether the values of a key are numbers in JSON: whole numbers, and a number series without other characters. */
export const isNumericKey = ({ type }: Field): boolean => type.kind === 'integer' || isCounted(type);

/** Whether a running number is only a count, without other characters, leading zeros or a year: 1, 2, 3. */
export const isCounted = (type: Type): boolean => type.kind === 'number series' && type.pattern === '0';

/** Whether any entity has a key. Whole records are then answered without the product's own members. */
export const hasKeys = ({ entities }: Model): boolean => entities.some((entity) => keyOf(entity) !== null);
