import { waitUntil } from '../drive/advance-clock.ts';
import { calledFor, isCalled, type OfRecords } from '../drive/calls.ts';
import { type Covered, noteTaken } from '../drive/coverage.ts';
import { withinParents } from '../drive/parents.ts';
import { ask, type Driver, decide } from '../drive/send-request.ts';
import type { Answer, Stored, World } from '../evaluator/world.ts';
import { MADE } from '../oracle/follow-ups.ts';
import { oracle } from '../oracle/oracle.ts';
import { noteStateEntries, pass } from '../oracle/timers.ts';

/** Something that might be asked, and by whom. */
export interface Thought {
  readonly person: Stored | null;
  readonly request: OfRecords;
}

/** What plans are made of: something that is asked, or waiting for a moment. */
export type Step = Thought | { readonly until: number };

/** What would be answered in a world like that of the driver, which is left as it is. */
export function thought(driver: Driver, { person, request }: Thought, world: World = new Map(driver.world)): Answer {
  const { model, trash, comments, subject } = driver;
  const who = person?.id ?? null;
  return oracle(model, world, who, request, subject.clock.now, new Map(trash), new Map(comments));
}

/** A driver in a world that is only thought of: what happens there leaves this one as it is. */
export function imagined(driver: Driver): Driver {
  const { world, stays, trash, comments, subject } = driver;
  return {
    ...driver,
    world: new Map(world),
    stays: new Map([...stays].map(([key, stay]) => [key, { ...stay, fired: new Map(stay.fired) }])),
    trash: new Map(trash),
    comments: new Map(comments),
    subject: { ...subject, clock: { now: subject.clock.now } },
  };
}

interface Enacted {
  /** Whether the step could be taken. */
  readonly allowed: boolean;
  /** Null for a moment that was waited for. */
  readonly answer: Answer | null;
  /** What of the document it tries. */
  readonly reached: Covered;
}

/** Takes a step in a world that is only thought of. */
export function enact(inside: Driver, step: Step): Enacted {
  const reached: Covered = new Map();
  const noting = { ...inside, covered: reached };
  if ('request' in step) {
    const answer = decide(noting, step.person, step.request, calledFor(inside, step.request));
    nameMade(inside);
    return { allowed: answer.allowed, answer, reached };
  }
  const { model, world, stays, subject } = inside;
  const before = new Map(world);
  subject.clock.now = step.until;
  pass(model, world, stays, step.until);
  for (const [id, stored] of world) noteTaken(noting, before.get(id), stored);
  nameMade(inside);
  return { allowed: true, answer: null, reached };
}

/** What the oracle made has the same name after the next step. */
function nameMade({ model, world, stays, subject }: Driver): void {
  for (const stored of [...world.values()].filter(({ id }) => id.startsWith(MADE))) {
    world.delete(stored.id);
    let number = world.size;
    while (world.has(`${NEW} and made ${number}`)) number += 1;
    const named = { ...stored, id: `${NEW} and made ${number}` };
    world.set(named.id, named);
    noteStateEntries(model, stays, undefined, named, subject.clock.now);
  }
}

/** The thought as it is sent through its call; null: there is no call, or it leads nowhere for this person. */
export function sendable(driver: Driver, { person, request }: Thought): Thought | null {
  if (!isCalled(driver, request)) return null;
  const within = withinParents(driver, person, request, calledFor(driver, request));
  return within === null ? null : { person, request: within };
}

/** What may be thought of for one aim before it is let be. */
const MOST_THOUGHTS = 120;

/** Asks the first thought that meets the aim, of so many. */
export async function seek(
  driver: Driver,
  think: () => Thought | null,
  isMet: (answer: Answer) => boolean,
): Promise<boolean> {
  for (let turn = 0; turn < MOST_THOUGHTS && driver.found.length < driver.most; turn += 1) {
    const next = think();
    const sent = next === null ? null : sendable(driver, next);
    if (sent === null || !isMet(thought(driver, sent))) continue;
    await ask(driver, sent.person, sent.request);
    return true;
  }
  return false;
}

export const isTaken = ({ covered }: { readonly covered: Covered }, id: string): boolean =>
  (covered.get(id)?.allowed ?? 0) > 0;
export const isRefused = ({ covered }: { readonly covered: Covered }, id: string): boolean =>
  (covered.get(id)?.refused ?? 0) > 0;
export const isTried = (driver: Driver, id: string): boolean => isTaken(driver, id) || isRefused(driver, id);

/** What the names of records begin with that a plan makes. */
export const NEW = 'new';

/** Takes one step after the other, with the records that the steps before made. */
export async function follow(driver: Driver, plan: readonly Step[]): Promise<void> {
  const made = new Map<string, string>();
  const inside = imagined(driver);
  for (const step of plan) {
    const [there, thoughtOf] = [new Set(driver.world.keys()), new Set(inside.world.keys())];
    enact(inside, step);
    if ('until' in step) await waitUntil(driver, step.until);
    else {
      const asked = JSON.parse(JSON.stringify(step.request), (_, value: unknown) =>
        typeof value === 'string' ? (made.get(value) ?? value) : value,
      ) as OfRecords;
      const within = 'within' in step.request ? { within: step.request.within } : {};
      await ask(driver, step.person, { ...asked, ...within } as OfRecords);
    }
    if (driver.found.length >= driver.most) return;
    const own = newIn(driver.world, there);
    for (const { id, entity } of newIn(inside.world, thoughtOf)) {
      const at = own.findIndex((each) => each.entity === entity);
      const [found] = at < 0 ? [] : own.splice(at, 1);
      if (found !== undefined) made.set(id, found.id);
    }
  }
}

const newIn = (world: World, before: ReadonlySet<string>): Stored[] =>
  [...world.values()].filter(({ id }) => !before.has(id));

/** The entities that records of one lead to, and those that lead there. */
export function neighbours({ model, judged }: Driver, entity: string): readonly string[] {
  const leads = (from: string): readonly string[] =>
    (model.entities.find(({ name }) => name === from)?.fields ?? []).flatMap(({ type }) =>
      type.kind === 'list' ? leads(type.entity) : 'entity' in type ? [type.entity] : [],
    );
  const all = model.entities.map(({ name }) => name).filter((name) => name !== entity && judged.has(name));
  return all.filter((name) => leads(entity).includes(name) || leads(name).includes(entity));
}
