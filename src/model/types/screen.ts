import type { Element, Name, Place } from './element.ts';
import type { Formula } from './formula.ts';
import type { ScreenKind } from './screen-kinds.ts';
import type { Bound } from './types.ts';

export type { ScreenKind };

export interface Screen extends Element, Name {
  /** `/claims/:id`; a segment that starts with a colon is a parameter. */
  readonly route: string;
  readonly kind: ScreenKind;
  /** The entity that the screen shows; null for a page of prose. */
  readonly entity: string | null;
  readonly filter: Formula | null;
  /** Columns of a table or fields of a form. Empty if none are stated: then all that the person may read. */
  readonly fields: readonly ScreenField[];
  /** `board by status`, `calendar by startsOn`. */
  readonly by: string | null;
  /** The field with the end of a calendar entry: `calendar by startsOn to endsOn`. */
  readonly until: string | null;
  readonly sort: readonly SortKey[];
  /** Events offered on rows and in bulk, as stated. */
  readonly actions: readonly Reference[];
  readonly whenEmpty: string | null;
  /** Role names; null if `For` is not shown, which refuses everybody. */
  readonly roles: readonly Reference[] | null;
  readonly numbers: readonly NumberTile[];
  readonly charts: readonly Chart[];
  /** Conditions that people can switch on and off. */
  readonly filters: readonly SavedFilter[];
  readonly sections: readonly ScreenSection[];
  readonly links: readonly Link[];
  /** The roles that start here after signing in; "everyone else" is the role of everyone. */
  readonly startFor: readonly Reference[];
  /** `Menu: no`, or the condition under which the navigation contains the screen; null: A-NAVIGATION decides. */
  readonly menu: { readonly shown: boolean; readonly when: Formula | null } | null;
  /** People who do not meet the condition are redirected to `otherwise`. */
  readonly guard: Formula | null;
  /** Where an unmet guard or a redirect leads, and the message shown there. */
  readonly otherwise: Destination | null;
  /** Where a submitted form leads. */
  readonly next: Destination | null;
  /** How often the screen fetches its data again. */
  readonly refresh: Formula | null;
  /** Rows per page on this screen, instead of the `page size` limit. */
  readonly pageSize: Bound | null;
  /** Whether its rows can be exported to a file; null: A-CSV decides. */
  readonly exported: Offered | null;
  /** Whether records can be imported from a file; null: A-CSV decides. */
  readonly imported: Offered | null;
  /** Whether the screen leads to the deleted records; null: A-RESTORE decides. */
  readonly trash: Offered | null;
  /** Whether fields can be edited in the rows of a table; null: not stated, so the assumption A-INLINE decides. */
  readonly inline: Offered | null;
  /** Whether people who view the same record see one another; null: A-PRESENCE decides. */
  readonly presence: Offered | null;
  /** The initial grouping of its rows; `no`: they can never be grouped; null: not grouped at first (A-GROUPS). */
  readonly groupBy: GroupBy | 'no' | 'not shown' | null;
  /** Whether a record can be duplicated: a form that starts with its values; null: A-DUPLICATE decides. */
  readonly duplicated: Offered | null;
  /** Whether a record shows its related lists; null: A-RELATED decides. */
  readonly related: Offered | null;
  /** Whether people can comment on the record; null: they cannot. */
  readonly comments: Offered | null;
  /** Roles that may share views of the screen with others; null: A-VIEWS decides. Empty: not shown, so nobody. */
  readonly sharers: readonly Reference[] | null;
}

/**
 * What the document states about a feature that the product offers by default; `not shown` withholds it from everybody.
 */
export type Offered = 'yes' | 'no' | 'not shown';

/** A screen to go to, and the message shown there. */
export interface Destination {
  readonly route: string;
  readonly message: string | null;
  readonly at: Place | null;
}

/** `Filter: NAME where …` narrows the list while it is on; `Switch: NAME where …` hides records while it is off. */
export interface SavedFilter extends Element, Name {
  readonly kind: 'filter' | 'switch';
  readonly filter: Formula | null;
  /** On when the screen opens. */
  readonly on: boolean;
}

/** A part of a record or form with its own heading. `roles` empty: everyone who may open the screen sees it. */
export interface ScreenSection extends Element, Name {
  readonly fields: readonly ScreenField[];
  readonly roles: readonly Reference[];
}

/** A link to another screen: `Link: Raise a ticket → /tickets/new`. */
export interface Link {
  /** Empty: the name of the target screen is shown. */
  readonly text: string;
  readonly route: string;
  readonly at: Place | null;
}

/** A name that refers to something stated elsewhere, with its own place. */
export interface Reference {
  readonly name: string;
  readonly at: Place | null;
}

/** A field on a screen. `roles` empty: everyone who may open the screen sees it. */
export interface ScreenField extends Reference {
  readonly roles: readonly Reference[];
}

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
  readonly at: Place | null;
}

/**
 * `Group by: status`, `Group by: week of dueOn`. `interval` null: one group per value, or per month for a date or
 * moment.
 */
export interface GroupBy {
  readonly field: string;
  readonly interval: Interval | null;
  readonly at: Place | null;
}

/** Returns the grouping that the document states for a screen; null: none. */
export function statedGroupingOf({ groupBy }: Pick<Screen, 'groupBy'>): GroupBy | null {
  return groupBy === null || typeof groupBy === 'string' ? null : groupBy;
}

export type Aggregate = 'count' | 'sum' | 'average' | 'min' | 'max';

/** `Number: Paid this month, sum of total where …`. `field` is null for a count. */
export interface NumberTile extends Element, Name {
  readonly aggregate: Aggregate;
  readonly field: string | null;
  readonly filter: Formula | null;
}

/** The time span of one bar of a chart or one group of rows. */
export type Interval = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** `Chart: Spent over time, line, sum of total by month of spentOn`. */
export interface Chart extends Element, Name {
  readonly shape: 'bar' | 'line';
  readonly aggregate: Aggregate;
  readonly field: string | null;
  readonly by: string;
  readonly interval: Interval | null;
  readonly filter: Formula | null;
}
