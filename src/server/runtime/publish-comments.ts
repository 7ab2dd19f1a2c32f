import type { RecordKey } from '../../engine/core/facts.ts';
import type { Who } from '../../engine/core/principal.ts';
import { overFacts } from '../../engine/core/tracked-facts.ts';
import { readsComments } from '../../engine/decide/comments.ts';
import { recordNeeds } from '../../engine/decide/needs.ts';
import type { Changed } from '../../store/core/store.ts';
import { tellWhoeverWaits } from './close-revoked-connections.ts';
import { personOf } from './persons.ts';
import type { Runtime } from './runtime.ts';

/**
 * Tells each open connection at which records there are other comments, where its person may read them now, and whoever was
 * mentioned that there is something in the inbox. What was said, their pages ask for.
 */
export async function tellComments(runtime: Runtime, changes: readonly Changed[]): Promise<void> {
  tellWhoeverWaits(runtime, new Set(changes.flatMap(({ told = [] }) => told)));
  const keys = [...new Map(changes.map(({ entity, id }) => [JSON.stringify([entity, id]), { entity, id }])).values()];
  for (const person of new Set(runtime.listeners.all().map((listener) => listener.person))) {
    const who = await personOf(runtime, runtime.current(), person);
    for (const key of keys) {
      if (!(await reads(runtime, who, key))) continue;
      for (const listener of runtime.listeners.all()) if (listener.person === person) listener.send('comments', key);
    }
  }
}

async function reads(runtime: Runtime, who: Who, key: RecordKey): Promise<boolean> {
  const { app } = runtime.current();
  const now = runtime.clock();
  if (!app.entities.has(key.entity)) return false;
  const read = overFacts((facts) => readsComments(app, who, key, facts, now));
  return read.result(await runtime.store.load(recordNeeds(app, who, key.entity, [key.id]), read.more));
}
