import type { Chart, Model, NumberTile, Screen, SortKey } from '../../model/model.ts';
import { names as columnNames } from '../columns.ts';
import { SCREEN_COLUMNS } from '../points/2-screens.ts';
import { blocks, code, NOT_SHOWN, name, names, part, table, text, where } from './text.ts';

export function printScreens({ screens }: Model): string {
  if (screens.length === 0) return '';
  const rows = screens.map((screen) => [
    /^[^\s`\\|&]+$/.test(screen.route) ? code(screen.route) : text(screen.route),
    text(screen.name),
    shows(screen),
    as(screen),
    screen.roles === null ? NOT_SHOWN : names(screen.roles),
  ]);
  return blocks([
    table(columnNames(SCREEN_COLUMNS), rows, SCREEN_COLUMNS.length),
    ...screens.map((screen) => under(screen, screens)),
  ]);
}

const WHERE = /(?:^|\s)where(?:\s|$)/i;
const BY = /(?:^|\s)(?:where|by|per|of)(?:\s|$)/i;
const ORDER = /^-|^(?:newest|latest|oldest)|\s(?:desc|descending|asc|ascending|first)$/i;

function shows({ entity, filter }: Screen): string {
  return entity === null ? '' : `${name(entity, WHERE)}${where(filter)}`;
}

function as({ kind, fields, by }: Screen): string {
  if (kind === 'board' && by !== null) return `board by ${name(by)}`;
  return fields.length === 0 ? kind : `${kind}: ${names(fields)}`;
}

/** Two screens of one name are told apart by their routes. */
function under(screen: Screen, screens: readonly Screen[]): string {
  const first = screens.find((other) => other.name === screen.name || other.route === screen.name);
  const title = first === screen ? screen.name : screen.route;
  const keys = [
    screen.sort.length === 0 ? '' : `- Sort: ${screen.sort.map(sortKey).join(', ')}`,
    screen.actions.length === 0 ? '' : `- Actions: ${names(screen.actions)}`,
    screen.whenEmpty === null ? '' : `- When empty: ${text(screen.whenEmpty)}`,
    ...screen.numbers.map(
      (tile) => `- Number: ${name(tile.name, WHERE)}, ${measure(tile)}${where(tile.filter, false)}`,
    ),
    ...screen.charts.map(chart),
  ];
  return part(text(title), screen.help, keys.filter((key) => key !== '').join('\n'));
}

function sortKey({ field, descending }: SortKey): string {
  return `${descending ? '-' : ''}${name(field, ORDER)}`;
}

function measure({ aggregate, field }: Pick<NumberTile, 'aggregate' | 'field'>): string {
  return field === null ? aggregate : `${aggregate} of ${name(field, BY)}`;
}

function chart(stated: Chart): string {
  const by = stated.interval === null ? name(stated.by, BY) : `${stated.interval} of ${name(stated.by, BY)}`;
  return `- Chart: ${name(stated.name, WHERE)}, ${stated.shape}, ${measure(stated)} by ${by}${where(stated.filter, false)}`;
}
