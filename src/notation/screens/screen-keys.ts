import type {
  Destination,
  Link,
  Reference,
  SavedFilter,
  Screen,
  ScreenSection,
  SortKey,
} from '../../model/types/model.ts';
import type { Bound } from '../../model/types/types.ts';
import { codeOf, findOutside, part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { effectUntilStated, type KeyValue } from '../reader/columns.ts';
import {
  formula,
  isBlank,
  isNotShown,
  type Reader,
  reference,
  references,
  statedElement,
  statedName,
  words,
} from '../reader/reader.ts';
import { splitWhere } from '../reader/where.ts';
import { fieldsOf, type ScreenFindingContext } from './screen-kind.ts';
import { SCREEN_KEYS } from './screen-notation.ts';
import { intervalOf, readChart, readNumber } from './tiles.ts';

/** Returns the screen with the key of its part applied; unchanged if the value is not valid, which is reported. */
export function withKey(reader: Reader, screen: Screen, { key, value, at }: KeyValue): Screen {
  const about = { point: 2, element: screen.id } as const;
  if (isNotShown(value)) {
    reader.report(messages.notShown(`“${key}” of ${screen.name}`, effectUntilStated(SCREEN_KEYS, key)), value, about);
    if (key === 'Export') return { ...screen, exported: 'not shown' };
    if (key === 'Import') return { ...screen, imported: 'not shown' };
    if (key === 'Trash') return { ...screen, trash: 'not shown' };
    if (key === 'Edit in place') return { ...screen, inline: 'not shown' };
    if (key === 'Presence') return { ...screen, presence: 'not shown' };
    if (key === 'Group by') return { ...screen, groupBy: 'not shown' };
    if (key === 'Duplicate') return { ...screen, duplicated: 'not shown' };
    if (key === 'Related') return { ...screen, related: 'not shown' };
    if (key === 'Comments') return { ...screen, comments: 'not shown' };
    if (key === 'Shares views') return { ...screen, sharers: [] };
    return key === 'Only if' ? { ...screen, guard: { text: '', at: reader.place(value), tree: null } } : screen;
  }
  if (isBlank(value)) return screen;
  switch (key) {
    case 'Columns':
      return withColumns(reader, screen, value, at, about);
    case 'Sort':
      return { ...screen, sort: [...screen.sort, ...sortOf(reader, value)] };
    case 'Group by':
      return { ...screen, groupBy: groupOf(reader, value) };
    case 'Actions':
      return { ...screen, actions: [...screen.actions, ...references(reader, value)] };
    case 'When empty':
      return { ...screen, whenEmpty: words(value) };
    case 'Number':
      return added(screen, 'numbers', readNumber(reader, value, screen.route));
    case 'Chart':
      return added(screen, 'charts', readChart(reader, value, screen.route));
    case 'Filter':
    case 'Switch':
      return added(screen, 'filters', filterOf(reader, screen, key === 'Filter' ? 'filter' : 'switch', value, about));
    case 'Section':
      return { ...screen, sections: [...screen.sections, sectionOf(reader, screen, value)] };
    case 'Link':
      return { ...screen, links: [...screen.links, ...linksOf(reader, value)] };
    case 'Start for':
      return { ...screen, startFor: [...screen.startFor, ...references(reader, value)] };
    case 'Menu':
      return withMenu(reader, screen, value, about);
    case 'Only if':
      return { ...screen, guard: formula(reader, value, about) };
    case 'Otherwise':
      return screen.kind === 'redirect'
        ? unread(reader, screen, key, at, about)
        : leading(reader, screen, 'otherwise', value, about);
    case 'Redirects to':
      return screen.kind === 'redirect'
        ? leading(reader, screen, 'otherwise', value, about)
        : unread(reader, screen, key, at, about);
    case 'Then':
      return leading(reader, screen, 'next', value, about);
    case 'Refresh':
      return {
        ...screen,
        refresh: formula(reader, part(value, /^every\s+/i.exec(value.text)?.[0].length ?? 0), about),
      };
    case 'Page size':
      return withPageSize(reader, screen, value, about);
    case 'Export':
      return withOffer(reader, screen, 'exported', value, about);
    case 'Import':
      return withOffer(reader, screen, 'imported', value, about);
    case 'Trash':
      return withOffer(reader, screen, 'trash', value, about);
    case 'Edit in place':
      return withOffer(reader, screen, 'inline', value, about);
    case 'Presence':
      return withOffer(reader, screen, 'presence', value, about);
    case 'Duplicate':
      return withOffer(reader, screen, 'duplicated', value, about);
    case 'Related':
      return withOffer(reader, screen, 'related', value, about);
    case 'Comments':
      return withOffer(reader, screen, 'comments', value, about);
    case 'Shares views':
      return { ...screen, sharers: [...(screen.sharers ?? []), ...references(reader, value)] };
    default:
      return screen;
  }
}

/** Applies the fields of a screen, which may be stated only once. */
function withColumns(reader: Reader, screen: Screen, value: Span, at: Span, about: ScreenFindingContext): Screen {
  if (screen.fields.length === 0) return { ...screen, fields: fieldsOf(reader, value) };
  reader.report(messages.rowNotRead(words(at), '“As” states the fields of this screen already.'), at, about);
  return screen;
}

function unread(reader: Reader, screen: Screen, key: string, at: Span, about: ScreenFindingContext): Screen {
  const other = key === 'Otherwise' ? 'Redirects to' : 'As: redirect';
  reader.report(messages.rowNotRead(words(at), `Write “${other}” for where the screen leads.`), at, about);
  return screen;
}

function added<K extends 'numbers' | 'charts' | 'filters'>(screen: Screen, key: K, found: Screen[K]): Screen {
  return found.length === 0 ? screen : { ...screen, [key]: [...screen[key], ...found] };
}

function filterOf(
  reader: Reader,
  screen: Screen,
  kind: SavedFilter['kind'],
  value: Span,
  about: ScreenFindingContext,
): SavedFilter[] {
  const tail = /(?<!\s)\s*,\s*(on|off)(?:\s+at\s+first)?$/i.exec(value.text);
  const { head, condition } = splitWhere(tail === null ? value : part(value, 0, tail.index));
  const name = words(head);
  if (name === '' || condition === null || condition.text === '') {
    reader.report(messages.valueUnknown(kind, words(value), '`NAME where` and a condition'), value, about);
    return [];
  }
  const id = reader.id(kind, screen.route, name);
  const isUnknown = isNotShown(condition);
  if (isUnknown)
    reader.report(messages.notShown(`The condition of “${name}”`, 'It includes all records.'), condition, about);
  return [
    {
      ...statedElement(reader, 2, id, value),
      ...statedName(name),
      kind,
      filter: isUnknown ? null : formula(reader, condition, { point: 2, element: id }),
      on: tail?.[1]?.toLowerCase() === 'on',
    },
  ];
}

/** Reads `NAME: a, b for Role, Role`. */
function sectionOf(reader: Reader, screen: Screen, value: Span): ScreenSection {
  const [colon] = findOutside(value.text, ':');
  const rest = colon === undefined ? value : part(value, colon + 1);
  const [to] = findOutside(` ${rest.text} `, ' for ');
  const fields = colon === undefined ? null : part(rest, 0, to);
  const name = words(colon === undefined ? part(value, 0, to) : part(value, 0, colon));
  return {
    ...statedElement(reader, 2, reader.id('section', screen.route, name), value),
    ...statedName(name),
    fields: fields === null ? [] : fieldsOf(reader, fields),
    roles: to === undefined ? [] : references(reader, part(rest, to + 4)),
  };
}

const ARROW = /→|->|=>/;

/** Reads `Raise a ticket → /tickets/new, /my`. */
export function linksOf(reader: Reader, value: Span): Link[] {
  return split(value, ',')
    .filter((link) => !isBlank(link))
    .map((link) => {
      const at = ['→', '->', '=>']
        .flatMap((sign) => findOutside(link.text, sign))
        .toSorted((one, other) => one - other)[0];
      const text = at === undefined ? '' : words(part(link, 0, at));
      const length = at === undefined ? 0 : (ARROW.exec(link.text.slice(at))?.[0].length ?? 1);
      return { text, route: words(part(link, at === undefined ? 0 : at + length)), at: reader.place(link) };
    });
}

function withMenu(reader: Reader, screen: Screen, value: Span, about: ScreenFindingContext): Screen {
  const { head, condition } = splitWhere(value);
  const word = words(head).toLowerCase();
  if (condition !== null && (word === '' || word === 'yes')) {
    return { ...screen, menu: { shown: true, when: formula(reader, condition, about) } };
  }
  if (condition === null && (word === 'yes' || word === 'no')) {
    return { ...screen, menu: { shown: word === 'yes', when: null } };
  }
  reader.report(
    messages.valueUnknown('menu setting', words(value), '`yes`, `no`, or `where` and a condition'),
    value,
    about,
  );
  return screen;
}

const MESSAGE = /(?:^|\s)"((?:[^"\\]|\\[\s\S])*)"$/;

