import type { Relation } from './relation.ts';
import type { Evaluate } from './scope.ts';

/** How a field is worked out from the others of its record. */
export interface WorkedOut {
  readonly evaluate: Evaluate;
  readonly relation: Relation;
}

/** Computed fields that go by the clock: they are not stored but worked out where they are read. Undefined: any other. */
export type ByClock = (entity: string, field: string) => WorkedOut | undefined;
