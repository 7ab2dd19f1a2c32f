import type { Call, Model } from '../../model/model.ts';
import { schemaOf } from '../../model/schema.ts';
import { membersOf } from '../oracle/draft.ts';
import { oracle } from '../oracle/oracle.ts';
import { shapeOf } from '../oracle/shape.ts';
import { beginStay, noteStays, type Stays } from '../oracle/timers.ts';
import type { Answer, Comments, Json, Match, Request, Stored, Trash, World } from '../oracle/world.ts';
import { isAddressed, pathTo } from './address.ts';
import { type Body, differences, orderDifferences } from './compare.ts';
import { type Covered, noteTried } from './covered.ts';
import { elsewhere } from './elsewhere.ts';
import type { Source } from './input.ts';
import { describe, keptDifferences, withNumbers } from './kept.ts';
import { storedOf, worldOf } from './records.ts';
import type { Caller, Answer as HttpAnswer, Subject } from './subject.ts';

/** One request that was answered otherwise than the oracle says. */
export interface Disagreement {
  readonly who: string;
  readonly request: Request;
  readonly record: string;
  readonly differences: readonly string[];
}

/** One document being asked. */
export interface Driver extends Source {
  readonly subject: Subject;
  readonly people: readonly Stored[];
  readonly sessions: Map<string, Caller>;
  /** Of these alone anything is asked; records of the others stand in the world as they are kept. */
  readonly judged: ReadonlySet<string>;
  readonly covered: Covered;
  readonly found: Disagreement[];
  readonly asked: { count: number };
  /** What was deleted, as the oracle holds it. */
  readonly trash: Trash;
  readonly comments: Comments;
  /** Since when each record is in its states. */
  readonly stays: Stays;
  readonly statuses: Map<number, number>;
  /** How often the oracle expected what is rare. */
  readonly told: {
    warnings: number;
    comments: number;
    mentions: number;
    timers: number;
    along: number;
    shaped: number;
    unlisted: number;
    /** Lines that may not be taken away. */
    staying: number;
    /** Lines that may not be changed as they stand. */
    closed: number;
  };
  readonly most: number;
}

/** The call of the document that does this; the first, where there are several. */
export function callFor(model: Model, kind: string, entity: string, event: string | null = null): Call | null {
  return (
    model.calls.find(
      ({ does }) =>
        does.kind === kind &&
        'entity' in does &&
        does.entity === entity &&
        (does.kind !== 'event' || does.event === event),
    ) ?? null
  );
}

/** What is asked of records themselves; comments are asked for by themselves. */
export type OfRecords = Extract<
  Request,
  { kind: 'read' | 'list' | 'create' | 'change' | 'event' | 'delete' | 'deleted' | 'restore' }
>;

/** Asks both, the server first: it names the new records. */
export async function ask(
  driver: Driver,
  person: Stored,
  request: OfRecords,
  query: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { subject, model, world } = driver;
  if (!isCalled(model, request) || !driver.judged.has(request.entity)) return;
  driver.asked.count += 1;
  const caller = await callerOf(driver, person);
  const got = await send(driver, caller, request, query);
  driver.statuses.set(got.status, (driver.statuses.get(got.status) ?? 0) + 1);
  const named =
    request.kind === 'create'
      ? {
          ...request,
          id: String(got.body?.['id'] ?? (got.status < 300 ? await newestId(subject, world, request.entity) : 'no id')),
        }
      : request;
  const record = 'id' in request ? describe(world.get(request.id)) : '';
  const { now } = subject.clock;
  const before = world.get('id' in named ? named.id : '');
  const all = new Map(world);
  const expected = oracle(model, world, person.id, named, now, driver.trash, driver.comments);
  noteTried(driver, person, request, calledFor(model, request)?.id ?? null, before, expected);
  for (const [id, stored] of world) noteStays(model, driver.stays, all.get(id), stored, now);
  if (request.kind === 'event' && expected.allowed && before !== undefined) enterAgain(driver, before, request.event);
  if ('call' in request && shapeOf(callById(model, request.call))?.some(({ lines }) => lines !== null)) {
    if (expected.allowed) driver.told.shaped += 1;
    else if (expected.faults.some(({ path, code }) => path.includes('[') && code === 'NOT_AN_INPUT'))
      driver.told.unlisted += 1;
  }
  if (expected.allowed && expected.seen !== null) driver.told.warnings += expected.warned?.faults.length ?? 0;
  const wrong = [
    ...differences(expected, got),
    ...(expected.allowed && expected.list !== null && Object.hasOwn(query, 'sort')
      ? orderDifferences(expected.list, got.body)
      : []),
  ];
  const after = [
    ...(await followed(driver, named, expected, got)),
    ...(await alongDifferences(driver, named, all)),
    ...(expected.allowed ? await elsewhere(driver, named, all) : []),
  ];
  const failures = subject.failures();
  if (wrong.length + after.length > 0)
    driver.found.push({
      who: nameOf(driver, person),
      request,
      record,
      differences: [...[...wrong, ...after].slice(0, 6), ...failures],
    });
}

