import type { Entity } from '../types/model.ts';

/**
 * Returns the field that identifies a record of an entity without a title: its first number series or unique integer.
 * Null if it has none.
 */
export function fallbackTitleField({ fields }: Entity): string | null {
  const number = fields.find(
    ({ type, unique }) => type.kind === 'number series' || (type.kind === 'integer' && unique),
  );
  return number?.name ?? null;
}

/** Maximum number of references followed to find a title (a title may itself be a reference), so that a cycle ends. */
export const MAX_TITLE_HOPS = 3;
