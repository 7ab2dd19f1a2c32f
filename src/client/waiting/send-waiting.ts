import type { QueryClient } from '@tanstack/react-query';
import { waitingOn } from './of-page.ts';
import { settleOtherTabs } from './page-events.ts';

/** Before somebody leaves or turns into somebody else: what waits is theirs, in this tab and in the others. */
export async function sendWaiting(client: QueryClient): Promise<void> {
  await waitingOn.get(client)?.settleAll();
  await settleOtherTabs();
}
