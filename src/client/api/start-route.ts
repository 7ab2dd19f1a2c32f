import { useQuery } from '@tanstack/react-query';
import { useView } from '../view/view-context.tsx';
import { useKey } from './query-keys.ts';
import { request } from './request.ts';

/** Where the document leads somebody instead; `route` null: where they begin. */
export interface Leads {
  readonly route: string | null;
  readonly message: string | null;
}

/** What the server says of an address: the screen, and where it leads this person instead. */
export interface Opening {
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
  readonly leads: Leads | null;
}

/** Whether this person opens what stands at a path. Asked anew each time somebody comes there. */
export function useOpening(path: string) {
  const { view } = useView();
  return useQuery<Opening, Error>({
    queryKey: [...useKey(), 'open', path],
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      request('GET', `/_/open?path=${encodeURIComponent(path)}`, { document: view.document, signal }),
  });
}
