import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Json } from '../../engine/core/intent.ts';
import type { WireHistory, WireOutbox, WireRecord, WireTile } from '../../engine/core/wire-format.ts';
import { useResource } from '../api/queries.ts';
import { keepAcrossVersions, keepListData, useQueryKey } from '../api/query-keys.ts';
import { recordPath } from '../api/record-path.ts';
import { type ProblemError, request } from '../api/request.ts';
import { useView } from '../view/view-context.tsx';

/** One record, as this person reads it. */
export const useRecord = (entity: string, id: string) =>
  useResource<WireRecord>(['record', entity, id], recordPath(entity, id));

/** History of a record, newest first. */
export const useHistory = (entity: string, id: string) =>
  useResource<{ readonly items: readonly WireHistory[] }>(['history', entity, id], `${recordPath(entity, id)}/history`);

/** Outgoing calls of a record that wait to be sent. */
export const useOutbox = (entity: string, id: string) =>
  useResource<{ readonly items: readonly WireOutbox[] }>(['outbox', entity, id], `${recordPath(entity, id)}/outbox`);

/** Numbers and charts of a screen. `filters`: which of its filters and switches are on. */
export const useTiles = (screen: string, filters = '') => {
  const entity = useView().screen(screen)?.entity ?? '';
  const query = filters === '' ? '' : `&filters=${encodeURIComponent(filters)}`;
  return useResource<{ readonly tiles: readonly WireTile[]; readonly isPartial: boolean }>(
    ['tiles', entity, screen, ...(filters === '' ? [] : [filters])],
    `/_/tiles?screen=${encodeURIComponent(screen)}${query}`,
    true,
    ({ tiles }) => tiles.some(({ isComputing }) => isComputing === true),
  );
};

/** Which records a field offers for the record that is edited: `values` stand for its own. */
export interface Offered {
  /** The id of the field. */
  readonly field: string;
  /** The id of the stored record; null for a new one. */
  readonly record: string | null;
  readonly values: { readonly [name: string]: Json };
}

/** Options for a reference, by title, at most twenty. `q` filters them; `offered` limits them. */
export function useLabels(entity: string, q: string, enabled = true, offered?: Offered) {
  const limits = offered === undefined ? '' : offeredQuery(offered);
  const query = `?records=true${q.trim() === '' ? '' : `&q=${encodeURIComponent(q.trim())}`}${limits}`;
  const key = [...useQueryKey(), 'labels', entity, limits, q.trim()] as const;
  const { view } = useView();
  return useQuery<Labels, ProblemError>({
    queryKey: key,
    enabled,
    placeholderData: keepListData(key),
    queryFn: ({ signal }) =>
      request('GET', `/_/labels/${encodeURIComponent(entity)}${query}`, { document: view.document, signal }),
  });
}

function offeredQuery({ field, record, values }: Offered): string {
  const all = new URLSearchParams({ field, ...(record !== null && { record }), this: JSON.stringify(values) });
  return `&${all}`;
}

/** All records of an entity by title, page by page: `fetchNextPage()` while `hasNextPage`. */
export function useAllLabels(entity: string, enabled: boolean) {
  const { view } = useView();
  const key = [...useQueryKey(), 'labels', entity, 'all'] as const;
  return useInfiniteQuery<Labels, ProblemError, InfiniteData<Labels>, typeof key, string | null>({
    queryKey: key,
    enabled,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepAcrossVersions<InfiniteData<Labels>>(key) as never,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? '?records=true' : `?records=true&page=${encodeURIComponent(pageParam)}`;
      return request('GET', `/_/labels/${encodeURIComponent(entity)}${query}`, { document: view.document, signal });
    },
  });
}

export interface Labels {
  readonly items: readonly { readonly id: string; readonly title: string; readonly record?: WireRecord }[];
  readonly next: string | null;
}
