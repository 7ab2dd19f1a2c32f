import { use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import { useView } from '../view/view.tsx';
import { DraftsContext } from './provider.tsx';
import { createDrafts, type Drafts } from './store.ts';

export interface DraftInHand {
  /** What is typed, by field element id (`field/Order/note`), as it would go over the wire. */
  readonly values: ReadonlyMap<string, Json>;
  /** Whether anything is typed. */
  readonly touched: boolean;
  /** `isSecret`: it stands in memory alone. */
  readonly set: (field: string, value: Json, isSecret?: boolean) => void;
  /** Forgets what is typed in one field. */
  readonly unset: (field: string) => void;
  readonly clear: () => void;
}

/** What this person typed under `key` (`draftKey(screen, record)`) and did not send. Survives leaving, reloading and changes of the document. */
export function useDraft(key: string): DraftInHand {
  const drafts = useDrafts();
  const person = useView().person?.id ?? '';
  const full = `${person} ${key}`;
  const values = useSyncExternalStore(
    useCallback((told: () => void) => drafts.subscribe(told), [drafts]),
    () => drafts.read(full),
  );
  return useMemo(
    () => ({
      values,
      touched: values.size > 0,
      set: (field, value, isSecret) => drafts.set(full, field, value, isSecret),
      unset: (field) => drafts.unset(full, field),
      clear: () => drafts.clear(full),
    }),
    [drafts, full, values],
  );
}

/** All drafts of this page, by the person's id and the key of each. */
export function useDrafts(): Drafts {
  const kept = use(DraftsContext);
  if (kept === null) throw new Error('There is no DraftsProvider above this part.');
  kept.drafts ??= guarded(createDrafts(sessionStorageOrNone()));
  return kept.drafts;
}

/** Comments and dialogs ask nothing themselves: the browser does before the page goes, where what is typed would go with it. */
function guarded(drafts: Drafts): Drafts {
  globalThis.addEventListener?.('beforeunload', (event) => {
    if (!drafts.isKept()) event.preventDefault();
  });
  return drafts;
}

/** The key of a draft: its screen's id and the record's, or `new`. */
export const draftKey = (screen: string, record: string | null): string => `${screen} ${record ?? 'new'}`;

function sessionStorageOrNone(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
