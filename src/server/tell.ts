import { readable } from '../engine/can.ts';
import { moreReadNeeds, recordNeeds, withRow } from '../engine/needs.ts';
import { sameValue } from '../engine/row.ts';
import type { Write } from '../engine/verdict.ts';
import type { Who } from '../engine/who.ts';
import type { Row, Values } from '../fields/value.ts';
import type { Changed } from '../store/store.ts';
import type { Asking } from './asking.ts';
import { personOf } from './persons.ts';
import type { Runtime, Version } from './runtime.ts';

type Telling = Pick<Asking, 'runtime' | 'version'>;

/** A change of somebody's authority ends their sessions and open connections. */
export async function tellAuthority({ runtime, version }: Telling, writes: readonly Write[]): Promise<void> {
  const person = version.app.schema.person?.entity.name;
  for (const write of writes) {
    if (write.kind !== 'authority' || write.entity !== person) continue;
    await runtime.sessions.closeAllOf(write.id);
    runtime.listeners.endAllOf(write.id);
  }
}

/** Whoever a write notifies hears that there is something in the inbox; what it is, their page asks for. */
export function tellInbox({ runtime }: Pick<Telling, 'runtime'>, writes: readonly Write[]): void {
  tellWhoeverWaits(runtime, new Set(writes.flatMap((write) => (write.kind === 'notify' ? [write.person] : []))));
}

/** These people have something new in their inbox. */
export function tellWhoeverWaits(runtime: Pick<Runtime, 'listeners'>, people: ReadonlySet<string>): void {
  for (const listener of runtime.listeners.all()) {
    if (listener.person !== null && people.has(listener.person)) listener.send('inbox', {});
  }
}

/**
 * Tells each open connection which records changed: only those that this person could read before or can read now,
 * and only if a field that they read changed. Nothing at all is sent for the rest.
 */
export async function tellChanges(
  runtime: Runtime,
  version: Version,
  changes: readonly Changed[],
  now: number,
): Promise<void> {
  const listeners = runtime.listeners.all();
  if (listeners.length === 0) return;
  const people = new Map<string | null, Who>();
  for (const { person } of listeners) {
    if (!people.has(person)) people.set(person, await personOf(runtime, version, person));
  }
  for (const change of changes) {
    if (!version.app.schema.entities.has(change.entity)) continue;
    for (const [person, who] of people) {
      if (!(await seesChange(runtime, version, who, change, now))) continue;
      const data = { entity: change.entity, id: change.id };
      for (const listener of listeners) if (listener.person === person) listener.send('change', data);
    }
  }
}

async function seesChange(
  runtime: Runtime,
  version: Version,
  who: Who,
  change: Changed,
  now: number,
): Promise<boolean> {
  const { app } = version;
  const rows = [change.before, change.after].filter((row) => row !== null);
  const needs = recordNeeds(app, who, change.entity, [change.id]);
  const facts = await runtime.store.load(needs, (found) => moreReadNeeds(app, who, rows, found, now));
  const read = (row: Row | null) => (row === null ? null : readable(version.app, who, row, withRow(facts, row), now));
  return differ(read(change.before), read(change.after));
}

/** Who changed it and when is not a change by itself. */
const bookkeeping = new Set(['changedAt', 'changedBy']);

function differ(before: Values | null, after: Values | null): boolean {
  if (before === null || after === null) return before !== after;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    if (!bookkeeping.has(name) && !sameValue(before[name] ?? null, after[name] ?? null)) return true;
  }
  return false;
}
