import { columnNamed } from '../columns.ts';
import type { Block } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { SCREEN_COLUMNS } from '../points/2-columns.ts';
import { isBlank, isNotShown, words } from '../reader.ts';
import { type Head, routeOf, routesIn } from './2-heads.ts';
import { quotation } from './kept.ts';
import { withPairs } from './paired.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** A screen in a row of a table that has columns of its own. */
export interface TableRow {
  readonly head: Head;
  /** Whom it is for; null: no column says so. */
  readonly who: Span | null;
  readonly facts: readonly Span[];
  /** What a column says of the ways on. */
  readonly leads: Span | null;
  readonly source: Span;
  /** What stands in it, under its headings, to be kept. */
  readonly quote: string;
}

const KIND =
  /^`?(?:table|list|tiles|cards|form|record|detail|board|calendar|dashboard|page|redirect|sign[ -]?in)(?:`?$|:|\s+by\s)/i;
const WORDY = /\b(?:only|and|or|all|every\w*|any\w*|public|signed|but|except|none)\b/i;
const ROUTE = /^(?:the )?(?:route|path|url|address|uri|link)(?:e?s)?(?: \(.*\))?$/i;
const NAME =
  /^(?:(?:screen|page|view|component)(?: ?name| title)?|name|title|called|what it is called|label|heading|menu entry)$/i;
const WHO =
  /^(?:for|for whom|who\b.*|(?:allowed |user |required )?roles?|access(?:ible)?(?: for| to| by)?|(?:visible|open|available|shown|restricted)(?: to| for)|allowed(?: for)?|users?|audience|permissions?|permitted|guard|(?:opened|seen|used) by|login|auth(?:entication|orization)?|role\(s\))$/i;
const NUMBER = /^(?:no|nr|num|number|#|id|ref|key)\.?$/i;
const LEADS = /^(?:leads? to|links?(?: to)?|goes to|next|then|navigat(?:es|ion)(?: to)?|from here|ways? on)$/i;
const KEYED =
  /^(?:columns?|fields|sort(?:ed by| order)?|default sort|buttons?|actions?|empty(?: state| text| list)?|page size|refresh)$/i;

/** The rows of a table of screens as people write it; null where it is in the notation, or about something else. */
export function tableInWords(table: Table): TableRow[] | null {
  const headings = table.header.cells.map(words);
  const route = headings.findIndex((heading) => ROUTE.test(heading));
  const found = route >= 0 ? route : columnOfRoutes(table);
  if (found === null || isCanonical(table, headings)) return null;
  const name = headings.findIndex((heading, index) => index !== found && NAME.test(heading));
  const leads = headings.findIndex((heading, index) => index !== found && index !== name && LEADS.test(heading));
  const who = headings.findIndex((heading, index) => index !== found && index !== name && WHO.test(heading));
  const rows = table.rows.map((row): TableRow | null => {
    const cell = row.cells[found];
    const [first, ...others] = cell === undefined ? [] : routesIn(cell);
    if (cell === undefined || first === undefined) return null;
    const said = row.cells.flatMap((each, index) =>
      index === found ||
      index === name ||
      index === who ||
      index === leads ||
      isBlank(each) ||
      NUMBER.test(headings[index] ?? '')
        ? []
        : [withKey(headings[index] ?? '', each)],
    );
    const title = name < 0 ? null : (row.cells[name] ?? null);
    const source = headings.map((heading, index) => `${heading}: ${row.cells[index]?.text ?? ''}`).join('; ');
    return {
      head: {
        routes: [first, ...others],
        name: title === null || isBlank(title) ? null : title,
        rest: part(cell, cell.text.length),
        label: null,
      },
      who: who < 0 ? null : (row.cells[who] ?? null),
      facts: said,
      leads: leads < 0 || isBlank(row.cells[leads] ?? null) ? null : (row.cells[leads] ?? null),
      source: row.at,
      quote: quotation(source),
    };
  });
  return rows.length === 0 || rows.some((row) => row === null) ? null : rows.flatMap((row) => row ?? []);
}

/** A row for each screen, where a row has as many addresses as names. */
export function withRows(table: Table): Table {
  const headings = table.header.cells.map(words);
  const headed = headings.findIndex((heading) => ROUTE.test(heading));
  const routes = headed >= 0 ? headed : (columnOfRoutes(table) ?? -1);
  const values = headings.findIndex((heading, index) => index !== routes && NAME.test(heading));
  if (routes < 0 || values < 0) return table;
  const whole = headings.findIndex((heading, index) => index !== routes && index !== values && WHO.test(heading));
  return withPairs(table, { names: routes, isName: (cell) => routeOf(cell) !== null, values, whole, anySign: true });
}

/** A column that holds an address in each row. */
function columnOfRoutes({ header, rows }: Table): number | null {
  const at = header.cells.findIndex((_, index) =>
    rows.every(({ cells }) => {
      const cell = cells[index];
      const [first] = cell === undefined ? [] : routesIn(cell);
      return first !== undefined && first.from === 0;
    }),
  );
  return at < 0 || rows.length === 0 ? null : at;
}

function withKey(heading: string, cell: Span): Span {
  return KEYED.test(heading)
    ? { text: `${heading}: ${cell.text}`, from: Math.max(0, cell.from - heading.length - 2) }
    : cell;
}

function isCanonical(table: Table, headings: readonly string[]): boolean {
  const columns = headings.map((heading) => columnNamed(SCREEN_COLUMNS, heading)?.name ?? null);
  if (!columns.includes('Route')) return false;
  const cells = (column: string) => {
    const index = columns.indexOf(column);
    return index < 0
      ? []
      : table.rows.flatMap(({ cells: all }) => (isBlank(all[index] ?? null) ? [] : (all[index] ?? [])));
  };
  const kinds = cells('As');
  if (kinds.some((cell) => KIND.test(cell.text) || isNotShown(cell))) return true;
  if (columns.some((column, index) => column === null && headings[index] !== '')) return false;
  const shows = cells('Shows').some(
    ({ text }) => !/\bwhere\b/.test(text) && (text.split(/\s+/).length > 3 || /[.,;:]/.test(text)),
  );
  const who = cells('For').some((cell) => WORDY.test(words(cell)));
  return !shows && !who && kinds.length === 0;
}
