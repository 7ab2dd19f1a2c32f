import type { RecordKey } from '../../engine/core/facts.ts';
import type { Who } from '../../engine/core/principal.ts';
import { mayBePresent, morePresenceNeeds, namesAt, presenceNeeds } from '../../engine/view/presence.ts';
import { personOf } from './persons.ts';
import type { Being } from './presence-registry.ts';
import type { Runtime } from './runtime.ts';
import { isThere } from './shown-records.ts';

/** Somebody else at the record that a page shows, in the order in which they came. */
export interface Present {
  readonly id: string;
  readonly name: string;
  /** Whether they have typed there what they did not save. */
  readonly editing: boolean;
}

export type Reading = Pick<Runtime, 'store' | 'current' | 'clock'>;

/**
 * Whom each of these people is told of at a record where all of them are: whoever else reads the record, and whose title
 * they read. Of anybody else nothing, not even how many.
 */
export async function presentTo(
  runtime: Reading,
  key: RecordKey,
  beings: readonly Being[],
  asking: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Present[]>> {
  const people = [...new Set(beings.map(({ person }) => person))];
  if (people.length < 2 || !people.some((person) => asking.has(person))) return new Map();
  const there = new Map<string, Who>();
  for (const person of people) {
    const version = runtime.current();
    const who = await personOf(runtime, version, person);
    if (!version.app.entities.has(key.entity) || !mayBePresent(version.app, who, key.entity)) continue;
    if (!(await isThere({ version, runtime, who, now: runtime.clock() }, key))) continue;
    if ((await namesFor(runtime, who, key, [])) !== null) there.set(person, who);
  }
  const editing = new Set(beings.flatMap((being) => (being.editing ? being.person : [])));
  const told = new Map<string, readonly Present[]>();
  for (const [person, who] of there) {
    if (!asking.has(person)) continue;
    const others = [...there.keys()].filter((other) => other !== person);
    const names = others.length === 0 ? null : await namesFor(runtime, who, key, others);
    told.set(
      person,
      [...(names ?? [])].map(([id, name]) => ({ id, name, editing: editing.has(id) })),
    );
  }
  return told;
}

async function namesFor(
  runtime: Reading,
  who: Who,
  key: RecordKey,
  people: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const { app } = runtime.current();
  const now = runtime.clock();
  if (!app.entities.has(key.entity)) return null;
  const facts = await runtime.store.load(presenceNeeds(app, who, key, people), (known) =>
    morePresenceNeeds(app, who, key, people, known, now),
  );
  return namesAt(app, who, key, people, facts, now);
}
