import { isHiddenCall } from '../../model/lookups/call-options.ts';
import { schemaOf } from '../../model/lookups/schema.ts';
import type { Call, Model } from '../../model/types/model.ts';
import { shapeOf } from '../evaluator/shape.ts';
import type { Answer, Comments, Json, Request, Stored, Trash, World } from '../evaluator/world.ts';
import { CREATED } from '../oracle/follow-ups.ts';
import { oracle, withDueTimers } from '../oracle/oracle.ts';
import { beginState, noteStateEntries, runTimers, type StateEntries } from '../oracle/timers.ts';
import { statedShape } from './answer-shape.ts';
import { callById, calledFor, isCalled, type OfRecords } from './calls.ts';
import { type Body, differences, orderDifferences } from './compare-answer.ts';
import { compareOtherRecords } from './compare-other-records.ts';
import { describe, storedDifferences, withNumbers } from './compare-stored.ts';
import { type Coverage, noteErrors, noteProductTransitions, noteTried } from './coverage.ts';
import { uploaded } from './files.ts';
import type { Source } from './input.ts';
import { withinParents } from './parents.ts';
import { storedOf, worldOf } from './records.ts';
import type { Caller, Answer as HttpAnswer, Subject } from './running-application.ts';
import { callerOf, send } from './send.ts';

/** A request whose answer differs from the oracle's. */
export interface Disagreement {
  readonly who: string;
  readonly request: Request;
  readonly record: string;
  readonly differences: readonly string[];
}

/** The state of testing one document. */
export interface Driver extends Source {
  readonly subject: Subject;
  readonly people: readonly Stored[];
  /** The people, and null for a person who is not signed in. */
  readonly principals: readonly (Stored | null)[];
  /** Maximum number of people who send the same request. */
  readonly mostPrincipals: number;
  /** Number of multi-step plans per element that nothing else reached. */
  readonly plansPerElement: number;
  /** Whether plans may advance the clock. */
  readonly mayAdvanceClock: boolean;
  readonly sessions: Map<string, Caller>;
  /** The entities that are tested. Records of other entities are taken over from the store. */
  readonly judged: ReadonlySet<string>;
  readonly coverage: Coverage;
  readonly disagreements: Disagreement[];
  readonly requests: { count: number };
  /** Deleted records, as the oracle knows them. */
  readonly trash: Trash;
  readonly comments: Comments;
  /** Since when each record is in its states. */
  readonly stateEntries: StateEntries;
  readonly statuses: Map<number, number>;
  /** How often the oracle expected rare outcomes. */
  readonly expectedCounts: {
    warnings: number;
    comments: number;
    mentions: number;
    timers: number;
    along: number;
    shaped: number;
    unlisted: number;
    /** Lines that may not be removed. */
    staying: number;
    /** Lines that may not be changed in their state. */
    closed: number;
  };
  readonly most: number;
  /** Why something was not reached, by its id. */
  readonly reasons: Map<string, string>;
  /** Why no request can reach something, by its id. */
  readonly impossible: ReadonlyMap<string, string>;
}

export const zeroCounts = (): Driver['expectedCounts'] => ({
  ...{ warnings: 0, comments: 0, mentions: 0, timers: 0, along: 0 },
  ...{ shaped: 0, unlisted: 0, staying: 0, closed: 0 },
});

/** Sends a request to the server and the oracle as a person, or as nobody, and compares. */
export async function sendAndCompare(
  driver: Driver,
  person: Stored | null,
  stated: OfRecords,
  query: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (!isCalled(driver, stated) || !driver.judged.has(stated.entity)) return;
  const call = calledFor(driver, stated);
  const named = call === null ? stated : ({ ...stated, call: call.id } as OfRecords);
  const request = withinParents(driver, person, named, call);
  if (request === null) return;
  const isShaped = statedShape(driver.model, call) !== null;
  // Reads are sent twice: in the shape of the call and whole.
  if (isShaped && (request.kind === 'list' || request.kind === 'read'))
    await askOnce(driver, person, request, query, true);
  if (driver.disagreements.length < driver.most) await askOnce(driver, person, request, query, !isShaped);
}

/** Whether both refuse a call that states the order of its refusals: the oracle judges in the usual order. */
const areBothRefused = (model: Model, call: Call | null, expected: Answer, status: number): boolean =>
  call !== null && (call.options.refusals ?? model.api.options.refusals) !== null && !expected.allowed && status >= 400;

