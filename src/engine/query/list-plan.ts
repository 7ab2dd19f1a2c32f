import type { Relation } from '../../expressions/types/relation.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Aggregate } from '../../model/types/model.ts';
import type { Principal } from '../core/principal.ts';

/**
 * A question to the store with its row permission already in it. `key` names the shape: the same key asks the
 * same SQL, so that a store compiles a shape once; everything that differs between two requests of one key
 * stands in parameters of the relations or in `values`.
 */
export interface ListPlan {
  readonly key: string;
  readonly entity: string;
  /** Screen or call filter, row permission and the person's own filter, all of which must hold (be true). */
  readonly where: readonly Relation[];
  /** What `where` searches for: words that each must begin one in some of these fields. It narrows where to look; null: nothing. */
  readonly search: { readonly fields: readonly string[]; readonly words: readonly string[] } | null;
  /**
   * What each readable field is on a row: the column where its gate holds, else empty. Null gate: on every row found.
   * `isPart`: of a text only what its order goes by.
   */
  readonly select: readonly { readonly field: string; readonly gate: Relation | null; readonly isPart?: true }[];
  /** Gated alike. Ties by id. Empties last in both directions. */
  readonly sort: readonly { readonly field: string; readonly descending: boolean; readonly gate: Relation | null }[];
  /** Values of the sort keys and the id of the last row of the page before; null for the first. */
  readonly after: { readonly keys: readonly Value[]; readonly id: string } | null;
  readonly limit: number;
  /** Count up to this many, 0 for no count, Infinity for exact. */
  readonly countTo: number;
  /** A person asks for more than the document states: it may take only so much work. */
  readonly sent?: true;
  /** Each row is told with how much text stands in it, which nobody reads for that. */
  readonly weighed?: true;
}

/** A question for deleted records, the latest first, with its row permission in it as in a list. */
export interface DeletedPlan {
  readonly key: string;
  readonly entity: string;
  readonly where: readonly Relation[];
  /** Those that were deleted after this moment: the others are to be gone for good. */
  readonly since: number;
  /** When the last one of the page before was deleted, and its id; null for the first. */
  readonly after: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
  readonly countTo: number;
}

/** Sums and counts of the rows that this person may read. `by` null: one number. */
export interface AggregatePlan {
  readonly key: string;
  readonly entity: string;
  readonly where: readonly Relation[];
  readonly aggregate: Aggregate;
  readonly field: string | null;
  readonly gate: Relation | null;
  readonly by: {
    readonly field: string;
    readonly gate: Relation | null;
    readonly buckets: readonly Bucket[] | null;
    /** Rows that fall into no bucket are a group too, under no key; without it they are left out. */
    readonly others?: true;
    /** No more groups than these, those of the smallest keys; absent: as many as a chart has. */
    readonly most?: number;
  } | null;
  /** As of a list. */
  readonly sent?: true;
  /** What else is measured of the same rows, in the same statement. */
  readonly besides?: readonly Measure[];
}

export interface Measure {
  readonly aggregate: Aggregate;
  readonly field: string;
  readonly gate: Relation | null;
}

/** An interval of time: from inclusive, to exclusive; the ends are dates or instants as the field has them. */
export interface Bucket {
  readonly key: string;
  readonly from: Value;
  readonly to: Value;
}

/** What relations' parameters are evaluated over: the person and the clock. */
export interface PlanPrincipal {
  readonly who: Principal;
  readonly now: number;
}
