import type { QueryClient } from '@tanstack/react-query';
import type { Json } from '../../engine/core/intent.ts';
import { undoQueues } from '../undo-queue/page-undo-queue.ts';

/**
 * The version of a record that the person saw. `expected`: field values that must be unchanged if the person's own writes
 * made newer versions.
 */
export interface SeenVersion {
  readonly id: string;
  readonly etag: string;
  readonly expected?: { readonly [field: string]: Json } | undefined;
}

/**
 * Returns the version to send as If-Match: the latest one that the person's own writes made from the version seen. For
 * an undo (`expected` is set) it is the version seen, which the server then refuses, unless the record is cached and
 * still has those values.
 */
export async function currentVersion(
  client: QueryClient,
  entity: string,
  { id, etag, expected }: SeenVersion,
): Promise<string> {
  const now = undoQueues.get(client)?.latestVersion(id, etag) ?? etag;
  if (now === etag || expected === undefined) return now;
  const isUnchanged = await import('./cached-record.ts').then(
    ({ hasExpectedValues }) => hasExpectedValues(client, entity, { id, etag: now, expected }),
    () => false,
  );
  return isUnchanged ? now : etag;
}
