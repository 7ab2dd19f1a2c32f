import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { WirePage } from '../../engine/core/wire-format.ts';
import type { ViewRelated } from '../../engine/view/view.ts';
import { keepAcrossVersions, useQueryKey } from '../api/query-keys.ts';
import { type ProblemError, request } from '../api/request.ts';
import { useView } from '../view/view-context.tsx';

/**
 * The records that refer to a record, as its screen lists them: a few at first, more with `fetchNextPage()` while
 * `hasNextPage`.
 */
export function useRelated(screen: string, { id, entity, sort }: ViewRelated, record: string) {
  const { view } = useView();
  // The kind `page` makes changes to such records invalidate this query.
  const key = [...useQueryKey(), 'page', entity, screen, 'related', id, record] as const;
  const pathOf = (page: string | null) => {
    const params = new URLSearchParams({ screen, field: id, record, sort });
    if (page !== null) params.set('page', page);
    return `/_/related?${params}`;
  };
  return useInfiniteQuery<WirePage, ProblemError, InfiniteData<WirePage>, typeof key, string | null>({
    queryKey: key,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepAcrossVersions<InfiniteData<WirePage>>(key) as never,
    queryFn: ({ pageParam, signal }) => request('GET', pathOf(pageParam), { document: view.document, signal }),
  });
}
