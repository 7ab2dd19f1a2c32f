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
  readonly show: (view: WireListView | null) => void;
  /** Writes what the list is now over the open one. */
  readonly save: (view: WireListView) => void;
  /** As a new one, or what is chosen about one that there is; rejects where that is refused. */
  readonly keep: (view: WireListView | null, keeping: Keeping) => Promise<void>;
  readonly remove: (view: WireListView) => void;
  readonly openWith: (view: WireListView | null) => void;
  readonly isBusy: boolean;
}

/** What is done with the lists that are kept at a screen. `saved`: what was changed on this device is in the kept one now. */
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
  /** What is refused outside of a dialog is said on its own. */
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

/** What differs: another name asks for nothing else to be judged anew. */
function changed({ state, ...view }: WireListView, { name, role, density }: Keeping) {
  return {
    name,
    ...(role === (view.role?.name ?? null) ? {} : { role }),
    ...(density === state.density ? {} : { state: { ...state, density } }),
  };
}
