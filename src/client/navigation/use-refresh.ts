import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { QueryKind } from '../api/query-keys.ts';

/** Kinds of queries that a screen shows. The inbox and the person are updated separately. */
const KINDS: ReadonlySet<unknown> = new Set<QueryKind>(['page', 'record', 'history', 'comments', 'outbox', 'tiles']);

/** Refetches the shown data at an interval in milliseconds, but not while the page is hidden or somebody types. */
export function useRefresh(every: number): void {
  const client = useQueryClient();
  useEffect(() => {
    let due = Date.now() + every;
    const look = () => {
      if (Date.now() < due || document.hidden || isTyping(document)) return;
      due = Date.now() + every;
      void client.invalidateQueries({ predicate: ({ queryKey }) => KINDS.has(queryKey[2]), refetchType: 'active' });
    };
    // Checks more often than it fetches, so that a postponed refresh happens soon.
    const timer = setInterval(look, Math.min(every, 1000));
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client, every]);
}

/** Whether somebody is typing, or a dialog is open. */
export function isTyping(page: Pick<Document, 'activeElement' | 'querySelector'>): boolean {
  const at = page.activeElement;
  return (
    at?.closest('input, textarea, select, [contenteditable]') != null || page.querySelector('[role="dialog"]') !== null
  );
}
