import type { Formula } from '../types/formula.ts';
import type { ConstantTable, StateGroup, Timer, UniqueKey } from '../types/model.ts';
import type {
  Chart,
  Destination,
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
  | Destination
  | Link
  | NonNullable<Screen['menu']>
  | UniqueKey
  | { readonly entity: string; readonly path: Formula }
  | StateGroup
  | Timer;

/**
 * Returns a part of an element roughly as a document would state it; null for any other value. Parts with different
 * meanings give different words.
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
  const chartWords =
    'by' in part ? ` as ${part.shape} by ${part.interval === null ? '' : `${part.interval} of `}${part.by}` : '';
  return `${part.name}: ${measure}${chartWords}${where(part.filter)}`;
}

function uniqueKey({ fields, where: among, error }: UniqueKey): string {
  return `${names(fields)}${where(among)}${error === null ? '' : `, error ${error.name}`}`;
}

function timer(part: Part): string | null {
  if ('delay' in part) return `${part.kind} ${part.delay.text}${part.from === null ? '' : ` from ${part.from.text}`}`;
  if ('operation' in part && part.kind === 'operation') return `on ${part.operation}${where(part.where)}`;
  if ('condition' in part) return `when \`${part.condition.text}\``;
  if (!('event' in part) || part.kind !== 'on') return null;
  return `on ${part.entity.name}: ${part.event.name}${part.by === null ? '' : ` by ${part.by.name}`}${where(part.where)}`;
}

/** Says how two tables of values differ: the changed cells by row and column, or an added or removed table. */
export function tableChange(old: ConstantTable | null, now: ConstantTable | null): string {
  if (old === null || now === null) return now === null ? 'no table of values any more' : 'a table of values now';
  const [before, after] = [cellsOf(old), cellsOf(now)];
  const all = [...new Set([...before.keys(), ...after.keys()])];
  const differences = all.flatMap((cell) => {
    const [was, is] = [before.get(cell) ?? 'none', after.get(cell) ?? 'none'];
    return was === is ? [] : [`${cell} ${was} → ${is}`];
  });
  if (differences.length === 0) return 'its rows or columns are in a different order';
  return differences.length > MOST
    ? `${differences.slice(0, MOST).join(', ')} and ${differences.length - MOST} more`
    : differences.join(', ');
}

const MOST = 6;

function cellsOf({ rows, columns, cells }: ConstantTable): ReadonlyMap<string, string> {
  const values = rows.flatMap((row, index) =>
    (cells[index] ?? []).map((cell, column): [string, string] => {
      const columnName = columns[column];
      return [
        `[${row.name}]${columnName === undefined ? '' : `[${columnName.name}]`}`,
        cell === null ? 'not shown' : cell.text,
      ];
    }),
  );
  return new Map(values);
}
