import { PLAIN_SCREEN } from '../../model/lookups/plain-screen.ts';
import type { Screen } from '../../model/types/model.ts';
import type { Block } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import { nameFinder, reportTable } from '../points/tables-and-parts.ts';
import { messages } from '../reader/codes.ts';
import {
  type Cells,
  columnNames,
  effectUntilStated,
  filledCell,
  hasColumns,
  type KeyValue,
  rowsOf,
} from '../reader/columns.ts';
import { contentOf, contentSpans } from '../reader/content.ts';
import type { Part, Section } from '../reader/outline.ts';
import { isNotShown, type Reader, references, statedElement, statedName, words } from '../reader/reader.ts';
import { withKey } from './screen-keys.ts';
import { defaultScreenKind, type ScreenFindingContext, showsOf, viewOf } from './screen-kind.ts';
import { ALL_KEYS, SCREEN_COLUMNS } from './screen-notation.ts';

type Table = Extract<Block, { kind: 'table' }>;

/**
 * Reads point 2: a table with a row for each screen, and a `### Name` part for everything else. `entityNames` are the
 * entities of point 3. A screen with any unread content opens for nobody, because that content may say who may open it.
 */
export function readScreens(
  reader: Reader,
  sections: readonly Section[],
  entityNames: ReadonlySet<string>,
): { screens: Screen[]; help: string } {
  const screens: Screen[] = [];
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, {
      point: 2,
      keys: [],
      accepts: `A screen is a row of a table with the columns ${columnNames(SCREEN_COLUMNS).join(', ')}.`,
    });
    help.push(content.help);
    for (const table of content.tables) screens.push(...screensIn(reader, table, entityNames));
    const find = nameFinder(screens.flatMap((screen) => [screen.name, screen.route]));
    for (const part of section.parts) readPart(reader, part, screens, find, entityNames);
  }
  return { screens, help: help.filter((text) => text !== '').join('\n\n') };
}

function screensIn(reader: Reader, table: Table, entityNames: ReadonlySet<string>): Screen[] {
  if (!hasColumns(table, SCREEN_COLUMNS)) {
    reportTable(reader, table, columnNames(SCREEN_COLUMNS), { point: 2 });
    return [];
  }
  return rowsOf(reader, table, SCREEN_COLUMNS, 2).flatMap((cells) => screenOf(reader, cells, entityNames) ?? []);
}

/** Returns the screen of a row, or of the keys of a part; null if it has no route. */
function screenOf(reader: Reader, cells: Cells, entityNames: ReadonlySet<string>): Screen | null {
  const route = filledCell(cells, 'Route');
  if (route === null || isNotShown(route)) {
    if (route === null) reader.report(messages.nameMissing('Route'), cells.at, { point: 2 });
    else
      reader.report(
        messages.notShown('The route of this screen', 'The screen is left out until it has an address.'),
        route,
        { point: 2 },
      );
    return null;
  }
  const address = words(route);
  const id = reader.id('screen', address);
  const about = { point: 2, element: id } as const;
  const title = shownCell(reader, cells, 'Screen', about);
  const content = shownCell(reader, cells, 'Shows', about);
  const asCell = shownCell(reader, cells, 'As', about);
  const isView = asCell === null && content !== null && isViewWithoutEntity(content, entityNames);
  const shows = showsOf(reader, isView ? null : content, about);
  const as = isView ? content : asCell;
  const view = as === null ? null : viewOf(reader, as, about);
  const isRedirect = as === null && cells.cell('Redirects to') !== null;
  const who = cells.cell('For');
  return {
    ...statedElement(reader, 2, id, cells.at),
    ...statedName(title === null ? address : words(title)),
    route: address,
    ...PLAIN_SCREEN,
    ...shows,
    ...(view ?? { kind: isRedirect ? 'redirect' : defaultScreenKind(address, shows.entity) }),
    roles: isNotShown(who) || cells.unread !== null ? null : references(reader, who),
  };
}

/** Whether `Shows` says `page` or `sign in`, which is read as under `As` unless an entity has that name. */
function isViewWithoutEntity(shows: Span, entityNames: ReadonlySet<string>): boolean {
  return /^(?:page|sign[ -]?in)$/i.test(shows.text.trim()) && !entityNames.has(words(shows));
}

