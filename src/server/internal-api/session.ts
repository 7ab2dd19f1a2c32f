import { readJson } from '../api/latest-version.ts';
import { cookieName, cookieOf, endedCookie, sessionCookie } from '../core/sessions.ts';
import { emptyAnswer, jsonAnswer, protocolAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { personOf } from '../runtime/persons.ts';
import type { Asking } from '../runtime/request-context.ts';
import { viewFor } from './application.ts';

/** `GET /_/session`: who asks, and which roles are in force. */
export function getSession(asking: Asking): Response {
  const { person, roles } = viewFor(asking);
  return jsonAnswer(asking, { person, roles });
}

/** `POST /_/session { person }`: acts as somebody, in development, with the key that the page carries. */
export async function postSession(asked: Asking): Promise<Response> {
  const { runtime, request, url } = asked;
  if (!runtime.dev) return standardAnswer(asked, 'NOT_FOUND', { entity: 'page' });
  if (request.headers.get('ninefold-switcher') !== runtime.switcher) return protocolAnswer(asked, 'NO_SWITCHER_KEY');
  const body = await readJson(asked);
  if (!body.ok) return unreadableAnswer(asked, body);
  const { asking, value: given } = body;
  const { version, now } = asking;
  const id =
    given !== null && typeof given === 'object' && !Array.isArray(given) && 'person' in given ? given.person : null;
  const who = await personOf(runtime, version, typeof id === 'string' ? id : null);
  if (who.row === null) return standardAnswer(asking, 'NOT_FOUND', { entity: 'person' });
  await leave(asking);
  const answer = getSession({ ...asking, who });
  answer.headers.append('set-cookie', sessionCookie(url, await runtime.sessions.open(who.row.id, now)));
  return answer;
}

/** `DELETE /_/session`: signs out. */
export async function deleteSession(asking: Asking): Promise<Response> {
  await leave(asking);
  const answer = emptyAnswer(asking);
  answer.headers.append('set-cookie', endedCookie(asking.url));
  return answer;
}

async function leave({ runtime, request, url, who }: Asking): Promise<void> {
  const token = cookieOf(request.headers.get('cookie'), cookieName(url));
  if (token === null) return;
  await runtime.sessions.close(token);
  // Pages that are let in by another session come back at once.
  if (who.row !== null) runtime.listeners.endAllOf(who.row.id);
}
