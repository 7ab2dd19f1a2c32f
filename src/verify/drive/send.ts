import type { Call, Model } from '../../model/types/model.ts';
import { isAskedWhole } from '../evaluator/shape.ts';
import type { Json, Match, Stored, World } from '../evaluator/world.ts';
import { statedShape } from './answer-shape.ts';
import { pathTo, referencedId } from './call-address.ts';
import { calledFor, callFor, type OfRecords } from './calls.ts';
import type { Body } from './compare-answer.ts';
import type { Answer, Caller } from './running-application.ts';
import type { Driver } from './send-request.ts';

type Sender = Pick<Driver, 'model' | 'world' | 'coverage'>;

/** Returns a caller that is signed in as this person, or not at all; every n-th request goes through a socket. */
export function callerOf(driver: Driver, person: Stored | null): Promise<Caller> {
  const { subject, requests } = driver;
  const { socket } = subject;
  const way = socket !== null && requests.count % socket.every === 0 ? socket.call : null;
  return person === null ? Promise.resolve(way ?? subject.guest) : signedIn(driver, person, way);
}

/** Signs in once per person. A change of authority fields ends the sessions of a person. */
async function signedIn({ subject, sessions }: Driver, person: Stored, socket: Caller | null): Promise<Caller> {
  const key = socket === null ? person.id : `${person.id} through a socket`;
  const known = sessions.get(key);
  if (known !== undefined) return known;
  const call = await subject.signIn(person.id, socket ?? subject.guest);
  sessions.set(key, call);
  return call;
}

/** Media type that requests whole records, whatever shape the call states. */
const WHOLE_RECORDS = 'application/vnd.ninefold.record+json';

/** Sends a request. `whole`: records are returned whole, whatever shape the call states. */
export async function send(
  sender: Sender,
  caller: Caller,
  request: OfRecords,
  query: Readonly<Record<string, string>>,
  whole: boolean,
): Promise<Answer<Body | null>> {
  const { model, world } = sender;
  if (request.kind === 'deleted' || request.kind === 'restore') return sendOwn(caller, model, request);
  const call = calledFor(sender, request);
  if (call === null) throw new Error(`There is no call to ${request.kind} ${request.entity}.`);
  const id = 'id' in request && request.kind !== 'create' ? request.id : null;
  const values = valuesOf(world, request);
  const path = pathTo(model, call, id, (fields) => referencedId(world, values, fields));
  const body = 'input' in request ? JSON.stringify(request.input) : undefined;
  const headers = {
    ...('match' in request && usesIfMatch(model, call) ? await matchHeader(sender, caller, request) : {}),
    ...(call.method === 'GET' ? {} : keyHeader(model, call)),
    ...(whole || isAskedWhole(model, call) ? { accept: WHOLE_RECORDS } : {}),
  };
  const searched = (more: Readonly<Record<string, string>>): string => {
    const search = new URLSearchParams({ ...query, ...more }).toString();
    return search === '' ? path : `${path}?${search}`;
  };
  const first = await caller<Body | null>(call.method, searched({}), body, headers);
  if (request.kind !== 'list' || (statedShape(model, call) !== null && !whole)) return first;
  return withFurtherPages(first, (page) => caller<Body | null>(call.method, searched({ page }), body, headers));
}

/** Maximum number of pages to fetch. */
const MOST_PAGES = 40;

/** Fetches all pages of a list and joins them. */
async function withFurtherPages(
  first: Answer<Body | null>,
  fetch: (page: string) => Promise<Answer<Body | null>>,
): Promise<Answer<Body | null>> {
  const items = first.body?.['items'];
  if (!Array.isArray(items)) return first;
  const all: unknown[] = [...items];
  let next = first.body?.['next'];
  for (let page = 1; typeof next === 'string' && page < MOST_PAGES; page += 1) {
    const { body } = await fetch(next);
    all.push(...((body?.['items'] ?? []) as readonly unknown[]));
    next = body?.['next'];
  }
  return { ...first, body: { ...first.body, items: all } };
}

/** Returns the values that the path may name: those filled in by the path, or those of the record. */
function valuesOf(world: World, request: OfRecords): ReadonlyMap<string, Json> | undefined {
  if (request.kind === 'create' || request.kind === 'list') return request.within?.fields;
  return 'id' in request ? world.get(request.id)?.values : undefined;
}

interface DeletedPage extends Body {
  readonly items?: readonly { readonly record: Body; readonly restore: unknown }[];
}

/**
 * Sends a request for deleted records, for which documents have no call. Why a record cannot be restored is returned in
 * the place of `delete`.
 */
async function sendOwn(
  caller: Caller,
  { limits }: Model,
  request: Extract<OfRecords, { readonly kind: 'deleted' | 'restore' }>,
): Promise<Answer<Body | null>> {
  const [largest = 50] = ['largest page', 'page size'].flatMap(
    (name) => limits.find((limit) => limit.name === name)?.value ?? [],
  );
  const path = `/_/deleted/${encodeURIComponent(request.entity)}?limit=${Math.min(50, largest)}`;
  const page = await caller<DeletedPage | null>('GET', path);
  const items = (page.body?.items ?? []).map(({ record, restore }) => {
    const own = record['_'] as { readonly can: object; readonly etag: string };
    return { ...record, _: { ...own, can: { ...own.can, delete: restore } } };
  });
  if (request.kind === 'deleted') return page.status === 200 ? { ...page, body: { items } } : page;
  const current = items.find((item) => (item as Body)['id'] === request.id)?._.etag ?? '"none"';
  const match = request.match === 'current' ? current : '"0123456789abcdef"';
  const headers: Readonly<Record<string, string>> = request.match === 'none' ? {} : { 'if-match': match };
  const to = `/_/records/${encodeURIComponent(request.entity)}/${encodeURIComponent(request.id)}/restore`;
  return caller<Body | null>('POST', to, undefined, headers);
}

/** Returns a new idempotency key if the call requires one. */
const keyHeader = ({ api }: Model, { options }: Call): Readonly<Record<string, string>> =>
  (options.idempotencyKey ?? api.options.idempotencyKey) === 'required'
    ? { 'idempotency-key': crypto.randomUUID() }
    : {};

/** Whether the call compares the tag in `If-Match`. */
const usesIfMatch = ({ api }: Model, { options }: Call): boolean =>
  (options.ifMatch ?? api.options.ifMatch) !== 'not used';

async function matchHeader(
  sender: Sender,
  caller: Caller,
  request: { readonly entity: string; readonly id: string; readonly match: Match },
): Promise<Readonly<Record<string, string>>> {
  if (request.match === 'none') return {};
  if (request.match === 'stale') return { 'if-match': '"0123456789abcdef"' };
  const { model, world } = sender;
  const call = callFor(sender, 'read', request.entity);
  const path =
    call === null
      ? `/_/records/${encodeURIComponent(request.entity)}/${request.id}`
      : pathTo(model, call, request.id, (fields) => referencedId(world, world.get(request.id)?.values, fields));
  // A read that the document does not state may be hidden from others than clients of whole records.
  const { headers } = await caller<Body>('GET', path, undefined, { accept: WHOLE_RECORDS });
  return { 'if-match': headers.get('etag') ?? '"none"' };
}
