import { useState } from 'react';
import type { ListState, WireListView } from '../../../engine/query/saved-list-view.ts';
import { ProblemError } from '../../api/request.ts';
import { type SavedViewAction, useSavedViewAction } from '../../api/saved-view-actions.ts';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import type { ListSearch } from '../../view/list-search.ts';
import { searchFor } from './opening-view.ts';
import type { Keeping } from './save-view-dialog.tsx';

export interface KeepingInHand {
  /** Opens a view; null for the list as the document states it. */
  readonly show: (view: WireListView | null) => void;
  /** Overwrites a view with the current state of the list. */
  readonly save: (view: WireListView) => void;
  /** Saves a new view, or the name, role and density of an existing one. Rejects if the server refuses it. */
  readonly keep: (view: WireListView | null, keeping: Keeping) => Promise<void>;
  readonly remove: (view: WireListView) => void;
  /** Sets the person's default view; null for none. */
  readonly openWith: (view: WireListView | null) => void;
  readonly isBusy: boolean;
}

/**
 * Returns the actions on the saved views of a screen. `saved` is called once the state of the list is saved, so that
 * changes stored in this browser can be discarded.
 */
export function useKeeping(
  screen: string,
  state: ListState,
  change: (part: Partial<ListSearch>, options?: { readonly replace?: boolean }) => void,
  saved: () => void,
): KeepingInHand {
  const say = useToast();
  const { mutateAsync } = useSavedViewAction(screen);
  const [isBusy, setBusy] = useState(false);
  const show: KeepingInHand['show'] = (view) => change(searchFor(view), { replace: false });
  /** Runs an action that was not started from a dialog: a refusal is shown as a toast. */
  const ask = async (what: SavedViewAction, then: () => void) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await mutateAsync(what);
      then();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      say({ title: error.problem.detail, text: error.problem.next, tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return {
    show,
    save: (view) =>
      void ask({ do: 'change', id: view.id, change: { state } }, () => {
        saved();
        say({ title: messages.savedViews.kept({ name: view.name }) });
      }),
    keep: async (view, { name, role, density }) => {
      const kept = await mutateAsync(
        view === null
          ? { do: 'keep', name, role, state: { ...state, density } }
          : { do: 'change', id: view.id, change: changed(view, { name, role, density }) },
      );
      if (view === null && kept !== null) {
        saved();
        show(kept);
      }
      say({ title: messages.savedViews.kept({ name }) });
    },
    remove: (view) =>
      void ask({ do: 'remove', id: view.id }, () => {
        show(null);
        say({ title: messages.savedViews.removed({ name: view.name }) });
      }),
    openWith: (view) => void ask({ do: 'open', id: view?.id ?? null }, () => undefined),
    isBusy,
  };
}

/** Returns the name and what else differs, so that a new name alone does not make the server check role and state. */
function changed({ state, ...view }: WireListView, { name, role, density }: Keeping) {
  return {
    name,
    ...(role === (view.role?.name ?? null) ? {} : { role }),
    ...(density === state.density ? {} : { state: { ...state, density } }),
  };
}
