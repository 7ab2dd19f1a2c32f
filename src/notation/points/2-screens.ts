import { PLAIN_SCREEN } from '../../model/lookups/plain-screen.ts';
import type { Screen } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { type Cells, filled, fits, type KeyValue, keyOf, names, rowsOf } from '../columns.ts';
import { contentOf, sourceOfPart } from '../content.ts';
import { screensInWords } from '../liberal/2-screens.ts';
import { type ShownInWords, shownInWords } from '../liberal/2-shows.ts';
import { blockQuotation, helpBehind, joinHelp, otherCells, quotation } from '../liberal/kept.ts';
import type { Block } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import { formula, isNotShown, named, type Reader, references, stated, words } from '../reader.ts';
import { ALL_KEYS, SCREEN_COLUMNS } from './2-columns.ts';
import { withKey } from './2-keys.ts';
import { type About, showsOf, usualKind, viewOf } from './2-view.ts';
import { finder } from './parts.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** Point 2: a table of screens, a `### Name` part for what a table can't hold, and screens in words. */
export function readScreens(reader: Reader, sections: readonly Section[]): { screens: Screen[]; help: string } {
  const screens: Screen[] = [];
  const help: string[] = [];
  for (const section of sections) {
    const spoken = screensInWords(reader, section, screens, (table) => readTable(reader, table, screens, help));
    help.push(...spoken.help, contentOf(reader, spoken.rest, { point: 2, keys: [], free: spoken.inWords }).help);
    const find = finder(screens.flatMap((screen) => [screen.name, screen.route]));
    for (const under of spoken.parts) addPart(reader, under, screens, find, help);
    spoken.finish();
  }
  return { screens, help: joinHelp(...help) };
}

/** False: the table is none of screens; it is reported and kept. */
function readTable(reader: Reader, table: Table, screens: Screen[], help: string[]): void {
  if (!fits(table, SCREEN_COLUMNS)) {
    const first = words(table.header.cells[0] ?? table.at);
    reader.report(say.tableNotRead(first, names(SCREEN_COLUMNS)), table.header.at, { point: 2 });
    help.push(blockQuotation(table.at.text));
    return;
  }
  rowsOf(reader, table, SCREEN_COLUMNS, 2, true).forEach((cells, index) => {
    const screen = screenOf(reader, cells, otherCells(table, index, SCREEN_COLUMNS));
    if (screen === null) help.push(quotation(table.rows[index]?.cells.map(({ text }) => text).join('; ') ?? ''));
    else screens.push(screen);
  });
}

/** `others`: what else stands in its row; null: the cells are the keys of a part. */
function screenOf(reader: Reader, cells: Cells, others: string | null): Screen | null {
  const route = filled(cells, 'Route');
  if (route === null || isNotShown(route)) {
    if (route === null) reader.report(say.nameMissing('Route'), cells.at, { point: 2 });
    else
      reader.report(
        say.notShown('The route of this screen', 'The screen is left out until it has an address.'),
        route,
        { point: 2 },
      );
    return null;
  }
  const address = words(route);
  const id = reader.id('screen', address);
  const about = { point: 2, element: id } as const;
  const gaps: string[] = [];
  const title = shown(reader, cells, 'Screen', about, gaps);
  const content = shown(reader, cells, 'Shows', about, gaps);
  const drawn = shown(reader, cells, 'As', about, gaps);
  const isWay = drawn === null && content !== null && isWayOfItsOwn(reader, content);
  const shows = showsOf(reader, isWay ? null : content, about);
  const as = isWay ? content : drawn;
  const view = as === null ? null : viewOf(reader, as, about);
  const unread = as !== null && view === null ? [quotation(`As: ${as.text}`)] : [];
  const isRedirect = as === null && cells.cell('Redirects to') !== null;
  const who = cells.cell('For');
  return {
    ...stated(reader, 2, id, cells.at, joinHelp(...(others === null ? [] : [gaps.join('\n'), others]), ...unread)),
    ...named(title === null ? address : words(title)),
    route: address,
    ...PLAIN_SCREEN,
    ...shows,
    ...(view ?? { kind: isRedirect ? 'redirect' : usualKind(address, shows.entity) }),
    roles: isNotShown(who) ? null : references(reader, who),
  };
}

/** A way to show a screen that shows no records, in the place of an entity: unless an entity is called so. */
function isWayOfItsOwn(reader: Reader, shows: Span): boolean {
  if (!/^(?:page|sign[ -]?in)$/i.test(shows.text.trim())) return false;
  const name = words(shows);
  return reader.lexicon().entities.every((entity) => entity.name !== name);
}

/** A filled cell. One that is not shown is reported, read as blank, and kept as a key that says so. */
function shown(reader: Reader, cells: Cells, column: string, about: About, gaps: string[]): Span | null {
  const span = filled(cells, column);
  if (!isNotShown(span)) return span;
  gap(reader, column, span ?? cells.at, about);
  gaps.push(`- ${column}: not shown.`);
  return null;
}

function gap(reader: Reader, column: string, at: Span, about: About): void {
  const consequence = SCREEN_COLUMNS.find(({ name }) => name === column)?.notShown ?? '';
  reader.report(say.notShown(`“${column}”`, consequence), at, about);
}

