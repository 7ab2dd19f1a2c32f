import type { ExpressionProblem } from '../../expressions/syntax/problem.ts';
import type { StatedFormula } from '../../expressions/types/formulas.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Edit, Severity } from '../../model/types/diagnostic.ts';
import type { Place, Point } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Call, Entity, Machine, Model, Permission, Rule, Screen } from '../../model/types/model.ts';
import type { RoleAccess } from './role-access.ts';

/** The elements that are looked at, with look-ups in the whole document. Computed once per run; immutable. */
export interface CheckContext {
  /** The Model with its assumptions; each element says whether it is stated. */
  readonly model: Model;
  readonly schema: Schema;
  readonly formulas: readonly CheckedFormula[];
  /** Returns the typed form of a formula of the Model; null if it does not parse or its types do not fit. */
  readonly typed: (formula: Formula | null) => Typed | null;
  /** Who may do what according to the matrix of point 6. */
  readonly access: RoleAccess;
  /** Memoizes `work` by `what` and the object it is about, so that several checks share one result. */
  readonly memoize: <T>(what: string, about: object, work: () => T) => T;
}

/** The context of a whole document: the input of every check. */
export interface DocumentContext extends CheckContext {
  /** Each entity with all elements about it, in the order of the document. */
  readonly entities: readonly EntityContext[];
  /** The same, and last the elements that belong to no entity. */
  readonly parts: readonly CheckContext[];
}

/** A formula with its inferred type and its problems. */
export interface CheckedFormula extends StatedFormula {
  readonly typed: Typed | null;
  /** The typed expression and all its parts; empty if it has no type. */
  readonly parts: readonly Typed[];
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

/** One entity with all elements about it. Roles, constants, errors, limits, samples and points are those of the document. */
export interface EntityContext extends CheckContext {
  /** The Model with only this entity and the elements about it. */
  readonly model: Model;
  readonly entity: Entity;
  readonly machines: readonly Machine[];
  readonly rules: readonly Rule[];
  readonly permissions: readonly Permission[];
  readonly screens: readonly Screen[];
  readonly calls: readonly Call[];
}

/** A check. Its code is the name of its file; the page next to the file explains the check and is run as its test. */
export interface Check {
  readonly code: string;
  /** The point of the folder that holds the check; null for `across`. */
  readonly point: Point | null;
  readonly severity: Severity;
  /** One sentence: what the check finds. */
  readonly about: string;
  readonly find: (context: DocumentContext) => Iterable<Finding>;
}

/** An identity function that gives a check its type. */
export function defineCheck(check: Check): Check {
  return check;
}
