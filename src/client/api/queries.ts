import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { WireNotification, WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { useView } from '../view/view-context.tsx';
import { takeEarlyContent } from './early-answers.ts';
import { type ListQuery, listPath } from './list-path.ts';
import { keepAcrossVersions, keepListData, useQueryKey } from './query-keys.ts';
import { type ProblemError, request } from './request.ts';

export type { ListQuery } from './list-path.ts';

export const EMPTY_QUERY: ListQuery = { filter: '', q: '', sort: '' };

/** A list, given by its screen (with the screen's own filter) or by a call. */
export type ListSource = { readonly screen: string } | { readonly call: string };

/** Queries a list page by page: `fetchNextPage()` while `hasNextPage`. `recordsOf(data)` joins the pages. */
export function usePage(source: ListSource, query: ListQuery = EMPTY_QUERY) {
  const { view, screen } = useView();
  const isScreen = 'screen' in source;
  const id = isScreen ? source.screen : source.call;
  const call = isScreen ? undefined : view.model.calls.find((each) => each.id === id);
  const entity = isScreen
    ? (screen(id)?.entity ?? '')
    : call !== undefined && 'entity' in call.does
      ? call.does.entity
      : '';
  const key = [...useQueryKey(), 'page', entity, id, query] as const;
  const pathFor = (page: string | null) =>
    listPath(isScreen ? { screen: id } : { path: call?.path ?? '/_/list' }, query, page);
  const result = useInfiniteQuery<WirePage, ProblemError, InfiniteData<WirePage>, typeof key, string | null>({
    queryKey: key,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepListData(key),
    initialData: () => {
      const first = takeEarlyContent<WirePage>(pathFor(null), view.document);
      return first === undefined ? undefined : { pages: [first], pageParams: [null] };
    },
    queryFn: ({ pageParam, signal }) => request('GET', pathFor(pageParam), { document: view.document, signal }),
  });
  return useStableRefusal(JSON.stringify(key), result);
}

/**
 * Keeps showing a refusal until there is an answer. Otherwise a background refetch would switch from the refusal to a
 * loading state and back.
 */
function useStableRefusal<T extends UseInfiniteQueryResult<InfiniteData<WirePage>, ProblemError>>(
  key: string,
  result: T,
): T {
  const refused = useRef<{ readonly key: string; readonly asked: T } | null>(null);
  const { error, isFetching, data, isPlaceholderData } = result;
  if (error !== null) refused.current = { key, asked: result };
  else if (refused.current?.key !== key || !isFetching || (data && !isPlaceholderData)) refused.current = null;
  return refused.current?.asked ?? result;
}

type Paging = 'fetchNextPage' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage';

/**
 * Returns a function that fetches the next page once no other request of the query is in flight, because fetching a
 * page would cancel a refetch and leave stale data. The request is remembered until it was sent, since a refetch may
 * have started just before.
 */
export function useNextPage<T>({
  fetchNextPage,
  hasNextPage,
  isFetching,
  isFetchingNextPage,
}: Pick<UseInfiniteQueryResult<T>, Paging>): () => void {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    if (isFetchingNextPage || !hasNextPage) setWanted(false);
    else if (!isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [isWanted, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage]);
  return useCallback(() => setWanted(true), []);
}

/**
 * Returns the records of all loaded pages, each once. A record that moved between pages while they were fetched keeps
 * its first position.
 */
export function recordsOf(data: InfiniteData<WirePage> | undefined): readonly WireRecord[] {
  const byId = new Map<string, WireRecord>();
  for (const page of data?.pages ?? []) for (const item of page.items) if (!byId.has(item.id)) byId.set(item.id, item);
  return [...byId.values()];
}

/** The person's inbox, newest first. Disabled for guests. */
export const useInbox = () => {
  const { person } = useView();
  return useResource<{ readonly items: readonly WireNotification[]; readonly unread: number }>(
    ['inbox'],
    '/_/inbox',
    person !== null,
  );
};

/** Milliseconds after which a resource that is not complete is fetched again. */
const AGAIN_MS = 2_000;

/** Queries the resource at a path. `fetchesAgain`: whether a response is not complete. */
export function useResource<T>(
  about: readonly string[],
  path: string,
  enabled = true,
  fetchesAgain: (data: T) => boolean = () => false,
) {
  const { view } = useView();
  const key = [...useQueryKey(), ...about];
  return useQuery<T, ProblemError>({
    queryKey: key,
    enabled,
    refetchInterval: ({ state: { data } }) => data !== undefined && fetchesAgain(data) && AGAIN_MS,
    placeholderData: keepAcrossVersions<T>(key) as never,
    initialData: () => takeEarlyContent<T>(path, view.document) as never,
    queryFn: ({ signal }) => request('GET', path, { document: view.document, signal }),
  });
}
