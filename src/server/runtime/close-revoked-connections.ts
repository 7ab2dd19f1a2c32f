import type { Write } from '../../engine/context/verdict.ts';
import type { RequestContext } from './request-context.ts';
import type { Runtime } from './runtime.ts';

type Telling = Pick<RequestContext, 'runtime' | 'version'>;

/** Ends the open connections of people whose access a write revoked; the store ended what lets them in. */
export function closeRevokedConnections({ runtime, version }: Telling, writes: readonly Write[]): void {
  const person = version.compiled.schema.person?.entity.name;
  for (const write of writes) {
    const revokes = write.kind === 'authority' || write.kind === 'delete';
    if (revokes && write.entity === person) runtime.listeners.endAllOf(write.id);
  }
}

/** Whoever a write notifies hears that there is something in the inbox; what it is, their page asks for. */
export function publishInbox({ runtime }: Pick<Telling, 'runtime'>, writes: readonly Write[]): void {
  notifyInboxes(runtime, new Set(writes.flatMap((write) => (write.kind === 'notify' ? [write.person] : []))));
}

/** These people have something new in their inbox. */
export function notifyInboxes(runtime: Pick<Runtime, 'listeners'>, people: ReadonlySet<string>): void {
  for (const listener of runtime.listeners.all()) {
    if (listener.person !== null && people.has(listener.person)) listener.send('inbox', {});
  }
}
