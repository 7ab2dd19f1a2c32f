import type { Relation } from './relation.ts';
import type { Evaluate } from './scope.ts';

/** How a field is computed from the other fields of its record. */
export interface ComputedField {
  readonly evaluate: Evaluate;
  readonly relation: Relation;
  /** Whether the value depends on the reader. */
  readonly mentionsPerson: boolean;
}

/**
 * Looks up computed fields that depend on the clock or the reader: they are not stored but computed on reading.
 * Undefined for any other field.
 */
export type ComputedOnRead = (entity: string, field: string) => ComputedField | undefined;
