import type { Write } from '../engine/verdict.ts';
import type { Asking } from './asking.ts';
import type { Runtime } from './runtime.ts';

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
