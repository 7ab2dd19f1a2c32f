import { parseExpression } from '../../src/expressions/parse.ts';
import type { Call, Model } from '../../src/model/model.ts';
import { GENERATED_NOW, type GeneratedDocument, randomFrom } from '../../src/verify/generate.ts';
import { oracle } from '../../src/verify/oracle/oracle.ts';
import type { Answer, Json, Match, Request, Stored, World } from '../../src/verify/oracle/world.ts';
import { alike, type Body, differences, orderDifferences } from './generated-compare.ts';
import { goodInput, type Source, spoiled } from './generated-input.ts';
import { storedOf, worldOf } from './generated-world.ts';
import { type Answer as HttpAnswer, startServer, type TestServer } from './server.ts';

/** One request that was answered otherwise than the oracle says. */
export interface Disagreement {
  readonly who: string;
  readonly request: Request;
  readonly record: string;
  readonly differences: readonly string[];
}

export interface Drive {
  readonly requests: number;
  readonly disagreements: readonly Disagreement[];
}

interface Driver extends Source {
  readonly server: TestServer;
  readonly people: readonly Stored[];
  readonly sessions: Map<string, Caller>;
  readonly found: Disagreement[];
  readonly asked: { count: number };
  readonly most: number;
}

/** Runs a document and asks it everything, as everybody. Stops early where `most` answers were wrong. */
export async function drive(document: GeneratedDocument, most: number): Promise<Drive> {
  const server = await startServer(document.text, { now: GENERATED_NOW });
  try {
    const { model } = server.runtime.current();
    const world = await worldOf(server.store, model);
    const people = [...world.values()].filter((stored) => stored.entity === document.person);
    if (people.length === 0) throw new Error(`The sample data were not loaded: ${JSON.stringify(server.runtime.status().diagnostics.filter((each) => each.severity === 'error').map((each) => `${each.at.line}: ${each.message}`))}`);
    const driver: Driver = { document, model, world, random: randomFrom(document.seed), count: { next: 0 }, server, people, sessions: new Map(), found: [], asked: { count: 0 }, most };
    for (const phase of [lists, refusedEvents, creations, changes, allowedEvents, deletions, lists]) {
      if (driver.found.length < most) await phase(driver);
    }
    return { requests: driver.asked.count, disagreements: driver.found.slice(0, most) };
  } finally {
    await server.stop();
  }
}

const entitiesOf = (model: Model): readonly string[] => model.entities.filter((entity) => entity.belongsTo === null).map((entity) => entity.name);

/** Every list as everybody, and with a filter and a sort or two. */
async function lists(driver: Driver): Promise<void> {
  const { model, people, random } = driver;
  for (const entity of entitiesOf(model)) {
    const filters = filtersOf(driver, entity);
    for (const person of people) {
      if (driver.found.length >= driver.most) return;
      const plain = { kind: 'list', entity, screen: null, filter: null, sort: null } as const;
      await ask(driver, person, plain);
      const filter = random.pick(filters);
      await ask(driver, person, { ...plain, filter: parseExpression(filter).tree ?? 'unreadable' }, { filter });
      const fields = model.entities.find((each) => each.name === entity)?.fields ?? [];
      const sortable = fields.filter((each) => ['text', 'integer', 'decimal', 'date', 'date and time'].includes(each.type.kind) || (each.type.kind === 'money' && each.type.currency !== null));
      const { name: field } = random.pick(sortable);
      const descending = random.chance(0.5);
      await ask(driver, person, { ...plain, sort: { field, descending } }, { sort: `${descending ? '-' : ''}${field}` });
    }
  }
}

