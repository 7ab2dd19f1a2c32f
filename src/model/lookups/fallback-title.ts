import type { Entity } from '../types/model.ts';

/** What people know a record by where its entity has no title: its first number series or unique whole number; else null. */
export function numberOf({ fields }: Entity): string | null {
  const number = fields.find(
    ({ type, unique }) => type.kind === 'number series' || (type.kind === 'integer' && unique),
  );
  return number?.name ?? null;
}

/** A title may be a reference, and that of its record again: so often, so that one that leads back to itself ends. */
export const TITLES_THROUGH = 3;
