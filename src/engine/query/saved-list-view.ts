import { isObject, type Json, member } from '../../fields/text/json.ts';

/** The state of a saved list view: its query and appearance. */
export interface ListState {
  /** As written in a URL; empty if not set. */
  readonly filter: string;
  readonly q: string;
  readonly sort: string;
  readonly filters: string;
  /** The grouping; `NO_GROUPS` for none, whatever the document states. */
  readonly group: string;
  /** The columns; null: as the document states them. */
  readonly columns: ColumnsState | null;
  /** The row density; null: each person's own setting. */
  readonly density: Density | null;
}

export type Density = 'comfortable' | 'compact';

/** Differences from the stated columns, so that columns stated later are still shown. */
export interface ColumnsState {
  readonly hidden: readonly string[];
  readonly added: readonly string[];
  /** The order of moved columns; empty if none was moved. */
  readonly order: readonly string[];
  /** Widths in px by column name. */
  readonly widths: readonly (readonly [name: string, width: number])[];
}

/** A saved list view as the caller sees it. */
export interface WireListView {
  readonly id: string;
  readonly name: string;
  /** The role with which it is shared; null if it is private. */
  readonly role: { readonly name: string; readonly label: string } | null;
  /** Whether the caller created it. */
  readonly mine: boolean;
  /** Whether the caller may rename, change and delete it. */
  readonly mayChange: boolean;
  readonly state: ListState;
}

export interface WireListViews {
  readonly items: readonly WireListView[];
  /** The id of the view with which the list opens for the caller; null: as the document states. */
  readonly opening: string | null;
  /** The roles with which the caller may share views. */
  readonly shares: readonly { readonly name: string; readonly label: string }[];
}

/** No field can have this name in a URL. */
export const NO_GROUPS = ',';

/** Limits of a column's width in px. */
export const NARROWEST = 60;
export const WIDEST = 1_200;

const LONGEST = 2_000;
const MOST_COLUMNS = 500;
const ASKED = ['filter', 'q', 'sort', 'filters', 'group'] as const;
const KNOWN: readonly string[] = [...ASKED, 'columns', 'density'];
const KNOWN_OF_COLUMNS: readonly string[] = ['hidden', 'added', 'order', 'widths'];

/**
 * Parses a state, or returns what is wrong with it. Absent members are not set. Permission is checked when the list is
 * queried.
 */
export function readListState(json: Json): ListState | string {
  if (!isObject(json)) return '“state” must be an object';
  const unknown = Object.keys(json).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return `nothing is called “${unknown}” in a state`;
  const texts = new Map(ASKED.map((name) => [name, member(json, name) ?? '']));
  const wrong = [...texts].find(([, text]) => typeof text !== 'string' || text.length > LONGEST);
  if (wrong !== undefined) return `“${wrong[0]}” must be text of at most ${LONGEST} characters`;
  const columns = member(json, 'columns');
  const read = columns === null ? null : readColumns(columns);
  if (typeof read === 'string') return read;
  const density = member(json, 'density');
  if (density !== null && density !== 'comfortable' && density !== 'compact')
    return '“density” must be comfortable or compact';
  const text = (name: (typeof ASKED)[number]) => String(texts.get(name) ?? '');
  return {
    filter: text('filter'),
    q: text('q'),
    sort: text('sort'),
    filters: text('filters'),
    group: text('group'),
    columns: read,
    density,
  };
}

function readColumns(json: Json): ColumnsState | string {
  if (!isObject(json)) return '“columns” must be an object';
  const unknown = Object.keys(json).find((name) => !KNOWN_OF_COLUMNS.includes(name));
  if (unknown !== undefined) return `nothing is called “${unknown}” in columns`;
  const [hidden, added, order] = [namesIn(json, 'hidden'), namesIn(json, 'added'), namesIn(json, 'order')];
  if (hidden === null || added === null || order === null) return 'columns must be lists of names';
  const widths = widthsIn(member(json, 'widths') ?? []);
  if (widths === null) return `“widths” must be pairs of a name and a number from ${NARROWEST} to ${WIDEST}`;
  return { hidden, added, order, widths };
}

function namesIn(json: { readonly [name: string]: Json }, name: string): string[] | null {
  const list = member(json, name) ?? [];
  if (!Array.isArray(list) || list.length > MOST_COLUMNS) return null;
  const names = list.filter((each) => typeof each === 'string');
  return names.length === list.length ? names : null;
}

function widthsIn(list: Json): (readonly [string, number])[] | null {
  if (!Array.isArray(list) || list.length > MOST_COLUMNS) return null;
  const widths = list.flatMap((pair): (readonly [string, number])[] => {
    const [name, width, ...more] = Array.isArray(pair) ? pair : [];
    const isWidth = typeof width === 'number' && Number.isInteger(width) && width >= NARROWEST && width <= WIDEST;
    return typeof name === 'string' && isWidth && more.length === 0 ? [[name, width]] : [];
  });
  return widths.length === list.length ? widths : null;
}

/** Returns the names of the columns in a state. */
export function columnsNamed({ columns }: ListState): string[] {
  if (columns === null) return [];
  const { hidden, added, order, widths } = columns;
  return [...new Set([...hidden, ...added, ...order, ...widths.map(([name]) => name)])];
}
