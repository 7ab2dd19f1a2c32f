import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireDeleted, WireDeletedPage, WireRecord } from '../../engine/core/wire-format.ts';
import { invalidateChanged } from '../api/changed-records.ts';
import { keepListData, useQueryKey } from '../api/query-keys.ts';
import { recordPath } from '../api/record-path.ts';
import { type ProblemError, request } from '../api/request.ts';
import { useView } from '../view/view-context.tsx';
import type { BulkOutcome } from './bulk.ts';
import { useRetryKey } from './writes.ts';

/** The deleted records of an entity, latest first, page by page. */
export function useDeleted(entity: string) {
  const { view } = useView();
  const key = [...useQueryKey(), 'deleted', entity, ''] as const;
  return useInfiniteQuery<WireDeletedPage, ProblemError, InfiniteData<WireDeletedPage>, typeof key, string | null>({
    queryKey: key,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepListData(key),
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === null ? '' : `?page=${encodeURIComponent(pageParam)}`;
      return request('GET', `/_/deleted/${encodeURIComponent(entity)}${page}`, { document: view.document, signal });
    },
  });
}

/** Returns the deleted records of all loaded pages, each once. */
export function deletedOf(data: InfiniteData<WireDeletedPage> | undefined): readonly WireDeleted[] {
  const byId = new Map<string, WireDeleted>();
  for (const page of data?.pages ?? [])
    for (const item of page.items) if (!byId.has(item.record.id)) byId.set(item.record.id, item);
  return [...byId.values()];
}

/** A record to restore. `etag` null: in any version, as right after deleting it. */
export interface RestoreRequest {
  readonly id: string;
  readonly etag: string | null;
}

/** Restores a deleted record. Resolves to the record, or to null if this person may not read it. */
export function useRestore(entity: string) {
  const { view } = useView();
  const client = useQueryClient();
  const key = useQueryKey();
  const keyFor = useRetryKey();
  return useMutation<WireRecord | null, ProblemError, RestoreRequest>({
    mutationFn: async ({ id, etag }) => {
      const retry = keyFor({ id, etag });
      const answer = await request<WireRecord | null>('POST', `${recordPath(entity, id)}/restore`, {
        ifMatch: etag ?? '*',
        key: retry.key,
        document: view.document,
      });
      retry.done();
      return answer;
    },
    onSuccess: (record) => {
      if (record !== null) client.setQueryData([...key, 'record', entity, record.id], record);
    },
    onSettled: (_record, _error, { id }) => invalidateChanged(client, view, [{ entity, id }]),
  });
}

/** The server accepts at most this many rows in one request. */
const MAX_ROWS = 200;

/** Restores several records, each decided separately. Resolves to the outcomes, in order. */
export function useRestoreMany(entity: string) {
  const { view } = useView();
  const client = useQueryClient();
  const keyFor = useRetryKey();
  return useMutation<readonly BulkOutcome[], ProblemError, readonly RestoreRequest[]>({
    mutationFn: async (all) => {
      const outcomes: BulkOutcome[] = [];
      for (let from = 0; from < all.length; from += MAX_ROWS) {
        const rows = all.slice(from, from + MAX_ROWS).map(({ id, etag }) => ({ id, etag: etag ?? '*' }));
        const body = { entity, restore: true, rows };
        const retry = keyFor(body);
        const answer = await request<{ readonly outcomes: readonly BulkOutcome[] }>('POST', '/_/bulk', {
          body,
          key: retry.key,
          document: view.document,
        });
        retry.done();
        outcomes.push(...answer.outcomes);
      }
      return outcomes;
    },
    onSettled: (_outcomes, _error, all) =>
      invalidateChanged(
        client,
        view,
        all.map(({ id }) => ({ entity, id })),
      ),
  });
}