/** Whether a creation is answered with the record that has the same unique values instead of being refused. */
const answersExisting = (call: Call | null, expected: Answer, status: number): boolean =>
  call?.does.kind === 'create' && call.options.existing === status && !expected.allowed && expected.faults.length > 0;

/** Asks the server first, because it assigns the ids of new records. */
async function askOnce(
  driver: Driver,
  person: Stored | null,
  stated: OfRecords,
  query: Readonly<Record<string, string>>,
  whole: boolean,
): Promise<void> {
  const { subject, model, world } = driver;
  const call = calledFor(driver, stated);
  const given = whole ? null : statedShape(model, call);
  driver.requests.count += 1;
  const caller = await callerOf(driver, person);
  const request =
    'input' in stated
      ? { ...stated, input: await uploaded({ model, caller, fileFor: subject.fileFor }, stated.entity, stated.input) }
      : stated;
  const isWhole = (given === null && statedShape(model, call) !== null) || (call !== null && isHiddenCall(model, call));
  const got = await send(driver, caller, request, query, isWhole);
  driver.statuses.set(got.status, (driver.statuses.get(got.status) ?? 0) + 1);
  const named =
    request.kind === 'create'
      ? {
          ...request,
          id: await idMade(driver, request.entity, got, given === null),
        }
      : request;
  const record = 'id' in request ? describe(world.get(request.id)) : '';
  const all = new Map(world);
  const expected = expectedAnswer(driver, person, named, call);
  if (
    'input' in request &&
    shapeOf(model, callById(model, request.call))?.some((each) => 'lines' in each && each.lines !== null)
  ) {
    if (expected.allowed) driver.expectedCounts.shaped += 1;
    else if (expected.faults.some(({ path, code }) => path.includes('[') && code === 'NOT_AN_INPUT'))
      driver.expectedCounts.unlisted += 1;
  }
  if (expected.allowed && expected.record !== null)
    driver.expectedCounts.warnings += expected.warnings?.faults.length ?? 0;
  const wrong = [
    ...(areBothRefused(model, call, expected, got.status) || answersExisting(call, expected, got.status)
      ? []
      : differences(expected, got, given, model)),
    ...(given === null && expected.allowed && expected.list !== null && Object.hasOwn(query, 'sort')
      ? orderDifferences(expected.list, got.body)
      : []),
  ];
  const after = [
    ...(await followed(driver, named, expected, got)),
    ...(await alongDifferences(driver, named, all)),
    ...(expected.allowed ? await compareOtherRecords(driver, named, all) : []),
  ];
  const failures = subject.failures();
  if (wrong.length + after.length > 0)
    driver.disagreements.push({
      who: nameOf(driver, person),
      request,
      record,
      differences: [...[...wrong, ...after].slice(0, 6), ...failures],
    });
}

/** Returns the oracle's answer, updates the world, and records the coverage. */
export function expectedAnswer(driver: Driver, person: Stored | null, request: OfRecords, call: Call | null): Answer {
  const { subject, model, world, stateEntries, trash, comments } = driver;
  const { now } = subject.clock;
  const own = 'id' in request ? request.id : '';
  const before = world.get(own);
  const all = new Map(world);
  const decided = oracle(model, world, person?.id ?? null, request, now, trash, comments);
  noteTried(driver, person, request, call?.id ?? null, before, decided);
  noteErrors(driver, decided);
  for (const [id, stored] of world) {
    noteStateEntries(model, stateEntries, all.get(id), stored, now);
    if (stored !== all.get(id) && id !== own) noteProductTransitions(driver, all.get(id), stored);
  }
  if (request.kind === 'event' && decided.allowed && before !== undefined) enterAgain(driver, before, request.event);
  return followUps(driver, person, request, decided, before);
}

/** Compares the stored record and takes it over, because the server assigns the ids of lines. */
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
  const actual = await storedOf(subject.records, model, request.entity, request.id);
  const ours = world.get(request.id);
  if (actual === null) world.delete(request.id);
  else world.set(request.id, withNumbers(actual, ours));
  await copyUntestedRecords(driver);
  return storedDifferences(ours, actual);
}

/** Takes over the stored records of entities that are not tested. */
export async function copyUntestedRecords({ subject, model, world, judged }: Driver): Promise<void> {
  if (model.entities.every(({ name, belongsTo }) => belongsTo !== null || judged.has(name))) return;
  for (const [id, { entity }] of [...world]) if (!judged.has(entity)) world.delete(id);
  for (const [id, stored] of await worldOf(subject.records, model))
    if (!judged.has(stored.entity)) world.set(id, stored);
}

