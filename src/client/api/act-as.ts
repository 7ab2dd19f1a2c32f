import type { QueryClient } from '@tanstack/react-query';
import { sendWaiting } from '../undo-queue/flush-undo-queue.ts';
import { type Application, chooseGuest, fetchApplication, GUEST, isGuestChosen, switcherIn } from './application.ts';
import { request } from './request.ts';

/** Acts as somebody, in development. A server that was started anew has a new key: it is fetched once more. */
export async function actAs(person: string, page: Document = document): Promise<void> {
  chooseGuest(person === GUEST);
  if (person === GUEST) return void (await request('DELETE', '/_/session'));
  const post = (switcher: string) =>
    request('POST', '/_/session', { body: { person }, headers: { 'ninefold-switcher': switcher } });
  const held = switcherIn(page);
  await post(held).catch(async (error: unknown) => {
    const fresh = await freshSwitcher();
    if (fresh === held) throw error;
    await post(fresh);
  });
}

/** The same of whoever acts as somebody else already, once what waits in their name is sent. */
export async function actInstead(person: string, client: QueryClient): Promise<void> {
  await sendWaiting(client);
  await actAs(person);
}

async function freshSwitcher(): Promise<string> {
  const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
  return switcherIn(new DOMParser().parseFromString(await answer.text(), 'text/html'));
}

/** A server in development that was started anew knows nobody any more: whoever was there goes on as themselves. */
export async function stillMyself(before: Application, next: Application): Promise<Application> {
  const id = before.view.person?.id;
  if (!next.view.dev || next.view.person !== null || id === undefined || isGuestChosen()) return next;
  if (next.people?.some((person) => person.id === id) !== true) return next;
  await actAs(id);
  return fetchApplication();
}
