import { createContext, type ReactNode, useState } from 'react';
import type { Drafts } from './store.ts';

/** Where the drafts are, once something is typed anywhere. */
export const DraftsContext = createContext<{ drafts: Drafts | null } | null>(null);

/** Keeps what is typed and not sent above everything that may be drawn anew. */
export function DraftsProvider({ children }: { readonly children: ReactNode }) {
  const [kept] = useState<{ drafts: Drafts | null }>(() => ({ drafts: null }));
  return <DraftsContext value={kept}>{children}</DraftsContext>;
}
