import type { QueryClient } from '@tanstack/react-query';
import { finishOtherTabs } from './page-events.ts';
import { undoQueues } from './page-undo-queue.ts';

/**
 * Sends everything that waits in the undo queues of all tabs, before the person signs out or another person is chosen.
 */
export async function flushUndoQueues(client: QueryClient): Promise<void> {
  await undoQueues.get(client)?.flushAll();
  await finishOtherTabs();
}
