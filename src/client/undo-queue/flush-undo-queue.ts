import type { QueryClient } from '@tanstack/react-query';
import { finishOtherTabs } from './page-events.ts';
import { waitingOn } from './page-undo-queue.ts';

/** Before somebody leaves or turns into somebody else: what waits is theirs, in this tab and in the others. */
export async function sendWaiting(client: QueryClient): Promise<void> {
  await waitingOn.get(client)?.settleAll();
  await finishOtherTabs();
}
