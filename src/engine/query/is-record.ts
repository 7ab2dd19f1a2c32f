import type { Relation } from '../../expressions/types/relation.ts';

/** Returns the condition that a row has this id. */
export function isRecord(entity: string, id: string): Relation {
  const type = { t: 'text' } as const;
  const field: Relation = { r: 'field', local: null, entity, path: [], field: 'id', type };
  return { r: 'same', left: field, right: { r: 'parameter', value: () => id, type, given: true }, negated: false };
}
