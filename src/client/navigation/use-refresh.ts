import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Kind } from '../api/query-keys.ts';

/** What stands in a screen; the inbox and the person have ways of their own. */
const KINDS: ReadonlySet<unknown> = new Set<Kind>(['page', 'record', 'history', 'comments', 'outbox', 'tiles']);

/** Fetches what is shown anew every so many milliseconds, but not while nobody looks or somebody types. */
export function useRefresh(every: number): void {
  const client = useQueryClient();
  useEffect(() => {
    let due = Date.now() + every;
    const look = () => {
      if (Date.now() < due || document.hidden || isTyping(document)) return;
      due = Date.now() + every;
      void client.invalidateQueries({ predicate: ({ queryKey }) => KINDS.has(queryKey[2]), refetchType: 'active' });
    };
    // Looks more often than it fetches, so that what was put off is made up for soon.
    const timer = setInterval(look, Math.min(every, 1000));
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client, every]);
}

/** Whether somebody is writing, or answering a question. */
export function isTyping(page: Pick<Document, 'activeElement' | 'querySelector'>): boolean {
  const at = page.activeElement;
  return (
    at?.closest('input, textarea, select, [contenteditable]') != null || page.querySelector('[role="dialog"]') !== null
  );
}
