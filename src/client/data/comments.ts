import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WireComment, WireComments } from '../../engine/core/wire-format.ts';
import { keepAcrossVersions, useQueryKey } from '../api/query-keys.ts';
import { recordPath } from '../api/record-path.ts';
import { type ProblemError, request } from '../api/request.ts';
import { useView } from '../view/view-context.tsx';
import { useRetryKey } from './writes.ts';

/** The comments of a record, newest first: `fetchNextPage()` while `hasNextPage`. */
export function useComments(entity: string, id: string) {
  const { view } = useView();
  const key = [...useQueryKey(), 'comments', entity, id] as const;
  return useInfiniteQuery<WireComments, ProblemError, InfiniteData<WireComments>, typeof key, string | null>({
    queryKey: key,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepAcrossVersions<InfiniteData<WireComments>>(key) as never,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? '' : `?page=${encodeURIComponent(pageParam)}`;
      return request('GET', `${recordPath(entity, id)}/comments${query}`, { document: view.document, signal });
    },
  });
}

/** Returns the comments of all loaded pages, each once. */
export function commentsOf(data: InfiniteData<WireComments> | undefined): readonly WireComment[] {
  const byId = new Map<string, WireComment>();
  for (const { items } of data?.pages ?? []) for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return [...byId.values()];
}

export interface Mentionable {
  readonly id: string;
  readonly title: string;
}

/** People whom this person may mention at a record, by name. */
export function useMentionable(entity: string, id: string, q: string) {
  const { view } = useView();
  const key = [...useQueryKey(), 'mentions', entity, id, q] as const;
  return useQuery<{ readonly items: readonly Mentionable[] }, ProblemError>({
    queryKey: key,
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) =>
      request('GET', `${recordPath(entity, id)}/mentions${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`, {
        document: view.document,
        signal,
      }),
  });
}

/** An action on a comment. */
export type CommentAction =
  | { readonly do: 'write'; readonly text: string }
  | { readonly do: 'change'; readonly comment: string; readonly etag: string; readonly text: string }
  | { readonly do: 'remove'; readonly comment: string; readonly etag: string };

/** Writes a comment, or changes or deletes one's own. Settles after the comments were refetched. */
export function useCommentAction(entity: string, id: string) {
  const { view } = useView();
  const client = useQueryClient();
  const key = [...useQueryKey(), 'comments', entity, id];
  const keyFor = useRetryKey();
  return useMutation<WireComment | null, ProblemError, CommentAction>({
    mutationFn: async (action) => {
      const comments = `${recordPath(entity, id)}/comments`;
      const retry = keyFor(action);
      const options = { document: view.document, key: retry.key };
      const path = action.do === 'write' ? comments : `${comments}/${encodeURIComponent(action.comment)}`;
      const answer = await request<WireComment | null>(METHODS[action.do], path, {
        ...options,
        ...(action.do === 'write' ? {} : { ifMatch: action.etag }),
        ...(action.do === 'remove' ? {} : { body: { text: action.text } }),
      });
      retry.done();
      return answer;
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

const METHODS = { write: 'POST', change: 'PATCH', remove: 'DELETE' } as const;
