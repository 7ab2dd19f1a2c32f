import type { Does, Method, Reference } from '../../model/types/model.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import { isNotShown, type Reader, words } from '../reader.ts';

const ADDRESS = /^(GET|POST|PUT|PATCH|DELETE)(?:\s+|$)/i;

/** Where a call goes. `values` is what stands behind `=` in the query, `mine|team`: words that no name holds. */
export interface Address {
  readonly method: Method;
  readonly path: string;
  readonly query: readonly Reference[];
  readonly values: string;
}

/** `GET /api/tasks/:id?status=&q=`; `own` is the method where it has a cell of its own. Null: not read. */
export function addressIn(reader: Reader, cell: Span, own: Span | null): Address | null {
  const text = codeOf(cell) ?? cell;
  const match = ADDRESS.exec(text.text);
  const method = methodNamed(match?.[1] ?? (own === null ? '' : words(own)));
  const whole = words(match === null ? text : part(text, match[0].length));
  const at = whole.indexOf('?');
  const path = parameters((at < 0 ? whole : whole.slice(0, at)).trim());
  if (method === null || path === '') return null;
  return { method, path, ...queryIn(reader, at < 0 ? '' : whole.slice(at + 1), text) };
}

/** The names of a query, and where they stand behind its `?`. */
export function queryIn(reader: Reader, text: string, at: Span): Pick<Address, 'query' | 'values'> {
  const pairs = text
    .split('&')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');
  const nameOf = (pair: string) => (pair.includes('=') ? pair.slice(0, pair.indexOf('=')) : pair).trim();
  let behind = at.text.indexOf('?');
  const placeOf = (name: string) => {
    const from = at.text.indexOf(name, behind);
    if (from < 0) return reader.place(at);
    behind = from + name.length;
    return reader.place(part(at, from, behind));
  };
  const names = pairs.map(nameOf).filter((name) => name !== '');
  const query = names.map((name) => ({ name, at: placeOf(name) }));
  const valued = pairs.filter((pair) => /=\s*\S/.test(pair));
  return { query, values: valued.join('&') };
}

/** `{id}`, `<id>` and `[id]` as `:id`, in a path of the product's own; what stands first in braces is a constant. */
function parameters(path: string): string {
  if (!path.startsWith('/')) return path;
  return path.replaceAll(
    /(?<=\/)(?:\{([\p{L}_][\p{L}\p{N}_-]*)\}|<([\p{L}_][\p{L}\p{N}_-]*)>|\[([\p{L}_][\p{L}\p{N}_-]*)\])(?=\/|$)/gu,
    (_, one?: string, two?: string, three?: string) => `:${(one ?? two ?? three ?? '').replaceAll('-', '_')}`,
  );
}

export function methodNamed(word: string): Method | null {
  const method = word.trim().toUpperCase();
  switch (method) {
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method;
    default:
      return null;
  }
}

/** Whether an entity has an event of this name. */
export type HasEvent = (entity: string, event: string) => boolean;

/**
 * `list Task`, `submit Task`, `outside`; anything else says nothing that can be done. What is in backticks is the name of an
 * event. Where an entity has an event that is called like an operation, the method and the path say which of them is meant.
 */
export function doesOf(cell: Span | null, address: Address, hasEvent: HasEvent): Does {
  if (cell === null || isNotShown(cell)) return { kind: 'unknown', text: '' };
  const span = codeOf(cell) ?? cell;
  if (/^outside(?: call)?$/i.test(span.text)) return { kind: 'outside' };
  const space = lastSpace(span.text);
  const deed = part(span, 0, Math.max(space, 0));
  if (space < 0 || part(span, space).text === '') return { kind: 'unknown', text: words(span) };
  const event = words(deed);
  const entity = words(part(span, space));
  const verb = event.toLowerCase();
  const kind = codeOf(deed) === null ? OPERATIONS.get(verb) : undefined;
  if (kind === undefined) return { kind: 'event', event, entity };
  const isOwn = kind === verb && isMethodOf(kind, address);
  return hasEvent(entity, event) && !isOwn ? { kind: 'event', event, entity } : { kind, entity };
}

type Operation = 'list' | 'read' | 'create' | 'change' | 'delete';

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['list', 'list'],
  ['search', 'list'],
  ['read', 'read'],
  ['get', 'read'],
  ['create', 'create'],
  ['add', 'create'],
  ['change', 'change'],
  ['update', 'change'],
  ['delete', 'delete'],
  ['remove', 'delete'],
]);

/** Whether the method and the path are those of an operation, so that no event is raised by them. */
function isMethodOf(operation: Operation, { method, path }: Address): boolean {
  if (operation === 'create') return method === 'POST' && !path.includes('/:');
  if (operation === 'change') return method === 'PATCH' || method === 'PUT';
  return method === (operation === 'delete' ? 'DELETE' : 'GET');
}

/** Before the last word; a word in backticks is one. */
function lastSpace(text: string): number {
  const open = text.endsWith('`') ? text.lastIndexOf('`', text.length - 2) : text.length;
  return text.lastIndexOf(' ', open);
}