/** What a document states no call for is asked by nobody; what was deleted has calls of our own. */
export function isCalled(model: Model, request: OfRecords): boolean {
  if (request.kind === 'deleted' || request.kind === 'restore') return true;
  const call = calledFor(model, request);
  return call !== null && isAddressed(call, request.kind);
}

const calledFor = (model: Model, request: OfRecords): Call | null =>
  callFor(model, request.kind, request.entity, request.kind === 'event' ? request.event : null);

const callById = ({ calls }: Model, id: string | null) => calls.find((call) => call.id === id) ?? null;

/** Compares what is kept, and takes it over: lines have ids of the server's making. */
async function followed(
  driver: Driver,
  request: OfRecords,
  expected: Answer,
  got: HttpAnswer<Body | null>,
): Promise<readonly string[]> {
  if (
    request.kind === 'read' ||
    request.kind === 'list' ||
    request.kind === 'deleted' ||
    (!expected.allowed && got.status >= 300)
  )
    return [];
  const { subject, model, world } = driver;
  if (request.entity === driver.document.person) driver.sessions.clear();
  const kept = await storedOf(subject.records, model, request.entity, request.id);
  const ours = world.get(request.id);
  if (kept === null) world.delete(request.id);
  else world.set(request.id, withNumbers(kept, ours));
  await takeOver(driver);
  return keptDifferences(ours, kept);
}

/** Records that nothing is said of stand as they are kept. */
export async function takeOver({ subject, model, world, judged }: Driver): Promise<void> {
  if (model.entities.every(({ name, belongsTo }) => belongsTo !== null || judged.has(name))) return;
  for (const [id, { entity }] of [...world]) if (!judged.has(entity)) world.delete(id);
  for (const [id, stored] of await worldOf(subject.records, model))
    if (!judged.has(stored.entity)) world.set(id, stored);
}

/** Whatever went or came along must be gone, or be there, in the store as well. */
async function alongDifferences(driver: Driver, request: OfRecords, before: World): Promise<readonly string[]> {
  if (request.kind !== 'delete' && request.kind !== 'restore') return [];
  const { subject, model, world, told } = driver;
  const others = [...before.values(), ...world.values()].filter(
    ({ id, entity }) => id !== request.id && before.has(id) !== world.has(id) && driver.judged.has(entity),
  );
  const found: string[] = [];
  for (const { entity, id } of others) {
    told.along += 1;
    const kept = await storedOf(subject.records, model, entity, id);
    found.push(...keptDifferences(world.get(id), kept).map((each) => `along, ${entity} ${id}: ${each}`));
  }
  return found;
}

/** An event that leads back to the state where it came from begins a new stay. */
function enterAgain({ model, world, stays, subject }: Driver, before: Stored, event: string): void {
  const after = world.get(before.id);
  for (const { name, entity, transitions } of model.machines) {
    const state = before.values.get(name);
    const isBack = transitions.some((each) => each.event === event && each.from === state && each.to === state);
    if (entity === before.entity && isBack && after?.values.get(name) === state)
      beginStay(stays, before.id, name, subject.clock.now);
  }
}

