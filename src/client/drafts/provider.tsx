import { createContext, type ReactNode, useState } from 'react';
import type { Drafts } from './store.ts';

/** Holds the drafts, once something was typed. */
export const DraftsContext = createContext<{ drafts: Drafts | null } | null>(null);

/** Keeps drafts above all components that may be remounted. */
export function DraftsProvider({ children }: { readonly children: ReactNode }) {
  const [kept] = useState<{ drafts: Drafts | null }>(() => ({ drafts: null }));
  return <DraftsContext value={kept}>{children}</DraftsContext>;
}
