import type { Evaluate } from '../types/scope.ts';
import type { Relation } from './relation.ts';

/** How a field is worked out from the others of its record. */
export interface WorkedOut {
  readonly evaluate: Evaluate;
  readonly relation: Relation;
  /** Whether it differs from reader to reader. */
  readonly mentionsPerson: boolean;
}

/** Computed fields that go by the clock, or by who reads them: they are not stored but worked out where they are read. Undefined: any other. */
export type ByClock = (entity: string, field: string) => WorkedOut | undefined;
