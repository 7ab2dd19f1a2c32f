import type { Write } from '../../engine/context/verdict.ts';
import type { RequestContext } from './request-context.ts';
import type { Runtime } from './runtime.ts';

type Telling = Pick<RequestContext, 'runtime' | 'version'>;

/**
 * Closes the open connections of people whose access a write revoked. The store has already removed their credentials.
 */
export function closeRevokedConnections({ runtime, version }: Telling, writes: readonly Write[]): void {
  const person = version.compiled.schema.person?.entity.name;
  for (const write of writes) {
    const revokes =
      write.kind === 'authority' || write.kind === 'delete' || (write.kind === 'password' && !write.isNew);
    if (revokes && write.entity === person) runtime.listeners.endAllOf(write.id);
  }
}

/** Tells the people whom the writes notify that their inbox has changed. Their pages then request the inbox. */
export function publishInbox({ runtime }: Pick<Telling, 'runtime'>, writes: readonly Write[]): void {
  notifyInboxes(runtime, new Set(writes.flatMap((write) => (write.kind === 'notify' ? [write.person] : []))));
}

/** Sends an `inbox` event to all open connections of these people. */
export function notifyInboxes(runtime: Pick<Runtime, 'listeners'>, people: ReadonlySet<string>): void {
  for (const listener of runtime.listeners.all()) {
    if (listener.person !== null && people.has(listener.person)) listener.send('inbox', {});
  }
}
