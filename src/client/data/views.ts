import { useQuery } from '@tanstack/react-query';
import type { WireListViews } from '../../engine/query/saved-list-view.ts';
import { keepAcrossVersions, useQueryKey } from '../api/query-keys.ts';
import { type ProblemError, request } from '../api/request.ts';
import { useView } from '../view/view-context.tsx';

/** The saved views of a screen for this person. Disabled for guests. */
export function useListViews(screen: string) {
  const { view, person } = useView();
  const key = [...useQueryKey(), 'views', '', screen];
  return useQuery<WireListViews, ProblemError>({
    queryKey: key,
    enabled: person !== null,
    placeholderData: keepAcrossVersions<WireListViews>(key) as never,
    queryFn: ({ signal }) =>
      request('GET', `/_/views?screen=${encodeURIComponent(screen)}`, { document: view.document, signal }),
  });
}
