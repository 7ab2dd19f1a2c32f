import type { ExpressionProblem } from '../expressions/syntax/problem.ts';
import type { StatedFormula } from '../expressions/types/formulas.ts';
import type { Typed } from '../expressions/types/typed.ts';
import type { Schema } from '../model/lookups/schema.ts';
import type { Edit, Severity } from '../model/types/diagnostic.ts';
import type { Formula } from '../model/types/formula.ts';
import type { Call, Entity, Machine, Model, Permission, Rule, Screen } from '../model/types/model.ts';
import type { Place, Point } from '../model/types/place.ts';
import type { Access } from './access.ts';

/** What every check reads. Computed once a run; nothing in it changes. */
export interface CheckContext {
  /** With its assumptions: each element says whether it is stated. */
  readonly model: Model;
  readonly schema: Schema;
  readonly formulas: readonly CheckedFormula[];
  /** The typed form of a formula of the Model; null where it does not parse or fit. */
  readonly typed: (formula: Formula | null) => Typed | null;
  /** Who may do what, as far as the matrix says. */
  readonly access: Access;
  /**
   * What `look` finds in each part of the document: an entity with all that is stated of it, or what belongs to none. Kept
   * while the part stays the same, and known by the function itself, so `look` is one that stands in a module.
   */
  readonly gather: <T>(look: (part: PartContext) => T) => readonly T[];
  /** What several checks ask for about the same thing, worked out once. `what` says which question it is. */
  readonly worked: <T>(what: string, about: object, work: () => T) => T;
}

/** One part of the document as if it were the whole. Roles, constants, errors, limits, samples and points are in each. */
export interface PartContext extends CheckContext {
  /** Null in the part of what belongs to no entity. */
  readonly entity: Entity | null;
}

export interface CheckedFormula extends StatedFormula {
  readonly typed: Typed | null;
  readonly problems: readonly ExpressionProblem[];
}

/** One thing found. Without a place of its own it stands at the element, else at the point's heading. */
export interface Finding {
  readonly element?: string | null;
  readonly point?: Point;
  /** Where one finding weighs less or more than the check says. */
  readonly severity?: Severity;
  readonly at: Place | null;
  readonly also?: readonly (Place | null)[];
  /** What is wrong, in plain words. */
  readonly message: string;
  /** What to do next. */
  readonly next: string;
  readonly edit?: Edit | null;
  /** Who, on which record, by which path, meets it. */
  readonly witness?: string | null;
}

/**
 * One entity with all that is stated of it. What `findIn` yields depends on this, on the roles, errors, constants and
 * limits, and on what it looks up of other entities by name; never on a walk through the whole Model.
 */
export interface EntityContext extends PartContext {
  /** With this entity, and all that is stated of it, alone. */
  readonly model: Model;
  readonly entity: Entity;
  readonly machines: readonly Machine[];
  readonly rules: readonly Rule[];
  readonly permissions: readonly Permission[];
  readonly screens: readonly Screen[];
  readonly calls: readonly Call[];
  /** Those of the entity itself, of its machines, rules, permissions, screens and calls. */
  readonly own: readonly CheckedFormula[];
}

interface CheckBase {
  readonly code: string;
  /** The folder it stands in; null for `across`. */
  readonly point: Point | null;
  readonly severity: Severity;
  /** One sentence: what it finds. */
  readonly about: string;
}

/**
 * A check: its code is its file's name, and the page beside it says why and is run as its test. `find` looks at the
 * whole document; `findIn` at one entity after the other; `findEach` at each part of the document as if it were the whole,
 * what belongs to no entity too. Prefer the latter two: what they find is kept while other entities change.
 */
export type Check = CheckBase &
  (
    | {
        readonly find: (context: CheckContext) => Iterable<Finding>;
        /** Its messages name lines, which move while all else stays, so that what it found is not kept. */
        readonly namesLines?: true;
      }
    | { readonly findIn: (context: EntityContext) => Iterable<Finding> }
    | { readonly findEach: (context: PartContext) => Iterable<Finding> }
  );

/** An identity function that gives a check its type. */
export function defineCheck(check: Check): Check {
  return check;
}
