import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { WireNotification, WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { useView } from '../view/view-context.tsx';
import { earlyContent } from './early-answers.ts';
import { type ListQuery, listPath } from './list-path.ts';
import { keepAcrossVersions, keepOfList, useKey } from './query-keys.ts';
import { type ProblemError, request } from './request.ts';

export type { ListQuery } from './list-path.ts';

export const NOTHING_ASKED: ListQuery = { filter: '', q: '', sort: '' };

/** A list, given by its screen (with the screen's own filter) or by a call. */
export type ListSource = { readonly screen: string } | { readonly call: string };

/** Queries a list page by page: `fetchNextPage()` while `hasNextPage`. `recordsOf(data)` joins the pages. */
export function usePage(source: ListSource, query: ListQuery = NOTHING_ASKED) {
  const { view, screen } = useView();
  const isScreen = 'screen' in source;
  const id = isScreen ? source.screen : source.call;
  const call = isScreen ? undefined : view.model.calls.find((each) => each.id === id);
  const entity = isScreen
    ? (screen(id)?.entity ?? '')
    : call !== undefined && 'entity' in call.does
      ? call.does.entity
      : '';
  const key = [...useKey(), 'page', entity, id, query] as const;
  const pathFor = (page: string | null) =>
    listPath(isScreen ? { screen: id } : { path: call?.path ?? '/_/list' }, query, page);
  const asked = useInfiniteQuery<WirePage, ProblemError, InfiniteData<WirePage>, typeof key, string | null>({
    queryKey: key,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepOfList(key),
    initialData: () => {
      const first = earlyContent<WirePage>(pathFor(null), view.document);
      return first === undefined ? undefined : { pages: [first], pageParams: [null] };
    },
    queryFn: ({ pageParam, signal }) => request('GET', pathFor(pageParam), { document: view.document, signal }),
  });
  return useStanding(JSON.stringify(key), asked);
}

/**
 * Keeps showing a refusal until there is an answer. Otherwise a background refetch would switch from the refusal to a
 * loading state and back.
 */
function useStanding<T extends UseInfiniteQueryResult<InfiniteData<WirePage>, ProblemError>>(key: string, asked: T): T {
  const refused = useRef<{ readonly key: string; readonly asked: T } | null>(null);
  const { error, isFetching, data, isPlaceholderData } = asked;
  if (error !== null) refused.current = { key, asked };
  else if (refused.current?.key !== key || !isFetching || (data && !isPlaceholderData)) refused.current = null;
  return refused.current?.asked ?? asked;
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
  const found = new Map<string, WireRecord>();
  for (const page of data?.pages ?? [])
    for (const item of page.items) if (!found.has(item.id)) found.set(item.id, item);
  return [...found.values()];
}

/** The person's inbox, newest first. Disabled for guests. */
export const useInbox = () => {
  const { person } = useView();
  return useOne<{ readonly items: readonly WireNotification[]; readonly unread: number }>(
    ['inbox'],
    '/_/inbox',
    person !== null,
  );
};

/** Queries the resource at a path. */
export function useOne<T>(about: readonly string[], path: string, enabled = true) {
  const { view } = useView();
  const key = [...useKey(), ...about];
  return useQuery<T, ProblemError>({
    queryKey: key,
    enabled,
    placeholderData: keepAcrossVersions<T>(key) as never,
    initialData: () => earlyContent<T>(path, view.document) as never,
    queryFn: ({ signal }) => request('GET', path, { document: view.document, signal }),
  });
}