/** Returns a filled cell. One that is not shown is reported and read as blank. */
function shownCell(reader: Reader, cells: Cells, column: string, about: ScreenFindingContext): Span | null {
  const span = filledCell(cells, column);
  if (!isNotShown(span)) return span;
  reportGap(reader, column, span ?? cells.at, about);
  return null;
}

function reportGap(reader: Reader, column: string, at: Span, about: ScreenFindingContext): void {
  reader.report(messages.notShown(`“${column}”`, effectUntilStated(SCREEN_COLUMNS, column)), at, about);
}

/** Reads a `### Name` part: more about a screen of the table, or a screen of its own if it states a route. */
function readPart(
  reader: Reader,
  part: Part,
  screens: Screen[],
  find: (title: string) => number | null,
  entityNames: ReadonlySet<string>,
): void {
  const findingsBefore = reader.diagnostics.length;
  const content = contentOf(reader, part.blocks, { point: 2, keys: ALL_KEYS });
  const found = find(words(part.title));
  let index = found === null ? -1 : found >> 1;
  const isOwn = index < 0;
  if (isOwn) {
    const cells = cellsOf(content.keys, part.title);
    if (cells.cell('Route') === null) {
      reader.report(
        messages.nameUnknown(
          words(part.title),
          'screen of the table above',
          'Give it a row, or a line “- Route: …” here.',
        ),
        part.title,
        { point: 2, also: contentSpans(part.blocks) },
      );
      return;
    }
    const screen = screenOf(reader, cells, entityNames);
    if (screen === null) return;
    index = screens.push(screen) - 1;
  }
  const screen = screens[index];
  if (screen === undefined) return;
  const about = { point: 2, element: screen.id } as const;
  for (const table of content.tables) reportTable(reader, table, [], about);
  if (content.notShown !== null)
    reader.report(messages.notShown(`More about ${screen.name}`, 'It is as the table says.'), content.notShown, about);
  let result = screen;
  const isRead = new Set<string>();
  for (const key of content.keys) {
    const isInRow = isOwn && COLUMNS.has(key.key) && !isRead.has(key.key);
    isRead.add(key.key);
    if (!isInRow) result = COLUMNS.has(key.key) ? withCell(reader, result, key, about) : withKey(reader, result, key);
  }
  const isUnread = reader.diagnostics.slice(findingsBefore).some(({ code }) => UNREAD_CODES.has(code));
  screens[index] = {
    ...result,
    roles: isUnread ? null : result.roles,
    help: [screen.help, content.help].filter((text) => text !== '').join('\n\n'),
  };
}

const COLUMNS: ReadonlySet<string> = new Set(columnNames(SCREEN_COLUMNS));
const UNREAD_CODES: ReadonlySet<string> = new Set(['not-read', 'table-unfinished']);

/** Applies a key of a part that is also a column of the table: it may state what the row leaves blank. */
function withCell(reader: Reader, screen: Screen, key: KeyValue, about: ScreenFindingContext): Screen {
  if (isNotShown(key.value)) {
    reportGap(reader, key.key, key.value, about);
    return key.key === 'For' ? { ...screen, roles: null } : screen;
  }
  if (key.key === 'Shows' && screen.entity === null) {
    const shows = showsOf(reader, key.value, about);
    return {
      ...screen,
      ...shows,
      kind: screen.kind === 'page' ? defaultScreenKind(screen.route, shows.entity) : screen.kind,
    };
  }
  if (key.key === 'As' && screen.by === null && screen.kind === defaultScreenKind(screen.route, screen.entity)) {
    const view = viewOf(reader, key.value, about);
    if (view === null) return screen;
    if (screen.fields.length === 0) return { ...screen, ...view };
    if (view.fields.length === 0) return { ...screen, ...view, fields: screen.fields };
  }
  if (key.key === 'For' && screen.roles?.length === 0) return { ...screen, roles: references(reader, key.value) };
  reader.report(messages.rowNotRead(words(key.at), 'The row of this screen states it already.'), key.at, about);
  return screen;
}

/** Returns the keys of a part as the cells of a row, with its heading as the name. */
function cellsOf(keys: readonly KeyValue[], title: Span): Cells {
  const find = (column: string) => keys.find(({ key }) => key === column)?.value ?? null;
  return { at: title, cell: (column) => find(column) ?? (column === 'Screen' ? title : null), unread: null };
}
