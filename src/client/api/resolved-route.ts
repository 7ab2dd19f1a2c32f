import { useQuery } from '@tanstack/react-query';
import { useView } from '../view/view-context.tsx';
import { useQueryKey } from './query-keys.ts';
import { request } from './request.ts';

/** Where the document redirects a person. `route` null: to their first screen. */
export interface RedirectTarget {
  readonly route: string | null;
  readonly message: string | null;
}

/** The server's answer for an address: its screen, and the redirect for this person, if any. */
export interface ResolvedRoute {
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
  readonly leads: RedirectTarget | null;
}

/** Asks the server whether this person may open a path. Fetched again on every visit. */
export function useResolvedRoute(path: string) {
  const { view } = useView();
  return useQuery<ResolvedRoute, Error>({
    queryKey: [...useQueryKey(), 'open', path],
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      request('GET', `/_/open?path=${encodeURIComponent(path)}`, { document: view.document, signal }),
  });
}