/** Checks in the store that cascaded deletions and restorations happened. */
async function alongDifferences(driver: Driver, request: OfRecords, before: World): Promise<readonly string[]> {
  if (request.kind !== 'delete' && request.kind !== 'restore') return [];
  const { subject, model, world, expectedCounts } = driver;
  // Records that effects created are matched by their values.
  const others = [...before.values(), ...world.values()].filter(
    ({ id, entity }) =>
      id !== request.id && !id.startsWith(CREATED) && before.has(id) !== world.has(id) && driver.judged.has(entity),
  );
  const found: string[] = [];
  for (const { entity, id } of others) {
    expectedCounts.along += 1;
    const actual = await storedOf(subject.records, model, entity, id);
    found.push(...storedDifferences(world.get(id), actual).map((each) => `cascade, ${entity} ${id}: ${each}`));
  }
  return found;
}

/** Applies timers that are due at once after a write, before it is answered. */
function followUps(
  driver: Driver,
  person: Stored | null,
  request: OfRecords,
  decided: Answer,
  unwritten: Stored | undefined,
): Answer {
  const { subject, model, world, stateEntries } = driver;
  const { kind } = request;
  if (!decided.allowed || (kind !== 'create' && kind !== 'change' && kind !== 'event' && kind !== 'restore'))
    return decided;
  const { now } = subject.clock;
  const written = world.get(request.id);
  // A change without differences writes nothing, so its timers run in their own time.
  if (kind === 'change' && isSame(request, written, unwritten)) return decided;
  if (written !== undefined) world.set(request.id, withLineIds(written));
  const before = world.get(request.id);
  runTimers(model, world, stateEntries, now, request.id);
  const after = world.get(request.id);
  if (after === undefined || after === before) return decided;
  noteProductTransitions(driver, written, after);
  return withDueTimers(model, world, person?.id ?? null, decided, { id: request.id, at: now });
}

/** Whether the sent values equal those of the record. */
const isSame = (request: OfRecords, one: Stored | undefined, other: Stored | undefined): boolean =>
  Object.keys('input' in request ? Object(request.input) : {}).every(
    (name) => JSON.stringify(one?.values.get(name)) === JSON.stringify(other?.values.get(name)),
  );

/** Gives new lines temporary ids; the server assigns others. */
function withLineIds(stored: Stored): Stored {
  const values = [...stored.values].map(([name, value]): [string, Json] => {
    if (!Array.isArray(value)) return [name, value];
    const lines = (value as readonly Json[]).map((line, at): Json => {
      const isNew = line !== null && typeof line === 'object' && !Array.isArray(line) && !Object.hasOwn(line, 'id');
      return isNew ? { ...line, id: `line ${name} ${at}` } : line;
    });
    return [name, lines];
  });
  return { ...stored, values: new Map(values) };
}

/** An event that leads back to its source state starts a new state entry. */
function enterAgain({ model, world, stateEntries, subject }: Driver, before: Stored, event: string): void {
  const after = world.get(before.id);
  for (const { name, entity, stateless, transitions } of model.machines) {
    if (stateless) continue;
    const state = before.values.get(name);
    const isBack = transitions.some((each) => each.event === event && each.from === state && each.to === state);
    if (entity === before.entity && isBack && after?.values.get(name) === state)
      beginState(stateEntries, before.id, name, subject.clock.now);
  }
}

/** Returns the id of the created record, which a shaped answer may not contain. */
async function idMade(
  { subject: { records, model }, world }: Driver,
  entity: string,
  { status, body }: HttpAnswer<Body | null>,
  isWhole: boolean,
): Promise<string> {
  if (status >= 300) return 'no id';
  if (isWhole && typeof body?.['id'] === 'string') return body['id'];
  const all = await worldOf(records, model);
  return [...all.values()].find((stored) => stored.entity === entity && !world.has(stored.id))?.id ?? 'no id';
}

/** Returns the name of a person with their roles. */
export function nameOf({ model, document }: Driver, person: Stored | null): string {
  if (person === null) return 'nobody';
  const { id, values } = person;
  const { title, attributes } = schemaOf(model).entities.get(document.person) ?? {};
  const roles = [...values].flatMap(([name, value]) =>
    attributes?.get(name)?.type.kind === 'role' && value !== null ? [value].flat().map(String) : [],
  );
  const name = String(values.get(title ?? '') ?? id);
  return roles.length === 0 ? name : `${name} (${roles.join(', ')})`;
}
