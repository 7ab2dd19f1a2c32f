import type {
  Chart,
  Destination,
  Link,
  Model,
  NumberTile,
  SavedFilter,
  Screen,
  ScreenField,
  ScreenSection,
  SortKey,
} from '../../model/types/model.ts';
import type { Offered } from '../../model/types/screen.ts';
import type { Bound } from '../../model/types/types.ts';
import { titlesOf } from '../points/tables-and-parts.ts';
import { columnNames } from '../reader/columns.ts';
import { SCREEN_COLUMNS } from '../screens/screen-notation.ts';
import { blocks, code, formula, NOT_SHOWN, name, names, part, table, text, where } from './text.ts';

export function printScreens({ screens }: Model): string {
  if (screens.length === 0) return '';
  const titles = titlesOf(screens.flatMap(({ name, route }) => [name, route]));
  const rows = screens.map((screen) => [
    /^[^\s`\\|&]+$/.test(screen.route) ? code(screen.route) : text(screen.route),
    text(screen.name),
    shows(screen),
    as(screen),
    screen.roles === null ? NOT_SHOWN : names(screen.roles),
  ]);
  return blocks([
    table(columnNames(SCREEN_COLUMNS), rows, SCREEN_COLUMNS.length),
    ...screens.map((screen, index) =>
      under(screen, titleOf(screen, titles[2 * index] ?? '', titles[2 * index + 1] ?? '')),
    ),
  ]);
}

const WHERE = /(?:^|\s)where(?:\s|$)/i;
const BY = /(?:^|\s)(?:where|by|of)(?:\s|$)/i;
const TO = /(?:^|\s)to(?:\s|$)/i;
const GROUPED = /^(?:no|none)$|^(?:day|week|month|quarter|year)\s+of\s/i;
const FOR = /(?:^|\s)for(?:\s|$)/i;
const ORDER = /^-|^(?:newest|oldest)\s+first$|\s(?:desc|descending|asc|ascending)$/i;

function shows({ entity, filter }: Screen): string {
  return entity === null ? '' : `${name(entity, WHERE)}${where(filter)}`;
}

function as({ kind, fields, by, until }: Screen): string {
  const to = until === null ? '' : ` to ${name(until, TO)}`;
  const view = by === null ? kind.replace('-', ' ') : `${kind} by ${name(by, TO)}${to}`;
  return fields.length === 0 ? view : `${view}: ${columns(fields, null)}`;
}

function columns(fields: readonly ScreenField[], beside: RegExp | null): string {
  return fields
    .map((field) => `${name(field.name, beside)}${field.roles.length === 0 ? '' : ` (${names(field.roles)})`}`)
    .join(', ');
}

/** Screens with the same name are distinguished by their routes, and by numbers if the routes are equal too. */
function titleOf({ name, route }: Screen, byName: string, byRoute: string): string {
  return byName !== name && byRoute === route ? byRoute : byName;
}

function under(screen: Screen, title: string): string {
  const keys = [
    screen.sort.length === 0 ? '' : `- Sort: ${screen.sort.map(sortKey).join(', ')}`,
    grouped(screen.groupBy),
    screen.actions.length === 0 ? '' : `- Actions: ${names(screen.actions)}`,
    screen.whenEmpty === null ? '' : `- When empty: ${text(screen.whenEmpty)}`,
    ...screen.numbers.map(
      (tile) => `- Number: ${name(tile.name, WHERE)}, ${measure(tile)}${where(tile.filter, false)}`,
    ),
    ...screen.charts.map(chart),
    ...screen.filters.map(filter),
    ...screen.sections.map(section),
    ...screen.links.map(link),
    screen.startFor.length === 0 ? '' : `- Start for: ${names(screen.startFor)}`,
    menu(screen),
    screen.guard === null ? '' : `- Only if: ${screen.guard.text === '' ? NOT_SHOWN : formula(screen.guard)}`,
    leading(screen.kind === 'redirect' ? 'Redirects to' : 'Otherwise', screen.otherwise),
    leading('Then', screen.next),
    screen.refresh === null ? '' : `- Refresh: every ${formula(screen.refresh)}`,
    screen.pageSize === null ? '' : `- Page size: ${bound(screen.pageSize)}`,
    offered('Export', screen.exported),
    offered('Import', screen.imported),
    offered('Trash', screen.trash),
    offered('Edit in place', screen.inline),
    offered('Presence', screen.presence),
    offered('Duplicate', screen.duplicated),
    offered('Related', screen.related),
    offered('Comments', screen.comments),
    screen.sharers === null ? '' : `- Shares views: ${screen.sharers.length === 0 ? NOT_SHOWN : names(screen.sharers)}`,
  ];
  return part(text(title), screen.help, keys.filter((key) => key !== '').join('\n'));
}

export function sortKey({ field, descending }: SortKey): string {
  return `${descending ? '-' : ''}${name(field, ORDER)}`;
}

function grouped(stated: Screen['groupBy']): string {
  if (stated === null) return '';
  if (typeof stated === 'string') return `- Group by: ${stated === 'no' ? 'no' : NOT_SHOWN}`;
  const interval = stated.interval === null ? '' : `${stated.interval} of `;
  return `- Group by: ${interval}${name(stated.field, GROUPED)}`;
}

function measure({ aggregate, field }: Pick<NumberTile, 'aggregate' | 'field'>): string {
  return field === null ? aggregate : `${aggregate} of ${name(field, BY)}`;
}

function chart(stated: Chart): string {
  const by = stated.interval === null ? name(stated.by, BY) : `${stated.interval} of ${name(stated.by, BY)}`;
  return `- Chart: ${name(stated.name, WHERE)}, ${stated.shape}, ${measure(stated)} by ${by}${where(stated.filter, false)}`;
}

function filter(stated: SavedFilter): string {
  const condition = stated.filter === null ? ` where ${NOT_SHOWN}` : where(stated.filter, false);
  const key = stated.kind === 'filter' ? 'Filter' : 'Switch';
  return `- ${key}: ${name(stated.name, WHERE)}${condition}${stated.on ? ', on at first' : ''}`;
}

function section({ name: title, fields, roles }: ScreenSection): string {
  const list = fields.length === 0 ? '' : `: ${columns(fields, FOR)}`;
  return `- Section: ${name(title, FOR)}${list}${roles.length === 0 ? '' : ` for ${names(roles)}`}`;
}

function link({ text: written, route }: Link): string {
  const words = name(written).replaceAll('→', '&#8594;');
  return `- Link: ${words === '' ? '' : `${words} → `}${address(route)}`;
}

/** Prints a route in backticks, so that no character in it has a meaning. */
function address(route: string): string {
  return /[\n\r\t\v\f\u2028\u2029]|^\s|\s$/.test(route) || route === '' ? name(route) : code(route, false);
}

function menu({ menu: stated }: Screen): string {
  if (stated === null) return '';
  return stated.when === null ? `- Menu: ${stated.shown ? 'yes' : 'no'}` : `- Menu:${where(stated.when, false)}`;
}

function leading(key: string, stated: Destination | null): string {
  if (stated === null) return '';
  const message = stated.message === null ? '' : `"${text(stated.message).replaceAll('"', '\\"')}"`;
  return `- ${key}: ${[stated.route === '' ? '' : address(stated.route), message].filter((each) => each !== '').join(' ')}`;
}

function offered(key: string, stated: Offered | null): string {
  return stated === null ? '' : `- ${key}: ${stated === 'not shown' ? NOT_SHOWN : stated}`;
}

function bound(stated: Bound): string {
  if ('value' in stated) return String(stated.value);
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(stated.constant) ? stated.constant : address(stated.constant);
}
