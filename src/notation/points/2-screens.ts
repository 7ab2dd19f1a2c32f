import type { Reference, Screen, ScreenKind, SortKey } from '../../model/model.ts';
import { PLAIN_SCREEN } from '../../model/plain-screen.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, filled, fits, type KeyValue, names, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import { codeOf, part, type Span, split } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import { formula, isBlank, isNotShown, named, type Reader, reference, references, stated, words } from '../reader.ts';
import { beforeWhere } from '../where.ts';
import { readChart, readNumber } from './2-tiles.ts';
import { finder } from './parts.ts';

export const SCREEN_COLUMNS: readonly Column[] = [
  {
    name: 'Route',
    aliases: ['Path', 'URL', 'Address'],
    blank: 'an error: a screen needs an address',
    notShown: 'the screen is left out, and the gap is listed',
    about: 'The address of the screen, in backticks. `:id` is a parameter.',
  },
  {
    name: 'Screen',
    aliases: ['Name', 'Page', 'Title'],
    blank: 'the route is its name',
    notShown: 'the route is its name',
    about: 'What people read in the navigation and as the heading.',
  },
  {
    name: 'Shows',
    aliases: ['Data', 'Content', 'Entity'],
    blank: 'a page of prose',
    notShown: 'a page of prose, and the gap is listed',
    about:
      'An entity, and which of its records: ``Task where `owner == me` ``. The permission to read is asked as well, always.',
  },
  {
    name: 'As',
    aliases: ['Kind', 'View', 'Layout', 'Display'],
    blank: '`record` where the route ends in a parameter, else `table`; `page` where nothing is shown',
    notShown: 'as blank, and the gap is listed',
    about:
      '`table: a, b` with its columns · `form: a, b` with its inputs · `record` · `board by FIELD` · `dashboard` · `page`.',
  },
  {
    name: 'For',
    aliases: ['Roles', 'Who', 'Role', 'Visible to'],
    blank: 'everyone who signs in',
    notShown: 'nobody, until a line says who',
    about: 'The roles that find it in their navigation and may open it.',
  },
];

export const SCREEN_KEYS: readonly Column[] = [
  {
    name: 'Sort',
    aliases: ['Sorted by', 'Order', 'Order by'],
    blank: 'newest created first',
    notShown: 'newest created first, and the gap is listed',
    about: 'Fields, ascending, empty values last; `-field` descends; `newest first` and `oldest first` go by creation.',
  },
  {
    name: 'Actions',
    aliases: ['Buttons', 'Events'],
    blank: 'no events on rows',
    notShown: 'no events on rows, and the gap is listed',
    about: 'Events of point 4 that are offered on each row and on several rows at once.',
  },
  {
    name: 'When empty',
    aliases: ['Empty', 'If empty', 'Empty text'],
    blank: 'a sentence of ours',
    notShown: 'a sentence of ours',
    about: 'What stands there while there is nothing to show.',
  },
  {
    name: 'Number',
    aliases: ['Figure', 'Tile'],
    blank: 'nothing',
    notShown: 'nothing, and the gap is listed',
    about:
      'A figure: `NAME, count` or `NAME, sum of FIELD`, with `where` and a condition. Also `average`, `min`, `max`.',
  },
  {
    name: 'Chart',
    aliases: ['Graph', 'Diagram'],
    blank: 'nothing',
    notShown: 'nothing, and the gap is listed',
    about:
      '`NAME, bar` or `NAME, line`, then `sum of FIELD by FIELD`, or `by month of FIELD` (day, week, month, quarter, year).',
  },
];

const ALL_KEYS = [...SCREEN_KEYS, ...SCREEN_COLUMNS];

/** Point 2: a table of screens, and a `### Name` part for what a table can't hold. */
export function readScreens(reader: Reader, sections: readonly Section[]): { screens: Screen[]; help: string } {
  const screens: Screen[] = [];
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, { point: 2, keys: [] });
    help.push(content.help);
    for (const table of content.tables) {
      if (!fits(table, SCREEN_COLUMNS))
        reader.report(
          say.tableNotRead(words(table.header.cells[0] ?? table.at), names(SCREEN_COLUMNS)),
          table.header.at,
          { point: 2 },
        );
      else screens.push(...rowsOf(reader, table, SCREEN_COLUMNS, 2).flatMap((cells) => screenOf(reader, cells)));
    }
    const find = finder(screens.flatMap((screen) => [screen.name, screen.route]));
    for (const under of section.parts) addPart(reader, under, screens, find);
  }
  return { screens, help: help.filter((text) => text !== '').join('\n\n') };
}

function screenOf(reader: Reader, cells: Cells): Screen[] {
  const route = filled(cells, 'Route');
  if (route === null || isNotShown(route)) {
    if (route === null) reader.report(say.nameMissing('Route'), cells.at, { point: 2 });
    else
      reader.report(
        say.notShown('The route of this screen', 'The screen is left out until it has an address.'),
        route,
        { point: 2 },
      );
    return [];
  }
  const address = words(route);
  const id = reader.id('screen', address);
  const about = { point: 2, element: id } as const;
  const title = shown(reader, cells, 'Screen', about);
  const shows = showsOf(reader, shown(reader, cells, 'Shows', about), about);
  const who = cells.cell('For');
  return [
    {
      ...stated(reader, 2, id, cells.at),
      ...named(title === null ? address : words(title)),
      route: address,
      ...PLAIN_SCREEN,
      ...shows,
      ...kindOf(reader, shown(reader, cells, 'As', about), address, shows.entity, about),
      roles: isNotShown(who) ? null : references(reader, who),
    },
  ];
}

type About = { readonly point: 2; readonly element: string };

