import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WireDevOutbox } from '../../engine/core/wire-format.ts';
import type { Point, Standing } from '../../model/types/place.ts';
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

/** In development: every call to the outside, newest first. */
export function useDevOutbox() {
  const { view } = useView();
  return useQuery<{ readonly items: readonly WireDevOutbox[] }, ProblemError>({
    queryKey: [...useKey(), 'dev outbox'],
    enabled: view.dev,
    // Calls are made by whatever happens in the application, which no live update of this page reports.
    refetchInterval: 2_000,
    queryFn: ({ signal }) => request('GET', '/_/dev/outbox', { signal }),
  });
}

/** In development: sends an entry of the outbox, wherever its address is. */
export function useSendNow() {
  const client = useQueryClient();
  const key = [...useKey(), 'dev outbox'];
  return useMutation<unknown, ProblemError, string>({
    mutationFn: (entry) => request('POST', `/_/dev/outbox/${entry}/send`, { body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** A step of the clock: some days, or to the moment at which the product acts next. */
export type ClockStep = { readonly days: number } | { readonly to: 'next' };

/** In development: moves the server's clock, then loads the page again, since everything may look different. */
export async function moveClock(step: ClockStep): Promise<void> {
  await request('POST', '/_/dev/clock', { body: step });
  globalThis.location.reload();
}
