import { useQuery } from '@tanstack/react-query';
import type { WireListViews } from '../../engine/query/list-state.ts';
import { useView } from '../view/view.tsx';
import { keepAcrossVersions, useKey } from './keys.ts';
import { type ProblemError, request } from './request.ts';

/** The lists that were kept for this person at a screen. Not asked for a guest. */
export function useListViews(screen: string) {
  const { view, person } = useView();
  const key = [...useKey(), 'views', '', screen];
  return useQuery<WireListViews, ProblemError>({
    queryKey: key,
    enabled: person !== null,
    placeholderData: keepAcrossVersions<WireListViews>(key) as never,
    queryFn: ({ signal }) =>
      request('GET', `/_/views?screen=${encodeURIComponent(screen)}`, { document: view.document, signal }),
  });
}