/** Conditions of the document, which serve as filters, and some about a value that a record has. */
function filtersOf({ model, world, random }: Driver, entity: string): readonly string[] {
  const cells = model.permissions.flatMap((cell) => (cell.entity === entity && cell.grant.kind === 'yes' && cell.grant.where !== null ? [cell.grant.where.text] : []));
  const guards = model.machines.filter((machine) => machine.entity === entity).flatMap((machine) => machine.transitions.flatMap((transition) => transition.guard?.text ?? []));
  const rules = model.rules.flatMap((rule) => (rule.entity === entity && rule.condition !== null ? [rule.condition.text] : []));
  const some = [...world.values()].filter((stored) => stored.entity === entity);
  const fields = model.entities.find((each) => each.name === entity)?.fields ?? [];
  const values = fields.flatMap((field): readonly string[] => {
    const value = some.length === 0 ? null : (random.pick(some).values.get(field.name) ?? null);
    const name = `this[${JSON.stringify(field.name)}]`;
    return [`${name} == null`, `${name} != null`, ...(typeof value === 'string' && ['text', 'email', 'choice', 'date'].includes(field.type.kind) ? [`${name} == ${JSON.stringify(value)}`, `${name} != ${JSON.stringify(value)}`] : [])];
  });
  // Not every function can be asked of a database.
  const answerable = [...cells, ...guards, ...rules].filter((text) => !/size\(|coalesce\(|round\(/.test(text));
  return [...answerable, ...answerable, ...values, 'true', 'id != null', 'nothing == 3', 'label', '== 3'];
}

/** Every event as everybody on a record in each state, where it is refused: nothing moves. */
async function refusedEvents(driver: Driver): Promise<void> {
  const { world, model } = driver;
  for (const request of eventRequests(driver)) {
    for (const person of driver.people) {
      if (driver.found.length >= driver.most) return;
      const answer = oracle(model, new Map(world), person.id, request, GENERATED_NOW);
      if (!answer.allowed) await ask(driver, person, request);
    }
  }
}

/** The same where it is allowed, as long as there are records in the state. */
async function allowedEvents(driver: Driver): Promise<void> {
  const { world, model, random } = driver;
  for (let round = 0; round < 2; round += 1) {
    for (const request of random.some(eventRequests(driver), 60)) {
      for (const person of random.some(driver.people, driver.people.length)) {
        if (driver.found.length >= driver.most) return;
        const answer = oracle(model, new Map(world), person.id, request, GENERATED_NOW);
        if (answer.allowed) await ask(driver, person, request);
      }
    }
  }
}

type EventRequest = Extract<Request, { readonly kind: 'event' }>;

function eventRequests(driver: Driver): readonly EventRequest[] {
  const { model, random, document } = driver;
  return model.machines.flatMap((machine) => {
    const events = [...new Set(machine.transitions.flatMap((transition) => transition.event ?? []))];
    return machine.states.flatMap((state) => {
      const there = [...driver.world.values()].filter((stored) => stored.entity === machine.entity && stored.values.get(machine.name) === state.name);
      return random.some(there, 1).flatMap((stored) =>
        events.map((event): EventRequest => {
          const call = callFor(model, 'event', machine.entity, event);
          const asks = machine.transitions.filter((each) => each.event === event && each.from === state.name).flatMap((each) => each.effects.flatMap((effect) => (effect.kind === 'ask' ? [effect.field] : [])));
          const good = goodInput(driver, machine.entity, asks, 0.1);
          const bad = random.chance(0.2) ? spoiled(driver, machine.entity, good, asks.length > 0 ? asks : [...(document.inputs.get(machine.entity)?.keys() ?? [])]) : good;
          return { kind: 'event', entity: machine.entity, id: stored.id, event, call: call?.id ?? null, input: Object.fromEntries(bad), match: matchOf(driver) };
        }),
      );
    });
  });
}

function matchOf({ random }: Driver): Match {
  return random.chance(0.92) ? 'current' : random.pick(['stale', 'none']);
}

async function creations(driver: Driver): Promise<void> {
  const { model, people } = driver;
  for (const entity of entitiesOf(model)) {
    const call = callFor(model, 'create', entity);
    const names = inputNames(driver, entity, call);
    for (const person of people) {
      if (driver.found.length >= driver.most) return;
      const good = goodInput(driver, entity, names, 0.15);
      const base = { kind: 'create', entity, id: '', call: call?.id ?? null } as const;
      await ask(driver, person, { ...base, input: Object.fromEntries(good) });
      for (let each = 0; each < 2; each += 1) await ask(driver, person, { ...base, input: Object.fromEntries(spoiled(driver, entity, good, names)) });
    }
  }
}

async function changes(driver: Driver): Promise<void> {
  const { model, people, random, world } = driver;
  for (const entity of entitiesOf(model)) {
    const call = callFor(model, 'change', entity);
    const names = inputNames(driver, entity, call);
    for (const person of people) {
      for (const stored of random.some([...world.values()].filter((each) => each.entity === entity), 4)) {
        if (driver.found.length >= driver.most) return;
        const good = goodInput(driver, entity, random.some(names, 1 + random.below(2)), 0);
        const input = random.chance(0.4) ? spoiled(driver, entity, good, names) : good;
        await ask(driver, person, { kind: 'change', entity, id: stored.id, call: call?.id ?? null, input: Object.fromEntries(input), match: matchOf(driver) });
      }
    }
  }
}

async function deletions(driver: Driver): Promise<void> {
  const { model, people, random, world } = driver;
  for (const entity of entitiesOf(model)) {
    for (const person of people) {
      const stored = [...world.values()].filter((each) => each.entity === entity && !people.some((one) => one.id === each.id));
      for (const each of random.some(stored, 2)) {
        if (driver.found.length >= driver.most) return;
        await ask(driver, person, { kind: 'delete', entity, id: each.id, match: matchOf(driver) });
      }
      await ask(driver, person, { kind: 'read', entity, id: '0190a6a0-0000-7000-8000-000000000000' });
    }
  }
}

/** What a call takes that the document's own fields offer. */
function inputNames({ document }: Driver, entity: string, call: Call | null): readonly string[] {
  const offers = [...(document.inputs.get(entity) ?? [])].filter(([, offer]) => offer.use === 'input').map(([name]) => name);
  const sends = call?.sends?.map((each) => each.name) ?? null;
  return sends === null ? offers : offers.filter((name) => sends.includes(name));
}

function callFor(model: Model, kind: string, entity: string, event: string | null = null): Call | null {
  return model.calls.find(({ does }) => does.kind === kind && 'entity' in does && does.entity === entity && (does.kind !== 'event' || does.event === event)) ?? null;
}

/** Asks both, the server first: it names the new records. */
async function ask(driver: Driver, person: Stored, request: Request, query: Readonly<Record<string, string>> = {}): Promise<void> {
  const { server, model, world } = driver;
  const caller = await signedIn(driver, person);
  driver.asked.count += 1;
  const got = await send(caller, model, request, query);
  const named = request.kind === 'create' ? { ...request, id: String(got.body?.['id'] ?? (got.status < 300 ? await newestId(server, model, world, request.entity) : 'no id')) } : request;
  const record = 'id' in request ? describe(world.get(request.id)) : '';
  const expected = oracle(model, world, person.id, named, GENERATED_NOW);
  const wrong = [...differences(expected, got), ...(expected.allowed && expected.list !== null && Object.hasOwn(query, 'sort') ? orderDifferences(expected.list, got.body) : [])];
  const after = await followed(driver, named, expected, got);
  if (wrong.length + after.length > 0) driver.found.push({ who: describe(person), request, record, differences: [...wrong, ...after].slice(0, 6) });
}

/** Compares what is kept, and takes it over: lines have ids of the server's making. */
async function followed(driver: Driver, request: Request, expected: Answer, got: HttpAnswer<Body | null>): Promise<readonly string[]> {
  if (request.kind === 'read' || request.kind === 'list' || (!expected.allowed && got.status >= 300)) return [];
  const { server, model, world } = driver;
  if (request.entity === driver.document.person) driver.sessions.clear();
  const kept = await storedOf(server.store, model, request.entity, request.id);
  const ours = world.get(request.id);
  if (kept === null) world.delete(request.id);
  else world.set(request.id, kept);
  if (kept === null || ours === undefined) return (kept === null) === (ours === undefined) ? [] : [kept === null ? 'nothing is kept' : 'a record is kept'];
  const names = [...kept.values.keys()].filter((name) => !['id', 'createdAt', 'createdBy', 'changedAt', 'changedBy'].includes(name));
  return names.flatMap((name) => {
    const [one, other] = [ours.values.get(name) ?? null, kept.values.get(name) ?? null];
    return alike(one, other) ? [] : [`kept ${name}: expected ${JSON.stringify(one)}, got ${JSON.stringify(other)}`];
  });
}

async function newestId(server: TestServer, model: Model, world: World, entity: string): Promise<string> {
  const all = await worldOf(server.store, model);
  return [...all.values()].find((stored) => stored.entity === entity && !world.has(stored.id))?.id ?? 'no id';
}

/** What one person asks with: their names change, their ids don't. */
type Caller = TestServer['guest']['call'];

/** A change of what decides over their rights ends the sessions of a person. */
async function signedIn({ server, sessions }: Driver, person: Stored): Promise<Caller> {
  const known = sessions.get(person.id);
  if (known !== undefined) return known;
  const answer = await server.guest.post('/_/session', { person: person.id }, { 'ninefold-switcher': server.runtime.switcher });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  if (answer.status !== 200) throw new Error(`Signing in was answered ${answer.status}: ${answer.text}`);
  const call: Caller = (method, path, body, headers = {}) => server.guest.call(method, path, body, { cookie, ...headers });
  sessions.set(person.id, call);
  return call;
}

async function send(caller: Caller, model: Model, request: Request, query: Readonly<Record<string, string>>): Promise<HttpAnswer<Body | null>> {
  const event = request.kind === 'event' ? request.event : null;
  const call = callFor(model, request.kind, request.entity, event);
  if (call === null) throw new Error(`There is no call to ${request.kind} ${request.entity}.`);
  const id = 'id' in request ? request.id : '';
  const search = new URLSearchParams(Object.entries(query)).toString();
  const path = call.path.replace(':id', encodeURIComponent(id)) + (search === '' ? '' : `?${search}`);
  const body = 'input' in request ? JSON.stringify(request.input) : undefined;
  const headers = 'match' in request ? await matchHeader(caller, model, request) : {};
  return caller<Body | null>(call.method, path, body, headers);
}

async function matchHeader(caller: Caller, model: Model, request: { readonly entity: string; readonly id: string; readonly match: Match }): Promise<Readonly<Record<string, string>>> {
  if (request.match === 'none') return {};
  if (request.match === 'stale') return { 'if-match': '"0123456789abcdef"' };
  const path = callFor(model, 'read', request.entity)?.path.replace(':id', encodeURIComponent(request.id)) ?? '';
  const { headers } = await caller<Body>('GET', path);
  return { 'if-match': headers.get('etag') ?? '"none"' };
}

/** A record in one line. */
function describe(stored: Stored | undefined): string {
  if (stored === undefined) return 'no record';
  const values = [...stored.values].filter(([name, value]) => value !== null && !name.startsWith('changed') && !name.startsWith('created'));
  return `${stored.entity} ${stored.id} {${values.map(([name, value]: [string, Json]) => `${name}: ${JSON.stringify(value)}`).join(', ')}}`;
}
