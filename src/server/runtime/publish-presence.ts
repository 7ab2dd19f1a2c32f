import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Principal } from '../../engine/core/principal.ts';
import { mayBePresent, morePresenceNeeds, presenceNeeds, presentNames } from '../../engine/view/presence.ts';
import { loadPrincipal } from './persons.ts';
import type { PresenceEntry } from './presence-registry.ts';
import type { Runtime } from './runtime.ts';
import { isVisible } from './shown-records.ts';

/** Another person at the record that a page shows. Lists are in order of arrival. */
export interface PresentPerson {
  readonly id: string;
  readonly name: string;
  /** Whether the person has unsaved input at the record. */
  readonly editing: boolean;
}

export type PresenceSource = Pick<Runtime, 'store' | 'current' | 'clock'>;

/**
 * Returns for each recipient the other people at a record: those who may read the record and whose title the recipient
 * may read. Other people are omitted, and are not counted.
 */
export async function presentPeopleFor(
  runtime: PresenceSource,
  key: RecordKey,
  entries: readonly PresenceEntry[],
  recipients: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly PresentPerson[]>> {
  const people = [...new Set(entries.map(({ person }) => person))];
  if (people.length < 2 || !people.some((person) => recipients.has(person))) return new Map();
  const readers = new Map<string, Principal>();
  for (const person of people) {
    const version = runtime.current();
    const principal = await loadPrincipal(runtime, version, person);
    if (!version.compiled.entities.has(key.entity) || !mayBePresent(version.compiled, principal, key.entity)) continue;
    if (!(await isVisible({ version, runtime, principal, now: runtime.clock() }, key))) continue;
    if ((await namesFor(runtime, principal, key, [])) !== null) readers.set(person, principal);
  }
  const editing = new Set(entries.flatMap((entry) => (entry.editing ? entry.person : [])));
  const result = new Map<string, readonly PresentPerson[]>();
  for (const [person, principal] of readers) {
    if (!recipients.has(person)) continue;
    const others = [...readers.keys()].filter((other) => other !== person);
    const names = others.length === 0 ? null : await namesFor(runtime, principal, key, others);
    result.set(
      person,
      [...(names ?? [])].map(([id, name]) => ({ id, name, editing: editing.has(id) })),
    );
  }
  return result;
}

async function namesFor(
  runtime: PresenceSource,
  principal: Principal,
  key: RecordKey,
  people: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const { compiled } = runtime.current();
  const now = runtime.clock();
  if (!compiled.entities.has(key.entity)) return null;
  const facts = await runtime.store.load(presenceNeeds(compiled, principal, key, people), (known) =>
    morePresenceNeeds(compiled, principal, key, people, known, now),
  );
  return presentNames(compiled, principal, key, people, facts, now);
}
