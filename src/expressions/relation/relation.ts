import type { Evaluate } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';

/**
 * An expression as a question to a database, over names of the Model; the store renders it to a dialect.
 * Whatever does not depend on the row (constants, `me`, the clock, all calendar arithmetic) is a parameter:
 * its closure runs once a request. `and`, `or`, `not` are Kleene's as in SQL; `same` is never unknown.
 */
export type Relation =
  /** As an operand of `same`, `among`: an unknown parameter equals nothing. Elsewhere unknown is SQL's NULL. */
  | {
      readonly r: 'parameter';
      readonly value: Evaluate;
      readonly type: StaticType;
      /** Never empty: a value, or unknown. */
      readonly given?: true;
    }
  /** `path` are reference fields to follow from the row at hand; `local` null: the row asked about. */
  | {
      readonly r: 'field';
      readonly local: string | null;
      readonly entity: string;
      readonly path: readonly Step[];
      readonly field: string;
      readonly type: StaticType;
    }
  /** Null-safe equality, of numbers whatever their scales; negated for `!=`. */
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
   * Over the owned lines in `field` of the row at hand: some line / every line satisfies (Kleene's `or` / `and` over
   * the lines: unknown where a line's body is and none decides), or an aggregate of `body` that leaves NULLs out. The sum
   * of nothing is 0; the least, greatest and average of nothing is empty. An average is rounded to `type`'s scale, half
   * away from zero.
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
   * Over several records that a field names, in `list` as their ids: as over lines. One that is not there has only empty
   * fields. An empty list is one of none; `list` is never unknown.
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
  /** The ids in `list` of those records for which `where` is true, in no order; empty where there are none. */
  | {
      readonly r: 'those';
      readonly local: string;
      readonly entity: string;
      readonly list: Relation;
      readonly where: Relation;
      readonly type: StaticType;
    }
  /**
   * Over the live records of an entity for which `where` is true, each of them under `local`: whether there is one, how many,
   * or what their `body` comes to, empty values left out. Of none the count and sum are 0, the least, greatest and average
   * empty. What stands around it (the row asked about, locals) may be read within.
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
  /** Text functions both databases can do, letter by letter. */
  | {
      readonly r: 'text';
      readonly what: 'contains' | 'startsWith' | 'endsWith';
      readonly of: Relation;
      readonly needle: Relation;
    }
  /** Whether a word of a searched field of the row at hand begins with this one of `wordsSought`. */
  | { readonly r: 'word'; readonly of: Relation; readonly begins: Relation }
  /** No database can be asked this; `why` names the part. A filter or permission on it refuses, and a check says so. */
  | { readonly r: 'unanswerable'; readonly why: string };

/** One reference followed: from `entity` by `field` to a record of `to`. */
export interface Step {
  readonly entity: string;
  readonly field: string;
  readonly to: string;
}
