import type { QueryClient } from '@tanstack/react-query';
import type { Json } from '../../engine/core/intent.ts';
import { waitingOn } from '../undo-queue/page-undo-queue.ts';

/**
 * The version of a record that the person saw. `stands`: field values that must be unchanged if the person's own writes
 * made newer versions.
 */
export interface Seen {
  readonly id: string;
  readonly etag: string;
  readonly stands?: { readonly [field: string]: Json } | undefined;
}

/**
 * Returns the version to send as If-Match: the latest one that the person's own writes made from the version seen. For
 * an undo (`stands` is set) it is the version seen, which the server then refuses, unless the record is cached and
 * still has those values.
 */
export async function versionFor(client: QueryClient, entity: string, { id, etag, stands }: Seen): Promise<string> {
  const now = waitingOn.get(client)?.versionOf(id, etag) ?? etag;
  if (now === etag || stands === undefined) return now;
  const found = await import('./cached-record.ts').then(
    ({ stillStands }) => stillStands(client, entity, { id, etag: now, stands }),
    () => false,
  );
  return found ? now : etag;
}
