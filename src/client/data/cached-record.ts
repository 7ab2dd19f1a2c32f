import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { sameJson } from '../platform/same-json.ts';
import { fieldValue } from '../view/display-value.ts';
import type { Seen } from './record-version.ts';

/** Returns a record from any cached query, in the version `etag` if given. Null if it is not cached. */
export function recordIn(client: QueryClient, entity: string, id: string, etag?: string): WireRecord | null {
  const isIt = (record: WireRecord) => record.id === id && (etag === undefined || record._.etag === etag);
  for (const { queryKey, state } of client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => queryKey[3] === entity })) {
    if (queryKey[2] === 'record' && state.data !== undefined && isIt(state.data as WireRecord))
      return state.data as WireRecord;
    if (queryKey[2] !== 'page') continue;
    const pages = (state.data as InfiniteData<WirePage> | undefined)?.pages ?? [];
    const found = pages.flatMap(({ items }) => items ?? []).find(isIt);
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether the cached record still has the expected field values in that version. */
export function stillStands(client: QueryClient, entity: string, { id, etag, stands = {} }: Seen): boolean {
  const now = recordIn(client, entity, id, etag);
  return now !== null && Object.entries(stands).every(([name, value]) => sameJson(fieldValue(now, name), value));
}
