/** The nine points, in the order of the document. */
export type Point = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export const POINTS: readonly Point[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The headings of the nine points as the canonical form prints them. */
export const POINT_TITLES: Readonly<Record<Point, string>> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'The error catalogue',
  9: 'Business constants and limits',
};

/** A place in the document: offsets in UTF-16 units; line and column count from 1. */
export interface Place {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
}

/**
 * How an element of the Model is known: a line states it, a named assumption adds it, or it is not shown. What is
 * unknown never permits.
 */
export type Standing = 'stated' | 'assumed' | 'not shown';

/** The named assumptions. Each is shown to the user and no longer applies once the document states the thing itself. */
export type Assumption =
  | 'A-SCREENS'
  | 'A-CALLS'
  | 'A-PEOPLE'
  | 'A-ROLES'
  | 'A-ERRORS'
  | 'A-NAVIGATION'
  | 'A-CSV'
  | 'A-RESTORE'
  | 'A-VIEWS'
  | 'A-INLINE'
  | 'A-PRESENCE'
  | 'A-GROUPS'
  | 'A-DUPLICATE'
  | 'A-RELATED'
  | 'A-OFFLINE'
  | 'A-ORDER'
  | 'A-LIMITS'
  | 'A-INITIAL'
  | 'A-LOCALE';

/** The attributes of every element of the Model. `id` is its path of current names, unique in the Model. */
export interface Element {
  readonly id: string;
  readonly point: Point;
  readonly standing: Standing;
  /** Null if no line states the element. */
  readonly at: Place | null;
  /** Set exactly when `standing` is `assumed`. */
  readonly assumption: Assumption | null;
  /** The prose under the element, used as its help text; empty if there is none. */
  readonly help: string;
}

/** A name in the document, and the label that people read instead. */
export interface Name {
  /** As written in the document. */
  readonly name: string;
  /** For people: `spentOn` gives "Spent on". */
  readonly label: string;
  /** Null unless the document states it. */
  readonly plural: string | null;
  /** By language tag. */
  readonly translations: Readonly<Record<string, string>>;
}

/**
 * Returns the id of an element: its kind and its path of names, `field/Line/amount`. Slashes in names are escaped, so
 * that different paths never give the same id. The kinds: point, entity, field, screen, number, chart, machine, state,
 * transition, rule, role, permission, call, error, constant, limit.
 */
export function idOf(kind: string, ...names: readonly string[]): string {
  return [kind, ...names.map((name) => name.replace(/[%/]/g, encodeURIComponent))].join('/');
}
