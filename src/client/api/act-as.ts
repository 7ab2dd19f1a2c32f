import type { QueryClient } from '@tanstack/react-query';
import { flushUndoQueues } from '../undo-queue/flush-undo-queue.ts';
import { type Application, chooseGuest, fetchApplication, GUEST, isGuestChosen, switcherIn } from './application.ts';
import { request } from './request.ts';

/**
 * Signs in as another person, in development. If the server was restarted its switcher key has changed, so the key is
 * fetched and the request repeated once.
 */
export async function actAs(person: string, page: Document = document): Promise<void> {
  chooseGuest(person === GUEST);
  if (person === GUEST) return void (await request('DELETE', '/_/session'));
  const post = (switcher: string) =>
    request('POST', '/_/session', { body: { person }, headers: { 'ninefold-switcher': switcher } });
  const currentKey = switcherIn(page);
  await post(currentKey).catch(async (error: unknown) => {
    const newKey = await freshSwitcher();
    if (newKey === currentKey) throw error;
    await post(newKey);
  });
}

/**
 * Like `actAs` for somebody who already acts as a person: first sends the actions that wait in that person's undo
 * queue.
 */
export async function switchPerson(person: string, client: QueryClient): Promise<void> {
  await flushUndoQueues(client);
  await actAs(person);
}

async function freshSwitcher(): Promise<string> {
  const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
  return switcherIn(new DOMParser().parseFromString(await answer.text(), 'text/html'));
}

/**
 * Signs in as the previous person again after a development server was restarted, which ends all sessions. Returns
 * `next` unchanged if nobody was signed in, the user chose to be a guest, or the person no longer exists.
 */
export async function restorePerson(before: Application, next: Application): Promise<Application> {
  const id = before.view.person?.id;
  if (!next.view.dev || next.view.person !== null || id === undefined || isGuestChosen()) return next;
  if (next.people?.some((person) => person.id === id) !== true) return next;
  await actAs(id);
  return fetchApplication();
}