/** Reads `/claims/:id "Only drafts can be edited."` */
function leading(
  reader: Reader,
  screen: Screen,
  key: 'otherwise' | 'next',
  value: Span,
  about: ScreenFindingContext,
): Screen {
  const quoted = MESSAGE.exec(value.text);
  const head = quoted === null ? value : part(value, 0, quoted.index);
  const route = words(head);
  if (!/^[/*]/.test(route) && codeOf(head) === null && (route !== '' || quoted === null)) {
    reader.report(
      messages.valueUnknown('route', words(value), 'an address such as `/tasks`, and a message in quotes'),
      value,
      about,
    );
    return screen;
  }
  const from = quoted === null ? 0 : value.text.length - (quoted[1]?.length ?? 0) - 1;
  const message = quoted === null ? null : words(part(value, from, value.text.length - 1));
  const found: Destination = { route, message, at: reader.place(value) };
  return { ...screen, [key]: found };
}

function withPageSize(reader: Reader, screen: Screen, value: Span, about: ScreenFindingContext): Screen {
  const size = words(value);
  if (/^\d{1,6}$/.test(size)) {
    const bound: Bound = { value: Number(size) };
    if (bound.value > 0) return { ...screen, pageSize: bound };
  } else if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(size) || (codeOf(value) !== null && size !== ''))
    return { ...screen, pageSize: { constant: size } };
  reader.report(
    messages.valueUnknown('number of rows', words(value), 'a number from 1, or the name of a constant'),
    value,
    about,
  );
  return screen;
}

function withOffer(
  reader: Reader,
  screen: Screen,
  key: 'exported' | 'imported' | 'trash' | 'inline' | 'presence' | 'duplicated' | 'related' | 'comments',
  value: Span,
  about: ScreenFindingContext,
): Screen {
  const word = words(codeOf(value) ?? value).toLowerCase();
  if (word === 'yes' || word === 'no') return { ...screen, [key]: word };
  reader.report(messages.valueUnknown('answer', words(value), '`yes` or `no`'), value, about);
  return { ...screen, [key]: 'not shown' };
}

/** Reads `status`, `week of dueOn` or `no`; a name in backticks is always a field. */
function groupOf(reader: Reader, value: Span): Screen['groupBy'] {
  const interval = codeOf(value) === null ? /^(day|week|month|quarter|year)\s+of\s+/i.exec(value.text) : null;
  const name = part(value, interval?.[0].length ?? 0);
  const field = codeOf(name) ?? name;
  if (interval === null && codeOf(value) === null && /^(?:no|none)$/i.test(words(value))) return 'no';
  return { field: reference(reader, field).name, interval: intervalOf(interval?.[1]), at: reader.place(field) };
}

export function sortOf(reader: Reader, value: Span): SortKey[] {
  return split(value, ',')
    .filter((key) => !isBlank(key))
    .map((key) => sortKey(reader, key));
}

function sortKey(reader: Reader, span: Span): SortKey {
  const key = codeOf(span) ?? span;
  const at = reader.place(key);
  const fixed = /^(newest|oldest)\s+first$/i.exec(key.text);
  if (fixed !== null) return { field: 'createdAt', descending: fixed[1]?.toLowerCase() !== 'oldest', at };
  const minus = key.text.startsWith('-');
  const down = /(?<!\s)\s+(?:desc|descending)$/i.exec(key.text);
  const up = /(?<!\s)\s+(?:asc|ascending)$/i.exec(key.text);
  const end = key.text.length - (down ?? up ?? [''])[0].length;
  const field: Reference = reference(reader, part(key, minus ? 1 : 0, end));
  return { field: field.name, descending: minus || down !== null, at };
}