/** What stands under `### Name`: more about a screen of the table, or a screen of its own where it states a route. */
function addPart(
  reader: Reader,
  under: Part,
  screens: Screen[],
  find: (title: string) => number | null,
  help: string[],
): void {
  const title = words(under.title);
  const found = find(title);
  let spoken = null as ShownInWords | null;
  const take = (sentence: Span): boolean => {
    if (found !== null || spoken !== null || saysShown(under)) return false;
    spoken = shownInWords(reader, sentence, (condition) => formula(reader, condition, { point: 2 }));
    return spoken !== null;
  };
  const content = contentOf(reader, under.blocks, {
    point: 2,
    keys: ALL_KEYS,
    keepsGaps: KEEPS_GAPS,
    take: ({ text, items }) => items.length === 0 && take(text),
    sentence: take,
  });
  let index = found === null ? -1 : found >> 1;
  const isOwn = index < 0;
  if (isOwn) {
    const cells = cellsOf(content.keys, under.title);
    const screen = cells.cell('Route') === null ? null : screenOf(reader, cells, null);
    if (screen === null) {
      if (cells.cell('Route') === null)
        reader.report(
          say.nameUnknown(title, 'screen of the table above', 'Give it a row, or a line “- Route: …” here.'),
          under.title,
          { point: 2 },
        );
      help.push(blockQuotation(sourceOfPart(under)));
      return;
    }
    index = screens.push({ ...screen, ...spoken }) - 1;
  }
  const screen = screens[index];
  if (screen === undefined) return;
  const about = { point: 2, element: screen.id } as const;
  const kept: string[] = [];
  for (const table of content.tables) {
    reader.report(say.tableNotRead(table.header.cells[0]?.text ?? '', []), table.header.at, about);
    kept.push(blockQuotation(table.at.text));
  }
  if (content.notShown !== null) {
    reader.report(say.notShown(`More about ${screen.name}`, 'It is as the table says.'), content.notShown, about);
    kept.push(quotation(content.notShown.text));
  }
  let known = screen;
  const taken = new Set<string>();
  for (const key of content.keys) {
    const next = isOwn && COLUMNS.has(key.key) && !taken.has(key.key) ? known : keyed(reader, known, key, about);
    taken.add(key.key);
    if (next === null || isUnreadOffer(next, key)) kept.push(quotation(key.at.text));
    if (next !== null) known = next;
  }
  screens[index] = { ...known, help: joinHelp(helpBehind(screen.help, content.help), ...kept) };
}

/** Whether keys say what a part shows and how, or its address is that of one record, so that no words are asked. */
const saysShown = ({ blocks }: Part): boolean =>
  blocks.some(
    (block) =>
      block.kind === 'list' &&
      block.items.some(({ text }) => {
        const { key, value } = keyOf(text, SCREEN_COLUMNS) ?? { key: null, value: text };
        return key === 'Shows' || key === 'As' || (key === 'Route' && value.text.includes('/:'));
      }),
  );

const KEEPS_GAPS: readonly string[] = names(ALL_KEYS).filter(
  (name) =>
    ![
      'Only if',
      'For',
      'Export',
      'Import',
      'Trash',
      'Edit in place',
      'Presence',
      'Group by',
      'Duplicate',
      'Related',
      'Comments',
      'Shares views',
    ].includes(name),
);
const COLUMNS: ReadonlySet<string> = new Set(SCREEN_COLUMNS.map(({ name }) => name));

/** Its words were not understood, so that it is not known now, and they are kept. */
function isUnreadOffer(screen: Screen, { key, value }: KeyValue): boolean {
  const offered = new Map([
    ['Export', screen.exported],
    ['Import', screen.imported],
    ['Trash', screen.trash],
    ['Edit in place', screen.inline],
    ['Presence', screen.presence],
    ['Duplicate', screen.duplicated],
    ['Related', screen.related],
    ['Comments', screen.comments],
  ]);
  return offered.get(key) === 'not shown' && !isNotShown(value);
}

/** A key of a screen that has a row: what the row leaves blank may stand here. Null: nothing could be used. */
function keyed(reader: Reader, screen: Screen, key: KeyValue, about: About): Screen | null {
  if (!COLUMNS.has(key.key)) return withKey(reader, screen, key);
  if (isNotShown(key.value)) {
    gap(reader, key.key, key.value, about);
    return key.key === 'For' && screen.roles?.length === 0 ? { ...screen, roles: null } : screen;
  }
  const isFree = screen.by === null && screen.kind === usualKind(screen.route, screen.entity);
  if (key.key === 'Shows' && screen.entity === null) {
    const shows = showsOf(reader, key.value, about);
    return { ...screen, ...shows, kind: screen.kind === 'page' ? usualKind(screen.route, shows.entity) : screen.kind };
  }
  if (key.key === 'As' && isFree) {
    const view = viewOf(reader, key.value, about);
    if (view === null || screen.fields.length === 0) return view === null ? null : { ...screen, ...view };
    // They are said already.
    if (view.fields.length === 0) return { ...screen, ...view, fields: screen.fields };
  }
  if (key.key === 'For' && screen.roles?.length === 0) return { ...screen, roles: references(reader, key.value) };
  reader.report(say.rowNotRead(words(key.at), 'The row of this screen says it already.'), key.at, about);
  return null;
}

/** The keys of a part as the cells of a row, its heading as the name. */
function cellsOf(keys: readonly KeyValue[], title: Span): Cells {
  const find = (column: string) => keys.find(({ key }) => key === column)?.value ?? null;
  return { at: title, cell: (column) => find(column) ?? (column === 'Screen' ? title : null) };
}
