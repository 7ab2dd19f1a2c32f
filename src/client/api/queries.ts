import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { WireNotification, WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { useView } from '../view/view.tsx';
import { earlyContent } from './early.ts';
import { keepAcrossVersions, keepOfList, useKey } from './keys.ts';
import { type ListQuery, listPath } from './list-path.ts';
import { type ProblemError, request } from './request.ts';

export type { ListQuery } from './list-path.ts';

export const NOTHING_ASKED: ListQuery = { filter: '', q: '', sort: '' };

/** A list by its screen, with the screen's own filter, or by a call. */
export type ListSource = { readonly screen: string } | { readonly call: string };

/** Pages of a list, one after the other: `fetchNextPage()` while `hasNextPage`. `recordsOf(data)` gives them as one. */
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
 * What was refused stays so until there is an answer: asked once more by the clock, or since something changed, it does
 * not turn to what is loading, and back.
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
 * Fetches one page more, as soon as nothing else is under way: what is fetched anew would be given up for it, and what
 * was there before would stay though it changed. It is wanted until it is on its way, for what is fetched anew may have
 * begun just before.
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

/** The records of all pages that are there, each once: a record that moved while pages were fetched stands where it came first. */
export function recordsOf(data: InfiniteData<WirePage> | undefined): readonly WireRecord[] {
  const found = new Map<string, WireRecord>();
  for (const page of data?.pages ?? [])
    for (const item of page.items) if (!found.has(item.id)) found.set(item.id, item);
  return [...found.values()];
}

/** What happened for this person, newest first. Not asked for a guest. */
export const useInbox = () => {
  const { person } = useView();
  return useOne<{ readonly items: readonly WireNotification[]; readonly unread: number }>(
    ['inbox'],
    '/_/inbox',
    person !== null,
  );
};

/** What stands at one path. */
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
