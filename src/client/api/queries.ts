import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { WireHistory, WireNotification, WireOutbox, WirePage, WireRecord, WireTile } from '../../engine/wire.ts';
import { useView } from '../view/view.tsx';
import { keepAcrossVersions, keepOfList, useKey } from './keys.ts';
import { type ProblemError, request } from './request.ts';

/** What a person asks of a list. `filter` is a condition in the document's notation, `sort` as `-spentOn,title`; empty: nothing asked. */
export interface ListQuery {
  readonly filter: string;
  readonly q: string;
  readonly sort: string;
  /** The screen's own filters that are on; without it those that are on at first. */
  readonly filters?: string;
  /** Further parameters, as a list takes them: `owner`, `owner.empty`. */
  readonly where?: readonly (readonly [name: string, value: string])[];
}

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
  return useInfiniteQuery<WirePage, ProblemError, InfiniteData<WirePage>, typeof key, string | null>({
    queryKey: key,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepOfList(key),
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams();
      if (isScreen) asked.set('screen', id);
      const { where = [], ...texts } = query;
      for (const [name, value] of [...Object.entries(texts), ...where]) if (value) asked.set(name, value);
      if (pageParam !== null) asked.set('page', pageParam);
      const text = asked.toString();
      const path = isScreen ? '/_/list' : (call?.path ?? '/_/list');
      return request('GET', text === '' ? path : `${path}?${text}`, { document: view.document, signal });
    },
  });
}

/**
 * Fetches one page more, as soon as nothing else is under way: what is fetched anew would be given up for it, and what
 * was there before would stay though it changed.
 */
export function useNextPage<T>({
  fetchNextPage,
  hasNextPage,
  isFetching,
}: Pick<UseInfiniteQueryResult<T>, 'fetchNextPage' | 'hasNextPage' | 'isFetching'>): () => void {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isFetching) return;
    setWanted(false);
    if (hasNextPage) void fetchNextPage({ cancelRefetch: false });
  }, [isWanted, isFetching, hasNextPage, fetchNextPage]);
  return useCallback(() => setWanted(true), []);
}

/** The records of all pages that are there, each once: a record that moved while pages were fetched stands where it came first. */
export function recordsOf(data: InfiniteData<WirePage> | undefined): readonly WireRecord[] {
  const found = new Map<string, WireRecord>();
  for (const page of data?.pages ?? [])
    for (const item of page.items) if (!found.has(item.id)) found.set(item.id, item);
  return [...found.values()];
}

/** One record as this person reads it. */
export const useRecord = (entity: string, id: string) =>
  useOne<WireRecord>(['record', entity, id], recordPath(entity, id));

/** What happened to a record, newest first. */
export const useHistory = (entity: string, id: string) =>
  useOne<{ readonly items: readonly WireHistory[] }>(['history', entity, id], `${recordPath(entity, id)}/history`);

/** What waits to leave because of a record. */
export const useOutbox = (entity: string, id: string) =>
  useOne<{ readonly items: readonly WireOutbox[] }>(['outbox', entity, id], `${recordPath(entity, id)}/outbox`);

/** What happened for this person, newest first. Not asked for a guest. */
export const useInbox = () => {
  const { person } = useView();
  return useOne<{ readonly items: readonly WireNotification[]; readonly unread: number }>(
    ['inbox'],
    '/_/inbox',
    person !== null,
  );
};

/** Numbers and charts of a screen; `filters`: which of its filters and switches are on. */
export const useTiles = (screen: string, filters = '') => {
  const entity = useView().screen(screen)?.entity ?? '';
  const asked = filters === '' ? '' : `&filters=${encodeURIComponent(filters)}`;
  return useOne<{ readonly tiles: readonly WireTile[] }>(
    ['tiles', entity, screen, ...(filters === '' ? [] : [filters])],
    `/_/tiles?screen=${encodeURIComponent(screen)}${asked}`,
  );
};

/** Choices for a reference, by title, at most twenty at a time; `q` narrows them. */
export function useLabels(entity: string, q: string, enabled = true) {
  const asked = q.trim() === '' ? '' : `?q=${encodeURIComponent(q.trim())}`;
  const key = [...useKey(), 'labels', entity, '', q.trim()] as const;
  const { view } = useView();
  return useQuery<Labels, ProblemError>({
    queryKey: key,
    enabled,
    placeholderData: keepOfList(key),
    queryFn: ({ signal }) =>
      request('GET', `/_/labels/${encodeURIComponent(entity)}${asked}`, { document: view.document, signal }),
  });
}

/** All of an entity by title, a page after the other: `fetchNextPage()` while `hasNextPage`. */
export function useAllLabels(entity: string, enabled: boolean) {
  const { view } = useView();
  const key = [...useKey(), 'labels', entity, 'all'] as const;
  return useInfiniteQuery<Labels, ProblemError, InfiniteData<Labels>, typeof key, string | null>({
    queryKey: key,
    enabled,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepAcrossVersions<InfiniteData<Labels>>(key) as never,
    queryFn: ({ pageParam, signal }) => {
      const asked = pageParam === null ? '' : `?page=${encodeURIComponent(pageParam)}`;
      return request('GET', `/_/labels/${encodeURIComponent(entity)}${asked}`, { document: view.document, signal });
    },
  });
}

export interface Labels {
  readonly items: readonly { readonly id: string; readonly title: string }[];
  readonly next: string | null;
}

export const recordPath = (entity: string, id: string): string =>
  `/_/records/${encodeURIComponent(entity)}/${encodeURIComponent(id)}`;

function useOne<T>(about: readonly string[], path: string, enabled = true) {
  const { view } = useView();
  const key = [...useKey(), ...about];
  return useQuery<T, ProblemError>({
    queryKey: key,
    enabled,
    placeholderData: keepAcrossVersions<T>(key) as never,
    queryFn: ({ signal }) => request('GET', path, { document: view.document, signal }),
  });
}
