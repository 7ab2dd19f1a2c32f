import type { Evaluate } from './scope.ts';
import type { StaticType } from './static.ts';

/**
 * A compiled expression for a database, over names of the Model; the store renders it as SQL. Everything that does not
 * depend on the row (constants, `me`, the clock, all calendar arithmetic) is a parameter, whose closure runs once per
 * request. `and`, `or` and `not` follow Kleene, as in SQL; `same` is never unknown.
 */
export type Relation =
  /** As an operand of `same` and `among`, an unknown parameter matches no value. Elsewhere it is SQL's NULL. */
  | {
      readonly r: 'parameter';
      readonly value: Evaluate;
      readonly type: StaticType;
      /** Set if the parameter is never empty: a value, or unknown. */
      readonly given?: true;
    }
  /** `path`: reference fields to follow from the current row; `local` null: the row of the relation itself. */
  | {
      readonly r: 'field';
      readonly local: string | null;
      readonly entity: string;
      readonly path: readonly Step[];
      readonly field: string;
      readonly type: StaticType;
    }
  /** Null-safe equality, regardless of the scales of numbers; negated for `!=`. */
  | { readonly r: 'same'; readonly left: Relation; readonly right: Relation; readonly negated: boolean }
  | {
      readonly r: 'order';
      readonly operator: '<' | '<=' | '>' | '>=';
      readonly left: Relation;
      readonly right: Relation;
    }
  | {
      readonly r: 'arithmetic';
      readonly operator: '+' | '-' | '*';
      readonly left: Relation;
      readonly right: Relation;
      readonly type: StaticType;
    }
  /** Membership in a list parameter or in listed operands; unknown over an empty operand. */
  | { readonly r: 'among'; readonly item: Relation; readonly list: readonly Relation[] | Relation }
  | { readonly r: 'and' | 'or'; readonly parts: readonly Relation[] }
  | { readonly r: 'not'; readonly of: Relation }
  /** `test` is never unknown, or both readings of a NULL test give the same. */
  | { readonly r: 'conditional'; readonly test: Relation; readonly yes: Relation; readonly no: Relation }
  /**
   * Over the owned lines in `field` of the current row: whether some line or every line meets a condition (Kleene's
   * `or` and `and`: unknown if the condition is unknown for a line and no other line decides), or an aggregate of
   * `body` without NULLs. Without lines the sum is 0; the minimum, maximum and average are empty. An average is rounded
   * to `type`'s scale, half away from zero.
   */
  | {
      readonly r: 'lines';
      readonly what: 'exists' | 'all' | 'sum' | 'count' | 'average' | 'min' | 'max';
      readonly local: string;
      readonly entity: string;
      readonly outer: string | null;
      readonly field: string;
      readonly body: Relation | null;
      readonly type: StaticType;
    }
  /**
   * Like `lines`, over several records whose ids are in `list`. A record that does not exist has only empty fields. An
   * empty list has no records; `list` is never unknown.
   */
  | {
      readonly r: 'several';
      readonly what: 'exists' | 'all' | 'sum' | 'count' | 'average' | 'min' | 'max';
      readonly local: string;
      readonly entity: string;
      readonly list: Relation;
      readonly body: Relation | null;
      readonly type: StaticType;
    }
  /** The ids in `list` of the records for which `where` is true, in no order; empty if there are none. */
  | {
      readonly r: 'those';
      readonly local: string;
      readonly entity: string;
      readonly list: Relation;
      readonly where: Relation;
      readonly type: StaticType;
    }
  /**
   * Over the records of an entity (without deleted ones) for which `where` is true, each as `local`: whether one
   * exists, how many, or an aggregate of `body` without empty values. Without records the count and sum are 0; the
   * minimum, maximum and average are empty. The outer row and locals can be read inside.
   */
  | {
      readonly r: 'query';
      readonly what: 'exists' | 'count' | 'sum' | 'average' | 'min' | 'max';
      readonly local: string;
      readonly entity: string;
      readonly where: Relation | null;
      readonly body: Relation | null;
      readonly type: StaticType;
    }
  /** Text functions that both databases evaluate exactly alike. */
  | {
      readonly r: 'text';
      readonly what: 'contains' | 'startsWith' | 'endsWith';
      readonly of: Relation;
      readonly needle: Relation;
    }
  /** A whole number as text, filled with zeros to at least `length` digits. */
  /** A text in lower or upper case. */
  | { readonly r: 'cased'; readonly of: Relation; readonly to: 'lower' | 'upper'; readonly type: StaticType }
  | { readonly r: 'digits'; readonly of: Relation; readonly length: number; readonly type: StaticType }
  /** Whether a word of a searched field of the row begins with this word of `wordsSought`. */
  | { readonly r: 'word'; readonly of: Relation; readonly begins: Relation }
  /**
   * A part that no database can evaluate; `why` names it. A filter or permission that needs it refuses, and a check
   * reports it.
   */
  | { readonly r: 'unanswerable'; readonly why: string };

/** One reference followed: from `entity` by `field` to a record of `to`. */
export interface Step {
  readonly entity: string;
  readonly field: string;
  readonly to: string;
}
