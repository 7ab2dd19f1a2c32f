import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useQueryKey } from '../api/query-keys.ts';
import { type ProblemError, request } from '../api/request.ts';
import { useView } from '../view/view-context.tsx';

/** Marks entries of the person's inbox as read. */
export function useMarkRead() {
  const { view } = useView();
  const client = useQueryClient();
  const key = useQueryKey();
  return useMutation<null, ProblemError, readonly string[]>({
    mutationFn: (ids) => request('POST', '/_/inbox', { body: { read: ids }, document: view.document }),
    onSettled: () => void client.invalidateQueries({ queryKey: [...key, 'inbox'] }),
  });
}
