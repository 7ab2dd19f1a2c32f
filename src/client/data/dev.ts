import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WireDevOutbox } from '../../engine/core/wire-format.ts';
import type { Point, Standing } from '../../model/types/element.ts';
import type { DocumentStatus } from '../api/application.ts';
import { keepAcrossVersions, useQueryKey } from '../api/query-keys.ts';
import { type ProblemError, request } from '../api/request.ts';
import { useView } from '../view/view-context.tsx';

/** Where an element comes from. `text` is its line in the document. */
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

/** In development: the line that states an element, or the assumption that replaces it. */
export function useWhy(element: string | null) {
  const { view } = useView();
  return useQuery<WireWhy, ProblemError>({
    queryKey: [...useQueryKey(), 'why', element],
    enabled: element !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) =>
      request('GET', `/_/why/${encodeURIComponent(element ?? '')}`, { document: view.document, signal }),
  });
}

/** In development: the findings for the document that was read last. */
export function useCheck() {
  const { view } = useView();
  const key = [...useQueryKey(), 'check'];
  return useQuery<DocumentStatus, ProblemError>({
    queryKey: key,
    enabled: view.dev,
    placeholderData: keepAcrossVersions<DocumentStatus>(key) as never,
    queryFn: ({ signal }) => request('GET', '/_/check', { signal }),
  });
}

/** In development: all outgoing calls, newest first. */
export function useDevOutbox() {
  const { view } = useView();
  return useQuery<{ readonly items: readonly WireDevOutbox[] }, ProblemError>({
    queryKey: [...useQueryKey(), 'dev outbox'],
    enabled: view.dev,
    // Calls are made by whatever happens in the application, which no live update of this page reports.
    refetchInterval: 2_000,
    queryFn: ({ signal }) => request('GET', '/_/dev/outbox', { signal }),
  });
}

/** In development: sends an outbox entry, whatever its address. */
export function useSendNow() {
  const client = useQueryClient();
  const key = [...useQueryKey(), 'dev outbox'];
  return useMutation<unknown, ProblemError, string>({
    mutationFn: (entry) => request('POST', `/_/dev/outbox/${entry}/send`, { body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** How far to move the clock: some days, or to the next timer. */
export type ClockStep = { readonly days: number } | { readonly to: 'next' };

/** In development: moves the server's clock and reloads the page, since anything may have changed. */
export async function moveClock(step: ClockStep): Promise<void> {
  await request('POST', '/_/dev/clock', { body: step });
  globalThis.location.reload();
}
