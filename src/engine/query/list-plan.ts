import type { Relation } from '../../expressions/types/relation.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Aggregate } from '../../model/types/model.ts';
import type { Principal } from '../core/principal.ts';

/**
 * A query to the store that already contains the row permission. `key` names the shape: plans with the same key need
 * the same SQL, so a store compiles each shape once. Everything that differs between two requests of one key is in
 * parameters of the relations or in `values`.
 */
export interface ListPlan {
  readonly key: string;
  readonly entity: string;
  /**
   * The conditions that must all be true: filter of the screen or call, row permission, and the person's own filter.
   */
  readonly where: readonly Relation[];
  /**
   * The search in `where`: each word must begin a word in one of the fields. It helps the store to narrow the search;
   * null: none.
   */
  readonly search: { readonly fields: readonly string[]; readonly words: readonly string[] } | null;
  /**
   * The selected fields: a field has its value where its read condition (`gate`) holds, else null. A null gate means on
   * every row. `isPart`: of a text only the part that determines the order.
   */
  readonly select: readonly { readonly field: string; readonly gate: Relation | null; readonly isPart?: true }[];
  /** The sort keys, limited by the same read conditions. Ties are sorted by id; nulls come last in both directions. */
  readonly sort: readonly { readonly field: string; readonly descending: boolean; readonly gate: Relation | null }[];
  /** The end of the previous page: values of the sort keys and id of its last row. Null for the first page. */
  readonly after: { readonly keys: readonly Value[]; readonly id: string } | null;
  readonly limit: number;
  /** The number of rows before the page. */
  readonly offset?: number;
  /** The record after or before which the page lies. The server finds its position, so no store sees it. */
  readonly start?: { readonly where: 'after' | 'before'; readonly id: string };
  /** Maximum count; 0 for no count, Infinity for an exact one. */
  readonly maxCount: number;
  /** The person's own conditions make the query: the store limits its cost. */
  readonly hasOwnConditions?: true;
  /** Rows are returned with the length of their texts instead of the texts. */
  readonly withWeights?: true;
}

/** A query for deleted records, latest first, with the row permission in it. */
export interface DeletedPlan {
  readonly key: string;
  readonly entity: string;
  readonly where: readonly Relation[];
  /** Only records deleted after this time; the retention of the others has ended. */
  readonly since: number;
  /** The end of the previous page: when its last record was deleted, and its id. Null for the first page. */
  readonly after: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
  readonly maxCount: number;
}

/** A query for sums and counts of the rows that this person may read. `by` null: one number. */
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
    /** Rows in no bucket form a group without a key; if absent, they are omitted. */
    readonly others?: true;
    /** The field holds several values; rows are in the group of each. */
    readonly each?: true;
    /** Maximum number of groups, those with the smallest keys; absent: the maximum for a chart. */
    readonly maxGroups?: number;
  } | null;
  /** As in `ListPlan`. */
  readonly hasOwnConditions?: true;
  /** Further aggregates over the same rows, in the same statement. */
  readonly furtherMeasures?: readonly Measure[];
}

export interface Measure {
  readonly aggregate: Aggregate;
  readonly field: string;
  readonly gate: Relation | null;
}

/** An interval of time: `from` is inclusive, `to` exclusive, both dates or instants as values of the field. */
export interface Bucket {
  readonly key: string;
  readonly from: Value;
  readonly to: Value;
}

/** The person and time for which the parameters of relations are evaluated. */
export interface PlanPrincipal {
  readonly principal: Principal;
  readonly now: number;
}
