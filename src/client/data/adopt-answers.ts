import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { WirePage, WireRecord } from '../../engine/core/wire-format.ts';

/** Updates the cached lists with records from an answer, so that they show it before they are refetched. */
export function adoptRecords(
  client: QueryClient,
  [person, view]: readonly [person: string, view: string],
  entity: string,
  records: readonly WireRecord[],
): void {
  const byId = new Map(records.map((record) => [record.id, record]));
  const filters = { queryKey: [person, view, 'page', entity] };
  client.setQueriesData<InfiniteData<WirePage>>(filters, (data) => {
    if (data === undefined || !data.pages.some(({ items }) => items.some(({ id }) => byId.has(id)))) return data;
    const pages = data.pages.map((page) => ({ ...page, items: page.items.map((item) => byId.get(item.id) ?? item) }));
    return { ...data, pages };
  });
}
