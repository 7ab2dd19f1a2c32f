import type { QueryClient } from '@tanstack/react-query';
import type { Json } from '../../engine/core/intent.ts';
import { waitingOn } from '../waiting/of-page.ts';

/** A version that somebody saw; `stands`: fields that must still be so where one's own writes came after it. */
export interface Seen {
  readonly id: string;
  readonly etag: string;
  readonly stands?: { readonly [field: string]: Json } | undefined;
}

/**
 * The version that a write goes over: the last that one's own writes made of the one seen. What takes something back goes
 * over the one seen, and is refused, where they did not leave that as it was, or it is not known.
 */
export async function versionFor(client: QueryClient, entity: string, { id, etag, stands }: Seen): Promise<string> {
  const now = waitingOn.get(client)?.versionOf(id, etag) ?? etag;
  if (now === etag || stands === undefined) return now;
  const found = await import('./record-in.ts').then(
    ({ stillStands }) => stillStands(client, entity, { id, etag: now, stands }),
    () => false,
  );
  return found ? now : etag;
}
