import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Principal } from '../../engine/core/principal.ts';
import { runWithTracking } from '../../engine/core/tracked-facts.ts';
import { mayReadComments } from '../../engine/decide/comments.ts';
import { recordNeeds } from '../../engine/decide/needs.ts';
import type { ChangedRecord } from '../../store/core/store.ts';
import { notifyInboxes } from './close-revoked-connections.ts';
import { loadPrincipal } from './persons.ts';
import type { Runtime } from './runtime.ts';

/**
 * Tells each open connection at which records comments changed, if its person may read them now, and tells mentioned
 * people that their inbox changed. Pages then request the comments.
 */
export async function publishComments(runtime: Runtime, changes: readonly ChangedRecord[]): Promise<void> {
  notifyInboxes(runtime, new Set(changes.flatMap(({ notifiedPeople = [] }) => notifiedPeople)));
  const keys = [...new Map(changes.map(({ entity, id }) => [JSON.stringify([entity, id]), { entity, id }])).values()];
  for (const person of new Set(runtime.listeners.all().map((listener) => listener.person))) {
    const principal = await loadPrincipal(runtime, runtime.current(), person);
    for (const key of keys) {
      if (!(await reads(runtime, principal, key))) continue;
      for (const listener of runtime.listeners.all()) if (listener.person === person) listener.send('comments', key);
    }
  }
}

async function reads(runtime: Runtime, principal: Principal, key: RecordKey): Promise<boolean> {
  const { compiled } = runtime.current();
  const now = runtime.clock();
  if (!compiled.entities.has(key.entity)) return false;
  const read = runWithTracking((facts) => mayReadComments(compiled, principal, key, facts, now));
  return read.result(await runtime.store.load(recordNeeds(compiled, principal, key.entity, [key.id]), read.more));
}
