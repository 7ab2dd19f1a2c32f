import type { Formula } from '../types/formula.ts';
import type { ConstantTable, StateGroup, Timer, UniqueKey } from '../types/model.ts';
import type {
  Chart,
  Leading,
  Link,
  NumberTile,
  Reference,
  SavedFilter,
  Screen,
  ScreenField,
  ScreenSection,
} from '../types/screen.ts';

type Part =
  | SavedFilter
  | ScreenSection
  | ScreenField
  | NumberTile
  | Chart
  | Leading
  | Link
  | NonNullable<Screen['menu']>
  | UniqueKey
  | { readonly entity: string; readonly path: Formula }
  | StateGroup
  | Timer;

/**
 * A part of an element that says more than a name, as a document would say it, nearly; null for any other value. Two
 * parts that differ in meaning differ in words.
 */
export function partWords(value: object): string | null {
  const part = value as Part;
  if ('aggregate' in part) return tile(part);
  if ('on' in part && 'filter' in part) return saved(part);
  if ('fields' in part && 'error' in part) return uniqueKey(part);
  if ('fields' in part && 'roles' in part && !('route' in part))
    return `${part.name} (${part.fields.map(fieldWords).join(', ')})${forRoles(part.roles)}`;
  if ('route' in part && 'text' in part) return part.text === '' ? part.route : `${part.text} → ${part.route}`;
  if ('route' in part && 'message' in part) return `${part.route}${part.message === null ? '' : ` “${part.message}”`}`;
  if ('shown' in part && 'when' in part) return part.shown ? `in the menu${where(part.when)}` : 'not in the menu';
  if ('entity' in part && 'path' in part) return `${part.entity}.${part.path.text}`;
  if ('states' in part && !('transitions' in part)) return `${part.name} = ${names(part.states)}`;
  if ('roles' in part && 'name' in part && !('id' in part)) return fieldWords(part);
  return 'kind' in part ? timer(part) : null;
}

const names = (all: readonly Reference[]) => all.map(({ name }) => name).join(', ');
const where = (condition: Formula | null) => (condition === null ? '' : ` where \`${condition.text}\``);
const forRoles = (roles: readonly Reference[]) => (roles.length === 0 ? '' : ` for ${names(roles)}`);
const fieldWords = ({ name, roles }: ScreenField) => (roles.length === 0 ? name : `${name} (${names(roles)})`);

function saved({ name, kind, filter, on }: SavedFilter): string {
  return `${kind} ${name}${where(filter)}${on ? ', on at first' : ''}`;
}

function tile(part: NumberTile | Chart): string {
  const measure = part.field === null ? part.aggregate : `${part.aggregate} of ${part.field}`;
  const drawn =
    'by' in part ? ` as ${part.shape} by ${part.interval === null ? '' : `${part.interval} of `}${part.by}` : '';
  return `${part.name}: ${measure}${drawn}${where(part.filter)}`;
}

function uniqueKey({ fields, where: among, error }: UniqueKey): string {
  return `${names(fields)}${where(among)}${error === null ? '' : `, error ${error.name}`}`;
}

function timer(part: Part): string | null {
  if ('delay' in part) return `${part.kind} ${part.delay.text}${part.from === null ? '' : ` from ${part.from.text}`}`;
  if ('condition' in part) return `when \`${part.condition.text}\``;
  if (!('event' in part) || part.kind !== 'on') return null;
  return `on ${part.entity.name}: ${part.event.name}${part.by === null ? '' : ` by ${part.by.name}`}${where(part.where)}`;
}

/** What differs between two tables of values: cells by row and column, and what came or went. */
export function tableChange(old: ConstantTable | null, now: ConstantTable | null): string {
  if (old === null || now === null) return now === null ? 'no table of values any more' : 'a table of values now';
  const [before, after] = [cellsOf(old), cellsOf(now)];
  const all = [...new Set([...before.keys(), ...after.keys()])];
  const told = all.flatMap((cell) => {
    const [was, is] = [before.get(cell) ?? 'none', after.get(cell) ?? 'none'];
    return was === is ? [] : [`${cell} ${was} → ${is}`];
  });
  if (told.length === 0) return 'its rows or columns stand in another order';
  return told.length > MOST ? `${told.slice(0, MOST).join(', ')} and ${told.length - MOST} more` : told.join(', ');
}

const MOST = 6;

function cellsOf({ rows, columns, cells }: ConstantTable): ReadonlyMap<string, string> {
  const values = rows.flatMap((row, index) =>
    (cells[index] ?? []).map((cell, column): [string, string] => {
      const beside = columns[column];
      return [
        `[${row.name}]${beside === undefined ? '' : `[${beside.name}]`}`,
        cell === null ? 'not shown' : cell.text,
      ];
    }),
  );
  return new Map(values);
}
