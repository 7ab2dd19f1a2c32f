import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { WirePage } from '../../engine/core/wire-format.ts';
import type { ViewRelated } from '../../engine/view/view.ts';
import { useView } from '../view/view.tsx';
import { keepAcrossVersions, useKey } from './keys.ts';
import { type ProblemError, request } from './request.ts';

/** What refers to a record, as its screen lists it: a few at first, more with `fetchNextPage()` while `hasNextPage`. */
export function useRelated(screen: string, { id, entity, sort }: ViewRelated, record: string) {
  const { view } = useView();
  // A page like others: what changes such records changes it.
  const key = [...useKey(), 'page', entity, screen, 'related', id, record] as const;
  const pathOf = (page: string | null) => {
    const asked = new URLSearchParams({ screen, field: id, record, sort });
    if (page !== null) asked.set('page', page);
    return `/_/related?${asked}`;
  };
  return useInfiniteQuery<WirePage, ProblemError, InfiniteData<WirePage>, typeof key, string | null>({
    queryKey: key,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepAcrossVersions<InfiniteData<WirePage>>(key) as never,
    queryFn: ({ pageParam, signal }) => request('GET', pathOf(pageParam), { document: view.document, signal }),
  });
}
