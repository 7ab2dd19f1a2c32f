import type { Does, Method, Reference } from '../../model/types/model.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { isNotShown, type Reader, words } from '../reader/reader.ts';

const ADDRESS = /^(GET|POST|PUT|PATCH|DELETE)(?:\s+|$)/i;

/** The method and path of a call. */
export interface Address {
  readonly method: Method;
  readonly path: string;
  readonly query: readonly Reference[];
}

/**
 * Reads `GET /api/tasks/:id?status=&q=`. `own` is the cell of the method column, if there is one. Null if the address
 * is not read.
 */
export function addressIn(reader: Reader, cell: Span, own: Span | null): Address | null {
  const text = codeOf(cell) ?? cell;
  const match = ADDRESS.exec(text.text);
  const method = methodNamed(match?.[1] ?? (own === null ? '' : words(own)));
  const whole = words(match === null ? text : part(text, match[0].length));
  const at = whole.indexOf('?');
  const path = parameters((at < 0 ? whole : whole.slice(0, at)).trim());
  if (method === null || !PATH.test(path)) return null;
  return { method, path, query: queryIn(reader, at < 0 ? '' : whole.slice(at + 1), text) };
}

/** A path, or a path after a constant or a host. */
const PATH = /^(?:\/|\{|https?:\/\/)\S*$/i;

/** Returns the names of the query parameters with their places. A value after a name is reported. */
function queryIn(reader: Reader, query: string, at: Span): Reference[] {
  let behind = at.text.indexOf('?');
  const placeOf = (name: string) => {
    const from = at.text.indexOf(name, behind);
    if (from < 0) return reader.place(at);
    behind = from + name.length;
    return reader.place(part(at, from, behind));
  };
  return query.split('&').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=').map((side) => side.trim());
    if (value.some((side) => side !== '')) reader.report(messages.queryValueNotRead(pair.trim()), at, { point: 7 });
    return name === '' ? [] : [{ name, at: placeOf(name) }];
  });
}

/**
 * Writes `{id}` and `<id>` as `:id` in a path of the product itself. Braces at the start of an outside path are a
 * constant.
 */
function parameters(path: string): string {
  if (!path.startsWith('/')) return path;
  return path.replaceAll(
    /(?<=\/)(?:\{([\p{L}_][\p{L}\p{N}_-]*)\}|<([\p{L}_][\p{L}\p{N}_-]*)>)(?=\/|$)/gu,
    (_, one?: string, two?: string) => `:${(one ?? two ?? '').replaceAll('-', '_')}`,
  );
}

function methodNamed(word: string): Method | null {
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
 * Reads `list Task`, `submit Task` or `outside`; anything else is unknown. A name in backticks is an event. If an
 * entity has an event named like an operation, the method and the path decide which is meant.
 */
export function doesOf(cell: Span | null, address: Address, hasEvent: HasEvent, person: string | null = null): Does {
  if (cell === null || isNotShown(cell)) return { kind: 'unknown', text: '' };
  const span = codeOf(cell) ?? cell;
  const account = person === null ? null : accountDeed(span, person);
  if (account !== null) return account;
  if (/^outside(?: call)?$/i.test(span.text)) return { kind: 'outside' };
  const file = fileDeed(span);
  if (file !== null) return file;
  const values = valuesDeed(span);
  if (values !== null) return values;
  const bulk = /^bulk\s+/i.exec(span.text);
  if (bulk !== null) return bulkDeed(doesOf(part(span, bulk[0].length), address, hasEvent));
  const all = deleteAllDeed(span, address, hasEvent);
  if (all !== null) return all;
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

/** Whether the method and the path are those of an operation rather than of an event. */
function isMethodOf(operation: Operation, { method, path }: Address): boolean {
  if (operation === 'create') return method === 'POST' && !path.includes('/:');
  if (operation === 'change') return method === 'PATCH' || method === 'PUT';
  return method === (operation === 'delete' ? 'DELETE' : 'GET');
}

/** Returns the offset of the space before the last word; text in backticks is one word. */
function lastSpace(text: string): number {
  const open = text.endsWith('`') ? text.lastIndexOf('`', text.length - 2) : text.length;
  return text.lastIndexOf(' ', open);
}

/**
 * Reads `sign up Person`, `sign in`, `sign out`, `change password`, `read me` and `EVENT me`; null for anything else.
 * `person`: the entity of the people.
 */
function accountDeed(span: Span, person: string): Does | null {
  const deed = { kind: 'account', of: person, event: null } as const;
  const text = words(span).replace(/\s+/g, ' ');
  const session = /^(sign up|sign in|sign out|change password)(?: (.+))?$/i.exec(text);
  const act = session?.[1]?.toLowerCase();
  const named = session?.[2] ?? person;
  if (act === 'sign up' || act === 'sign in' || act === 'sign out' || act === 'change password')
    return named === person ? { ...deed, act } : null;
  const verb = /^(.+) me$/.exec(text)?.[1];
  if (verb === undefined) return null;
  const space = lastSpace(span.text);
  const operation = codeOf(part(span, 0, Math.max(space, 0))) === null ? OPERATIONS.get(verb.toLowerCase()) : undefined;
  if (operation === 'read' || operation === 'change' || operation === 'delete')
    return { ...deed, act: `${operation} me` };
  return { ...deed, act: 'event me', event: words(part(span, 0, Math.max(space, 0))) };
}

/** Reads `upload Task.photo` and `download Task.photo`; null for anything else. */
function fileDeed(span: Span): Does | null {
  const [, verb = '', rest = ''] = /^(upload|download)\s+(\S.*)$/i.exec(span.text) ?? [];
  const named = fieldNamed(span, rest);
  return named === null
    ? null
    : { kind: 'file', act: verb.toLowerCase() === 'upload' ? 'upload' : 'download', ...named };
}

/** Reads `values of Task.tags`; null for anything else. */
function valuesDeed(span: Span): Does | null {
  const named = fieldNamed(span, /^(?:distinct\s+)?values\s+of\s+(\S.*)$/i.exec(span.text)?.[1] ?? '');
  return named === null ? null : { kind: 'values', ...named };
}

/** Reads `Task.photo` at the end of a text; null if it names no field. */
function fieldNamed(span: Span, text: string): { readonly entity: string; readonly field: string } | null {
  const dot = text.lastIndexOf('.');
  if (dot <= 0 || text.endsWith('.')) return null;
  const at = span.text.length - text.length;
  return { entity: words(part(span, at, at + dot)), field: words(part(span, at + dot + 1)) };
}

/** Reads `delete all Task`; null for anything else. An event `delete all` is meant by other methods than DELETE. */
function deleteAllDeed(span: Span, { method }: Address, hasEvent: HasEvent): Does | null {
  const [before = ''] = /^(?:delete|remove)\s+all\s+(?=\S)/i.exec(span.text) ?? [];
  if (before === '') return null;
  const entity = words(part(span, before.length));
  const isEvent = method !== 'DELETE' && hasEvent(entity, words(part(span, 0, before.length)));
  return isEvent ? null : { kind: 'bulk', act: 'delete all', entity, event: null };
}

/** Returns what `bulk` and a deed mean together; only what writes one record can be done in bulk. */
function bulkDeed(does: Does): Does {
  if (does.kind === 'event') return { kind: 'bulk', act: 'event', entity: does.entity, event: does.event };
  if (does.kind === 'create' || does.kind === 'change' || does.kind === 'delete')
    return { kind: 'bulk', act: does.kind, entity: does.entity, event: null };
  return { kind: 'unknown', text: `bulk ${'text' in does ? does.text : does.kind}`.trim() };
}
