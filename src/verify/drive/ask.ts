import { schemaOf } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import { answerLater, oracle } from '../oracle/oracle.ts';
import { shapeOf } from '../oracle/shape.ts';
import { beginStay, noteStays, pass, type Stays } from '../oracle/timers.ts';
import type { Answer, Comments, Json, Request, Stored, Trash, World } from '../oracle/world.ts';
import { callById, calledFor, isCalled, type OfRecords } from './calls.ts';
import { type Body, differences, orderDifferences } from './compare.ts';
import { type Covered, noteErrors, noteTaken, noteTried } from './covered.ts';
import { elsewhere } from './elsewhere.ts';
import { uploaded } from './files.ts';
import { shapeGiven } from './given.ts';
import type { Source } from './input.ts';
import { describe, keptDifferences, withNumbers } from './kept.ts';
import { withinParents } from './parents.ts';
import { storedOf, worldOf } from './records.ts';
import { callerOf, send } from './send.ts';
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
  /** The people, and nobody: who is not signed in. */
  readonly askers: readonly (Stored | null)[];
  /** By how many the same is asked at most. */
  readonly mostAskers: number;
  /** How many plans of several steps are thought of for each thing that nothing else reached. */
  readonly walks: number;
  /** Whether plans may move the clock on. */
  readonly isPatient: boolean;
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
  /** Why something was not reached, by its id. */
  readonly reasons: Map<string, string>;
  /** Why no request can reach something, by its id. */
  readonly impossible: ReadonlyMap<string, string>;
}

/** Asks both as a person, or as somebody who is not signed in. */
export async function ask(
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
  const isShaped = shapeGiven(driver.model, call) !== null;
  // What is only read is read both ways.
  if (isShaped && (request.kind === 'list' || request.kind === 'read'))
    await askOnce(driver, person, request, query, true);
  if (driver.found.length < driver.most) await askOnce(driver, person, request, query, !isShaped);
}

/** The server first: it names the new records. */
async function askOnce(
  driver: Driver,
  person: Stored | null,
  stated: OfRecords,
  query: Readonly<Record<string, string>>,
  whole: boolean,
): Promise<void> {
  const { subject, model, world } = driver;
  const call = calledFor(driver, stated);
  const given = whole ? null : shapeGiven(model, call);
  driver.asked.count += 1;
  const caller = await callerOf(driver, person);
  const request =
    'input' in stated
      ? { ...stated, input: await uploaded({ model, caller, fileFor: subject.fileFor }, stated.entity, stated.input) }
      : stated;
  const got = await send(driver, caller, request, query, given === null && shapeGiven(model, call) !== null);
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
  const expected = decide(driver, person, named, call);
  if (
    'input' in request &&
    shapeOf(model, callById(model, request.call))?.some((each) => 'lines' in each && each.lines !== null)
  ) {
    if (expected.allowed) driver.told.shaped += 1;
    else if (expected.faults.some(({ path, code }) => path.includes('[') && code === 'NOT_AN_INPUT'))
      driver.told.unlisted += 1;
  }
  if (expected.allowed && expected.seen !== null) driver.told.warnings += expected.warned?.faults.length ?? 0;
  const wrong = [
    ...differences(expected, got, given, model),
    ...(given === null && expected.allowed && expected.list !== null && Object.hasOwn(query, 'sort')
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

/** What the oracle says of a request; its world is as that leaves it, and what it tries is noted. */
export function decide(driver: Driver, person: Stored | null, request: OfRecords, call: Call | null): Answer {
  const { subject, model, world, stays, trash, comments } = driver;
  const { now } = subject.clock;
  const own = 'id' in request ? request.id : '';
  const before = world.get(own);
  const all = new Map(world);
  const decided = oracle(model, world, person?.id ?? null, request, now, trash, comments);
  noteTried(driver, person, request, call?.id ?? null, before, decided);
  noteErrors(driver, decided);
  for (const [id, stored] of world) {
    noteStays(model, stays, all.get(id), stored, now);
    if (stored !== all.get(id) && id !== own) noteTaken(driver, all.get(id), stored);
  }
  if (request.kind === 'event' && decided.allowed && before !== undefined) enterAgain(driver, before, request.event);
  return followUps(driver, person, request, decided, before);
}

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

/** What is due of a record as soon as it is written is done before the write is answered. */
function followUps(
  driver: Driver,
  person: Stored | null,
  request: OfRecords,
  decided: Answer,
  unwritten: Stored | undefined,
): Answer {
  const { subject, model, world, stays } = driver;
  const { kind } = request;
  if (!decided.allowed || (kind !== 'create' && kind !== 'change' && kind !== 'event' && kind !== 'restore'))
    return decided;
  const { now } = subject.clock;
  const written = world.get(request.id);
  // A change to what is there already writes nothing, so its timers are looked at in their own time.
  if (kind === 'change' && isSame(request, written, unwritten)) return decided;
  if (written !== undefined) world.set(request.id, withLineIds(written));
  const before = world.get(request.id);
  pass(model, world, stays, now, request.id);
  const after = world.get(request.id);
  if (after === undefined || after === before) return decided;
  noteTaken(driver, written, after);
  return answerLater(model, world, person?.id ?? null, decided, { id: request.id, at: now });
}

/** Whether what was sent is what the record held. */
const isSame = (request: OfRecords, one: Stored | undefined, other: Stored | undefined): boolean =>
  Object.keys('input' in request ? Object(request.input) : {}).every(
    (name) => JSON.stringify(one?.values.get(name)) === JSON.stringify(other?.values.get(name)),
  );

/** The lines that are new have ids, by which they are told apart; the server makes others. */
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

/** The id of the record that was made; an answer in a shape of its own need not tell it. */
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

/** What a person is called, with the roles that they hold. */
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
