import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListState, WireListView } from '../../engine/query/saved-list-view.ts';
import { useView } from '../view/view-context.tsx';
import { useQueryKey } from './query-keys.ts';
import { type ProblemError, request } from './request.ts';

/** An action on a saved view. */
export type SavedViewAction =
  | { readonly do: 'keep'; readonly name: string; readonly role: string | null; readonly state: ListState }
  | {
      readonly do: 'change';
      readonly id: string;
      readonly change: { readonly name?: string; readonly role?: string | null; readonly state?: ListState };
    }
  | { readonly do: 'remove'; readonly id: string }
  | { readonly do: 'open'; readonly id: string | null };

/**
 * Saves, changes or deletes a saved view of a screen, or makes it the opening view. Resolves to the view (null if there
 * is none), after the list of views was invalidated.
 */
export function useSavedViewAction(screen: string) {
  const { view } = useView();
  const client = useQueryClient();
  const key = [...useQueryKey(), 'views', '', screen];
  return useMutation<WireListView | null, ProblemError, SavedViewAction>({
    mutationFn: (action) => {
      const to = { document: view.document };
      switch (action.do) {
        case 'keep': {
          const { name, role, state } = action;
          return request('POST', '/_/views', { ...to, body: { screen, name, role, state } });
        }
        case 'change':
          return request('PATCH', pathOf(action.id), { ...to, body: action.change });
        case 'remove':
          return request('DELETE', pathOf(action.id), to);
        case 'open':
          return request('PUT', '/_/opening-view', { ...to, body: { screen, view: action.id } });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

const pathOf = (id: string): string => `/_/views/${encodeURIComponent(id)}`;
