import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { sameJson } from '../platform/same-json.ts';
import { fieldValue } from '../view/display-value.ts';
import type { SeenVersion } from './record-version.ts';

/** Returns a record from any cached query, in the version `etag` if given. Null if it is not cached. */
export function cachedRecord(client: QueryClient, entity: string, id: string, etag?: string): WireRecord | null {
  const matches = (record: WireRecord) => record.id === id && (etag === undefined || record._.etag === etag);
  for (const { queryKey, state } of client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => queryKey[3] === entity })) {
    if (queryKey[2] === 'record' && state.data !== undefined && matches(state.data as WireRecord))
      return state.data as WireRecord;
    if (queryKey[2] !== 'page') continue;
    const pages = (state.data as InfiniteData<WirePage> | undefined)?.pages ?? [];
    const match = pages.flatMap(({ items }) => items ?? []).find(matches);
    if (match !== undefined) return match;
  }
  return null;
}

/** Whether the cached record still has the expected field values in that version. */
export function hasExpectedValues(
  client: QueryClient,
  entity: string,
  { id, etag, expected = {} }: SeenVersion,
): boolean {
  const now = cachedRecord(client, entity, id, etag);
  return now !== null && Object.entries(expected).every(([name, value]) => sameJson(fieldValue(now, name), value));
}
