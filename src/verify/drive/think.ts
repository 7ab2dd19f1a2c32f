import { oracle } from '../oracle/oracle.ts';
import type { Answer, Stored, World } from '../oracle/world.ts';
import { ask, type Driver } from './ask.ts';
import { calledFor, isCalled, type OfRecords } from './calls.ts';
import { withinParents } from './parents.ts';

/** Something that might be asked, and by whom. */
export interface Thought {
  readonly person: Stored | null;
  readonly request: OfRecords;
}

/** What would be answered in a world like that of the driver, which is left as it is. */
export function thought(driver: Driver, { person, request }: Thought, world: World = new Map(driver.world)): Answer {
  const { model, trash, comments, subject } = driver;
  const who = person?.id ?? null;
  return oracle(model, world, who, request, subject.clock.now, new Map(trash), new Map(comments));
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

export const isTaken = ({ covered }: Driver, id: string): boolean => (covered.get(id)?.allowed ?? 0) > 0;
export const isRefused = ({ covered }: Driver, id: string): boolean => (covered.get(id)?.refused ?? 0) > 0;
export const isTried = (driver: Driver, id: string): boolean => isTaken(driver, id) || isRefused(driver, id);

/** What the names of records begin with that a plan makes. */
export const NEW = 'new';

/** Asks one step after the other, with the records that the steps before made. */
export async function follow(driver: Driver, plan: readonly Thought[]): Promise<void> {
  const made = new Map<string, string>();
  for (const { person, request } of plan) {
    const there = new Set(driver.world.keys());
    const asked = JSON.parse(JSON.stringify(request), (_, value: unknown) =>
      typeof value === 'string' ? (made.get(value) ?? value) : value,
    ) as OfRecords;
    const within = 'within' in request ? { within: request.within } : {};
    await ask(driver, person, { ...asked, ...within } as OfRecords);
    if (request.kind !== 'create') continue;
    const own = [...driver.world.values()].find((each) => each.entity === request.entity && !there.has(each.id));
    if (own === undefined) return;
    made.set(request.id, own.id);
  }
}

/** The entities that records of one lead to, and those that lead there. */
export function neighbours({ model, judged }: Driver, entity: string): readonly string[] {
  const leads = (from: string): readonly string[] =>
    (model.entities.find(({ name }) => name === from)?.fields ?? []).flatMap(({ type }) =>
      type.kind === 'list' ? leads(type.entity) : 'entity' in type ? [type.entity] : [],
    );
  const all = model.entities.map(({ name }) => name).filter((name) => name !== entity && judged.has(name));
  return all.filter((name) => leads(entity).includes(name) || leads(name).includes(entity));
}