/** A filled cell; one that is not shown is reported and read as blank. */
function shown(reader: Reader, cells: Cells, column: string, about: About): Span | null {
  const span = filled(cells, column);
  if (!isNotShown(span)) return span;
  reader.report(
    say.notShown(`“${column}”`, SCREEN_COLUMNS.find(({ name }) => name === column)?.notShown ?? ''),
    span ?? cells.at,
    about,
  );
  return null;
}

function showsOf(reader: Reader, span: Span | null, about: About): Pick<Screen, 'entity' | 'filter'> {
  if (span === null) return { entity: null, filter: null };
  const { head, condition } = beforeWhere(span);
  if (head.text === '') {
    reader.report(say.valueUnknown('entity', words(span), 'the name of an entity before `where`'), span, about);
    return { entity: null, filter: null };
  }
  return { entity: words(head), filter: condition === null ? null : formula(reader, condition, about) };
}

type View = Pick<Screen, 'kind' | 'fields' | 'by'>;

const KINDS = '`table: a, b`, `form: a, b`, `record`, `board by FIELD`, `dashboard` or `page`';

function kindOf(reader: Reader, span: Span | null, route: string, entity: string | null, about: About): View {
  const blank: ScreenKind = entity === null ? 'page' : /:[^/]+$/.test(route) ? 'record' : 'table';
  if (span === null) return { kind: blank, fields: [], by: null };
  const text = codeOf(span) ?? span;
  const board = /^board\s+by\s+/i.exec(text.text);
  if (board !== null) return { kind: 'board', fields: [], by: words(part(text, board[0].length)) };
  const match = /^(table|list|form|record|detail|board|dashboard|page)\s*(?::|$)/i.exec(text.text);
  if (match === null) {
    reader.report(say.valueUnknown('way to show a screen', words(text), KINDS), text, about);
    return { kind: blank, fields: [], by: null };
  }
  const fields = references(reader, part(text, match[0].length)).map((field) => ({ ...field, roles: [] }));
  return { kind: kindNamed(match[1] ?? ''), fields, by: null };
}

function kindNamed(word: string): ScreenKind {
  const kind = word.toLowerCase();
  if (kind === 'list') return 'table';
  return kind === 'detail' ? 'record' : (kind as ScreenKind);
}

/** What stands under `### Name`: more about a screen of the table, or a screen of its own where it states a route. */
function addPart(reader: Reader, under: Part, screens: Screen[], find: (title: string) => number | null): void {
  const content = contentOf(reader, under.blocks, { point: 2, keys: ALL_KEYS });
  const title = words(under.title);
  const found = find(title);
  let index = found === null ? -1 : found >> 1;
  if (index < 0) {
    const cells = cellsOf(content.keys, under.title);
    if (cells.cell('Route') === null) {
      reader.report(
        say.nameUnknown(title, 'screen of the table above', 'Give it a row, or a line “- Route: …” here.'),
        under.title,
        { point: 2 },
      );
      return;
    }
    index = screens.push(...screenOf(reader, cells)) - 1;
  }
  const screen = screens[index];
  if (screen === undefined) return;
  const about = { point: 2, element: screen.id } as const;
  for (const table of content.tables)
    reader.report(say.tableNotRead(table.header.cells[0]?.text ?? '', []), table.header.at, about);
  const help = [screen.help, content.help].filter((text) => text !== '').join('\n\n');
  screens[index] = content.keys.reduce((known, key) => withKey(reader, known, key, about), { ...screen, help });
}

/** The keys of a part as the cells of a row, its heading as the name. */
function cellsOf(keys: readonly KeyValue[], title: Span): Cells {
  const find = (column: string) => keys.find(({ key }) => key === column)?.value ?? null;
  return { at: title, cell: (column) => find(column) ?? (column === 'Screen' ? title : null) };
}

function withKey(reader: Reader, screen: Screen, { key, value }: KeyValue, about: About): Screen {
  if (isNotShown(value)) {
    reader.report(
      say.notShown(`“${key}” of ${screen.name}`, SCREEN_KEYS.find(({ name }) => name === key)?.notShown ?? ''),
      value,
      about,
    );
    return screen;
  }
  switch (key) {
    case 'Sort':
      return { ...screen, sort: [...screen.sort, ...sortOf(reader, value)] };
    case 'Actions':
      return { ...screen, actions: [...screen.actions, ...references(reader, value)] };
    case 'When empty':
      return { ...screen, whenEmpty: isBlank(value) ? null : words(value) };
    case 'Number':
      return { ...screen, numbers: [...screen.numbers, ...readNumber(reader, value, screen.route)] };
    case 'Chart':
      return { ...screen, charts: [...screen.charts, ...readChart(reader, value, screen.route)] };
    default:
      return screen;
  }
}

function sortOf(reader: Reader, value: Span): SortKey[] {
  return split(value, ',')
    .filter((key) => !isBlank(key))
    .map((key) => sortKey(reader, key));
}

function sortKey(reader: Reader, span: Span): SortKey {
  const key = codeOf(span) ?? span;
  const at = reader.place(key);
  const fixed = /^(newest|latest|oldest)(?:\s+(?:created|first))*$/i.exec(key.text);
  if (fixed !== null) return { field: 'createdAt', descending: fixed[1]?.toLowerCase() !== 'oldest', at };
  const minus = key.text.startsWith('-');
  const down = /\s+(?:desc|descending|(?:newest|latest|highest|largest) first)$/i.exec(key.text);
  const up = /\s+(?:asc|ascending|(?:oldest|lowest|smallest) first)$/i.exec(key.text);
  const end = key.text.length - (down ?? up ?? [''])[0].length;
  const field: Reference = reference(reader, part(key, minus ? 1 : 0, end));
  return { field: field.name, descending: minus || down !== null, at };
}
