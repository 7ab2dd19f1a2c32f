import type { Formula } from './formula.ts';
import type { Element, Name, Place } from './place.ts';
import type { Bound } from './types.ts';

export type ScreenKind =
  | 'table'
  | 'list'
  | 'form'
  | 'record'
  | 'board'
  | 'calendar'
  | 'dashboard'
  | 'page'
  | 'redirect'
  | 'sign-in';

export interface Screen extends Element, Name {
  /** `/claims/:id`; a name after a colon is a parameter. */
  readonly route: string;
  readonly kind: ScreenKind;
  /** The entity that it shows; null for a page of prose. */
  readonly entity: string | null;
  readonly filter: Formula | null;
  /** Columns of a table, fields of a form, empty where none are stated: then all that the person may read. */
  readonly fields: readonly ScreenField[];
  /** `board by status`, `calendar by startsOn`. */
  readonly by: string | null;
  /** The end of what a calendar draws: `calendar by startsOn to endsOn`. */
  readonly until: string | null;
  readonly sort: readonly SortKey[];
  /** Events offered on rows and in bulk, as stated. */
  readonly actions: readonly Reference[];
  readonly whenEmpty: string | null;
  /** Role names; null when `For` is not shown, which refuses. */
  readonly roles: readonly Reference[] | null;
  readonly numbers: readonly NumberTile[];
  readonly charts: readonly Chart[];
  /** Conditions that people switch on and off. */
  readonly filters: readonly SavedFilter[];
  readonly sections: readonly ScreenSection[];
  readonly links: readonly Link[];
  /** The roles that land here after signing in; "everyone else" is the role of everyone. */
  readonly startFor: readonly Reference[];
  /** Stated `Menu: no`, or the condition under which the navigation holds it; null: by A-NAVIGATION. */
  readonly menu: { readonly shown: boolean; readonly when: Formula | null } | null;
  /** Whoever does not meet it is led to `otherwise`. */
  readonly guard: Formula | null;
  /** Where a guard that is not met, a redirect, or a form that was sent leads, and what is said there. */
  readonly otherwise: Leading | null;
  /** After a form was sent. */
  readonly next: Leading | null;
  /** How often a screen fetches anew by itself. */
  readonly refresh: Formula | null;
  /** Rows on a page of this screen, instead of the limit. */
  readonly pageSize: Bound | null;
  /** Whether its rows may be had as a file; null: by A-CSV. */
  readonly exported: Offered | null;
  /** Whether records may be made here from a file; null: by A-CSV. */
  readonly imported: Offered | null;
  /** Whether deleted records are found from here; null: by A-RESTORE. */
  readonly trash: Offered | null;
  /** Whether fields are changed in the rows of a table; null: by A-INLINE. */
  readonly inline: Offered | null;
  /** Whether people who look at the same record see one another there; null: by A-PRESENCE. */
  readonly presence: Offered | null;
  /** What its rows stand in groups by at first, or that they are in none ever; null: in none at first, by A-GROUPS. */
  readonly groupBy: GroupBy | 'no' | 'not shown' | null;
  /** Whether a record leads to a form that begins with its values; null: by A-DUPLICATE. */
  readonly duplicated: Offered | null;
  /** Whether a record lists those that refer to it; null: by A-RELATED. */
  readonly related: Offered | null;
  /** Whether people write comments at the record; null: they do not. */
  readonly comments: Offered | null;
  /** Roles that keep views of it for others; null: by A-VIEWS. Empty: not shown, so nobody. */
  readonly sharers: readonly Reference[] | null;
}

/** What the document says of something that we offer by ourselves; `not shown` keeps it from everybody. */
export type Offered = 'yes' | 'no' | 'not shown';

export interface Leading {
  readonly route: string;
  readonly message: string | null;
  readonly at: Place | null;
}

/** `Filter: NAME where …` narrows while it is on; `Switch: NAME where …` keeps records away while it is off. */
export interface SavedFilter extends Element, Name {
  readonly kind: 'filter' | 'switch';
  readonly filter: Formula | null;
  /** On when the screen opens. */
  readonly on: boolean;
}

/** A part of a record or form with a heading of its own; `roles` empty: whoever opens the screen. */
export interface ScreenSection extends Element, Name {
  readonly fields: readonly ScreenField[];
  readonly roles: readonly Reference[];
}

/** A way to another screen: `Link: Raise a ticket → /tickets/new`. */
export interface Link {
  /** Empty: the name of the screen it leads to. */
  readonly text: string;
  readonly route: string;
  readonly at: Place | null;
}

/** A name that points at something stated elsewhere, with its own place. */
export interface Reference {
  readonly name: string;
  readonly at: Place | null;
}

/** `roles` empty: whoever opens the screen sees it there. */
export interface ScreenField extends Reference {
  readonly roles: readonly Reference[];
}

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
  readonly at: Place | null;
}

/** `Group by: status`, `Group by: week of dueOn`. `interval` null: a group for each value, of a date or moment one for each month. */
export interface GroupBy {
  readonly field: string;
  readonly interval: Interval | null;
  readonly at: Place | null;
}

/** The field that the document groups a screen's rows by; null: none. */
export function statedGroup({ groupBy }: Pick<Screen, 'groupBy'>): GroupBy | null {
  return groupBy === null || typeof groupBy === 'string' ? null : groupBy;
}

export type Aggregate = 'count' | 'sum' | 'average' | 'min' | 'max';

/** `Number: Paid this month, sum of total where …`. `field` is null for a count. */
export interface NumberTile extends Element, Name {
  readonly aggregate: Aggregate;
  readonly field: string | null;
  readonly filter: Formula | null;
}

/** What a bar of a chart, or a group of rows, spans of a date or moment. */
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
