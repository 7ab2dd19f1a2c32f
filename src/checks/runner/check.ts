import type { ExpressionProblem } from '../../expressions/syntax/problem.ts';
import type { StatedFormula } from '../../expressions/types/formulas.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Edit, Severity } from '../../model/types/diagnostic.ts';
import type { Place, Point } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Call, Entity, Machine, Model, Permission, Rule, Screen } from '../../model/types/model.ts';
import type { RoleAccess } from './role-access.ts';

/** The input of every check. Computed once per run; immutable. */
export interface CheckContext {
  /** The Model with its assumptions; each element says whether it is stated. */
  readonly model: Model;
  readonly schema: Schema;
  readonly formulas: readonly CheckedFormula[];
  /** Returns the typed form of a formula of the Model; null if it does not parse or its types do not fit. */
  readonly typed: (formula: Formula | null) => Typed | null;
  /** Who may do what according to the matrix of point 6. */
  readonly access: RoleAccess;
  /**
   * Runs `look` on each part of the document and returns the results. A part is an entity with all elements about it,
   * or the elements that belong to no entity. Results are memoized by the function, so pass a function of a module, not
   * a closure.
   */
  readonly gather: <T>(look: (part: PartContext) => T) => readonly T[];
  /** Memoizes `work` by `what` and the object it is about, so that several checks share one result. */
  readonly memoize: <T>(what: string, about: object, work: () => T) => T;
}

/**
 * One part of the document as if it were the whole document. Roles, constants, errors, limits, samples and points are
 * in each part.
 */
export interface PartContext extends CheckContext {
  /** Null in the part with the elements that belong to no entity. */
  readonly entity: Entity | null;
}

/** A formula with its inferred type and its problems. */
export interface CheckedFormula extends StatedFormula {
  readonly typed: Typed | null;
  readonly problems: readonly ExpressionProblem[];
}

/** One problem that a check reports. Without a place, it is reported at the element, or at the point's heading. */
export interface Finding {
  readonly element?: string | null;
  readonly point?: Point;
  /** Set if this finding is more or less severe than the check's default. */
  readonly severity?: Severity;
  readonly at: Place | null;
  readonly also?: readonly (Place | null)[];
  /** What is wrong, in plain words. */
  readonly message: string;
  /** What to do next. */
  readonly next: string;
  readonly edit?: Edit | null;
  /** The witness: which person meets the problem, on which record, by which path. */
  readonly witness?: string | null;
}

/**
 * One entity with all elements about it. What `findIn` yields may depend on this context, on the roles, errors,
 * constants and limits, and on look-ups of other entities by name, but not on a walk through the whole Model.
 */
export interface EntityContext extends PartContext {
  /** The Model with only this entity and the elements about it. */
  readonly model: Model;
  readonly entity: Entity;
  readonly machines: readonly Machine[];
  readonly rules: readonly Rule[];
  readonly permissions: readonly Permission[];
  readonly screens: readonly Screen[];
  readonly calls: readonly Call[];
  /** The formulas of the entity, its machines, rules, permissions, screens and calls. */
  readonly ownFormulas: readonly CheckedFormula[];
}

interface CheckBase {
  readonly code: string;
  /** The point of the folder that holds the check; null for `across`. */
  readonly point: Point | null;
  readonly severity: Severity;
  /** One sentence: what the check finds. */
  readonly about: string;
}

/**
 * A check. Its code is the name of its file; the page next to the file explains the check and is run as its test.
 * `find` looks at the whole document, `findIn` at each entity, `findEach` at each part of the document, including the
 * part without an entity.
 */
export type Check = CheckBase &
  (
    | { readonly find: (context: CheckContext) => Iterable<Finding> }
    | { readonly findIn: (context: EntityContext) => Iterable<Finding> }
    | { readonly findEach: (context: PartContext) => Iterable<Finding> }
  );

/** An identity function that gives a check its type. */
export function defineCheck(check: Check): Check {
  return check;
}