async function newestId({ records, model }: Subject, world: World, entity: string): Promise<string> {
  const all = await worldOf(records, model);
  return [...all.values()].find((stored) => stored.entity === entity && !world.has(stored.id))?.id ?? 'no id';
}

/** Signed in as this person: their names change, their ids don't. Now and then through a socket. */
export function callerOf(driver: Driver, person: Stored): Promise<Caller> {
  const { subject, asked } = driver;
  const { socket } = subject;
  return signedIn(driver, person, socket !== null && asked.count % socket.every === 0 ? socket.call : null);
}

/** A change of what decides over their rights ends the sessions of a person. */
async function signedIn({ subject, sessions }: Driver, person: Stored, socket: Caller | null): Promise<Caller> {
  const key = socket === null ? person.id : `${person.id} through a socket`;
  const known = sessions.get(key);
  if (known !== undefined) return known;
  const call = await subject.signIn(person.id, socket ?? subject.guest);
  sessions.set(key, call);
  return call;
}

/** What a path may name besides the record: values of what is sent, or of the record. */
function valuesOf(world: World, request: OfRecords): (field: string) => Json | undefined {
  if (request.kind !== 'create') return (field) => ('id' in request ? world.get(request.id)?.values.get(field) : null);
  const sent = membersOf(request.input);
  return (field) => sent?.get(field);
}

export async function send(
  { model, world }: Pick<Driver, 'model' | 'world'>,
  caller: Caller,
  request: OfRecords,
  query: Readonly<Record<string, string>>,
): Promise<HttpAnswer<Body | null>> {
  if (request.kind === 'deleted' || request.kind === 'restore') return sendOwn(caller, model, request);
  const event = request.kind === 'event' ? request.event : null;
  const call = callFor(model, request.kind, request.entity, event);
  if (call === null) throw new Error(`There is no call to ${request.kind} ${request.entity}.`);
  const search = new URLSearchParams(Object.entries(query)).toString();
  const id = 'id' in request && request.kind !== 'create' ? request.id : null;
  const path = pathTo(model, call, id, valuesOf(world, request)) + (search === '' ? '' : `?${search}`);
  const body = 'input' in request ? JSON.stringify(request.input) : undefined;
  const headers = 'match' in request ? await matchHeader({ model, world }, caller, request) : {};
  return caller<Body | null>(call.method, path, body, headers);
}

interface DeletedPage extends Body {
  readonly items?: readonly { readonly record: Body; readonly restore: unknown }[];
}

/** What no call of a document does. Deleted records are told as a list, with why they can't be brought back in the place of deleting. */
async function sendOwn(
  caller: Caller,
  { limits }: Model,
  request: Extract<Request, { readonly kind: 'deleted' | 'restore' }>,
): Promise<HttpAnswer<Body | null>> {
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

async function matchHeader(
  { model, world }: Pick<Driver, 'model' | 'world'>,
  caller: Caller,
  request: { readonly entity: string; readonly id: string; readonly match: Match },
): Promise<Readonly<Record<string, string>>> {
  if (request.match === 'none') return {};
  if (request.match === 'stale') return { 'if-match': '"0123456789abcdef"' };
  const call = callFor(model, 'read', request.entity);
  const path =
    call === null
      ? `/_/records/${encodeURIComponent(request.entity)}/${request.id}`
      : pathTo(model, call, request.id, (field) => world.get(request.id)?.values.get(field));
  const { headers } = await caller<Body>('GET', path);
  return { 'if-match': headers.get('etag') ?? '"none"' };
}

/** What a person is called, with the roles that they hold. */
export function nameOf({ model, document }: Driver, { id, values }: Stored): string {
  const { title, attributes } = schemaOf(model).entities.get(document.person) ?? {};
  const roles = [...values].flatMap(([name, value]) =>
    attributes?.get(name)?.type.kind === 'role' && value !== null ? [value].flat().map(String) : [],
  );
  const name = String(values.get(title ?? '') ?? id);
  return roles.length === 0 ? name : `${name} (${roles.join(', ')})`;
}
