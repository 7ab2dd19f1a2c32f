import { use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import { useView } from '../view/view-context.tsx';
import { DraftsContext } from './provider.tsx';
import { createDrafts, type Drafts } from './store.ts';

export interface DraftHandle {
  /** Typed values by field element id (`field/Order/note`), in wire format. */
  readonly values: ReadonlyMap<string, Json>;
  /** Whether anything was typed. */
  readonly touched: boolean;
  /** `isSecret`: kept in memory only. */
  readonly set: (field: string, value: Json, isSecret?: boolean) => void;
  /** Discards what was typed in a field. */
  readonly unset: (field: string) => void;
  readonly clear: () => void;
}

/**
 * What this person typed under `key` (`draftKey(screen, record)`) and did not send. Survives navigation, reloading and
 * changes of the document.
 */
export function useDraft(key: string): DraftHandle {
  const drafts = useDrafts();
  const person = useView().person?.id ?? '';
  const full = `${person} ${key}`;
  const values = useSyncExternalStore(
    useCallback((listener: () => void) => drafts.subscribe(listener), [drafts]),
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

/** All drafts of this page, by person id and key. */
export function useDrafts(): Drafts {
  const provided = use(DraftsContext);
  if (provided === null) throw new Error('There is no DraftsProvider above this part.');
  provided.drafts ??= warnBeforeLoss(createDrafts(sessionStorageOrNone()));
  return provided.drafts;
}

/** Comments and dialogs do not ask before the page closes, so the browser does if a draft could not be stored. */
function warnBeforeLoss(drafts: Drafts): Drafts {
  globalThis.addEventListener?.('beforeunload', (event) => {
    if (!drafts.isKept()) event.preventDefault();
  });
  return drafts;
}

/** Returns the key of a draft: the id of its screen and of the record, or `new`. */
export const draftKey = (screen: string, record: string | null): string => `${screen} ${record ?? 'new'}`;

function sessionStorageOrNone(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
