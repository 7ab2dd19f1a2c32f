import { waitUntil } from '../drive/advance-clock.ts';
import { calledFor, isCalled, type OfRecords } from '../drive/calls.ts';
import { type Coverage, noteProductTransitions } from '../drive/coverage.ts';
import { withinParents } from '../drive/parents.ts';
import { type Driver, expectedAnswer, sendAndCompare } from '../drive/send-request.ts';
import type { Answer, Stored, World } from '../evaluator/world.ts';
import { CREATED } from '../oracle/follow-ups.ts';
import { oracle } from '../oracle/oracle.ts';
import { noteStateEntries, runTimers } from '../oracle/timers.ts';

/** A possible request and the person who sends it. */
export interface Proposal {
  readonly person: Stored | null;
  readonly request: OfRecords;
}

/** A step of a plan: a request, or waiting until a time. */
export type Step = Proposal | { readonly until: number };

/** Returns the oracle's answer in a copy of the world. */
export function imaginedAnswer(
  driver: Driver,
  { person, request }: Proposal,
  world: World = new Map(driver.world),
): Answer {
  const { model, trash, comments, subject } = driver;
  const who = person?.id ?? null;
  return oracle(model, world, who, request, subject.clock.now, new Map(trash), new Map(comments));
}

/** Returns a driver with a copy of the world, so that steps do not affect the original. */
export function copyOfDriver(driver: Driver): Driver {
  const { world, stateEntries, trash, comments, subject } = driver;
  return {
    ...driver,
    world: new Map(world),
    stateEntries: new Map([...stateEntries].map(([key, stay]) => [key, { ...stay, fired: new Map(stay.fired) }])),
    trash: new Map(trash),
    comments: new Map(comments),
    subject: { ...subject, clock: { now: subject.clock.now } },
  };
}

interface ImaginedStep {
  /** Whether the step was possible. */
  readonly allowed: boolean;
  /** Null for waiting. */
  readonly answer: Answer | null;
  /** The elements of the document that it covers. */
  readonly reached: Coverage;
}

/** Takes a step in an imagined world. */
export function applyStep(inside: Driver, step: Step): ImaginedStep {
  const reached: Coverage = new Map();
  const noting = { ...inside, coverage: reached };
  if ('request' in step) {
    const answer = expectedAnswer(noting, step.person, step.request, calledFor(inside, step.request));
    nameMade(inside);
    return { allowed: answer.allowed, answer, reached };
  }
  const { model, world, stateEntries, subject } = inside;
  const before = new Map(world);
  subject.clock.now = step.until;
  runTimers(model, world, stateEntries, step.until);
  for (const [id, stored] of world) noteProductTransitions(noting, before.get(id), stored);
  nameMade(inside);
  return { allowed: true, answer: null, reached };
}

/** Gives records that the oracle created stable ids for the following steps. */
function nameMade({ model, world, stateEntries, subject }: Driver): void {
  for (const stored of [...world.values()].filter(({ id }) => id.startsWith(CREATED))) {
    world.delete(stored.id);
    let number = world.size;
    while (world.has(`${NEW} and made ${number}`)) number += 1;
    const named = { ...stored, id: `${NEW} and made ${number}` };
    world.set(named.id, named);
    noteStateEntries(model, stateEntries, undefined, named, subject.clock.now);
  }
}

/** Returns the request as its call sends it; null if there is no call, or the path leads nowhere for the person. */
export function sendable(driver: Driver, { person, request }: Proposal): Proposal | null {
  if (!isCalled(driver, request)) return null;
  const within = withinParents(driver, person, request, calledFor(driver, request));
  return within === null ? null : { person, request: within };
}

/** Maximum number of attempts per goal. */
const MOST_THOUGHTS = 120;

/** Sends the first request that reaches the goal. */
export async function sendFirstReaching(
  driver: Driver,
  think: () => Proposal | null,
  isMet: (answer: Answer) => boolean,
): Promise<boolean> {
  for (let turn = 0; turn < MOST_THOUGHTS && driver.disagreements.length < driver.most; turn += 1) {
    const next = think();
    const sent = next === null ? null : sendable(driver, next);
    if (sent === null || !isMet(imaginedAnswer(driver, sent))) continue;
    await sendAndCompare(driver, sent.person, sent.request);
    return true;
  }
  return false;
}

export const isTaken = ({ coverage }: Pick<Driver, 'coverage'>, id: string): boolean =>
  (coverage.get(id)?.allowed ?? 0) > 0;
export const isRefused = ({ coverage }: Pick<Driver, 'coverage'>, id: string): boolean =>
  (coverage.get(id)?.refused ?? 0) > 0;
export const isTried = (driver: Driver, id: string): boolean => isTaken(driver, id) || isRefused(driver, id);

/** Prefix of the ids of records that a plan creates. */
export const NEW = 'new';

/** Follows a plan step by step, replacing ids by those of the records that were really created. */
export async function followPlan(driver: Driver, plan: readonly Step[]): Promise<void> {
  const made = new Map<string, string>();
  const inside = copyOfDriver(driver);
  for (const step of plan) {
    const [known, imaginedBefore] = [new Set(driver.world.keys()), new Set(inside.world.keys())];
    applyStep(inside, step);
    if ('until' in step) await waitUntil(driver, step.until);
    else {
      const asked = JSON.parse(JSON.stringify(step.request), (_, value: unknown) =>
        typeof value === 'string' ? (made.get(value) ?? value) : value,
      ) as OfRecords;
      const within = 'within' in step.request ? { within: step.request.within } : {};
      await sendAndCompare(driver, step.person, { ...asked, ...within } as OfRecords);
    }
    if (driver.disagreements.length >= driver.most) return;
    const own = newIn(driver.world, known);
    for (const { id, entity } of newIn(inside.world, imaginedBefore)) {
      const at = own.findIndex((each) => each.entity === entity);
      const [found] = at < 0 ? [] : own.splice(at, 1);
      if (found !== undefined) made.set(id, found.id);
    }
  }
}

const newIn = (world: World, before: ReadonlySet<string>): Stored[] =>
  [...world.values()].filter(({ id }) => !before.has(id));

/** Returns the entities that records of one refer to, and those that refer to it. */
export function neighbours({ model, judged }: Driver, entity: string): readonly string[] {
  const leads = (from: string): readonly string[] =>
    (model.entities.find(({ name }) => name === from)?.fields ?? []).flatMap(({ type }) =>
      type.kind === 'list' ? leads(type.entity) : 'entity' in type ? [type.entity] : [],
    );
  const all = model.entities.map(({ name }) => name).filter((name) => name !== entity && judged.has(name));
  return all.filter((name) => leads(entity).includes(name) || leads(name).includes(entity));
}
