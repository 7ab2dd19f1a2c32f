import { useQuery } from '@tanstack/react-query';
import type { Point, Standing } from '../../model/place.ts';
import { useView } from '../view/view.tsx';
import type { DocumentStatus } from './application.ts';
import { keepAcrossVersions, useKey } from './keys.ts';
import { type ProblemError, request } from './request.ts';

/** Where an element comes from. `text` is its line as it stands in the document. */
export interface WireWhy {
  readonly element: string;
  readonly label: string;
  readonly point: Point;
  readonly document: string;
  readonly standing: Standing;
  readonly assumption: string | null;
  readonly help: string;
  readonly line: number | null;
  readonly text: string | null;
}

/** In development: the line that states an element, or the assumption that stands in for one. */
export function useWhy(element: string | null) {
  const { view } = useView();
  return useQuery<WireWhy, ProblemError>({
    queryKey: [...useKey(), 'why', element],
    enabled: element !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) =>
      request('GET', `/_/why/${encodeURIComponent(element ?? '')}`, { document: view.document, signal }),
  });
}

/** In development: what the checker says of the document as read last. */
export function useCheck() {
  const { view } = useView();
  const key = [...useKey(), 'check'];
  return useQuery<DocumentStatus, ProblemError>({
    queryKey: key,
    enabled: view.dev,
    placeholderData: keepAcrossVersions<DocumentStatus>(key) as never,
    queryFn: ({ signal }) => request('GET', '/_/check', { signal }),
  });
}
