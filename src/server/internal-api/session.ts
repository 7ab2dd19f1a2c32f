import { readJson } from '../api/latest-version.ts';
import { cookieName, cookieOf, endedCookie, sessionCookie } from '../core/sessions.ts';
import { emptyAnswer, jsonAnswer, protocolAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { loadPrincipal } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { viewFor } from './application.ts';

/** `GET /_/session`: the person and the roles in force. */
export function getSession(context: RequestContext): Response {
  const { person, roles } = viewFor(context);
  return jsonAnswer(context, { person, roles });
}

/** `POST /_/session { person }`: acts as a person, in development. Requires the key that the page contains. */
export async function postSession(initial: RequestContext): Promise<Response> {
  const { runtime, request, url } = initial;
  if (!runtime.dev) return standardAnswer(initial, 'NOT_FOUND', { entity: 'page' });
  if (request.headers.get('ninefold-switcher') !== runtime.switcher) return protocolAnswer(initial, 'NO_SWITCHER_KEY');
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context, value: given } = body;
  const { version, now } = context;
  const id =
    given !== null && typeof given === 'object' && !Array.isArray(given) && 'person' in given ? given.person : null;
  const principal = await loadPrincipal(runtime, version, typeof id === 'string' ? id : null);
  if (principal.row === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'person' });
  await leave(context);
  const answer = getSession({ ...context, principal });
  answer.headers.append('set-cookie', sessionCookie(url, await runtime.sessions.open(principal.row.id, now)));
  return answer;
}

/** `DELETE /_/session`: signs out. */
export async function deleteSession(context: RequestContext): Promise<Response> {
  await leave(context);
  const answer = emptyAnswer(context);
  answer.headers.append('set-cookie', endedCookie(context.url));
  return answer;
}

async function leave({ runtime, request, url, principal }: RequestContext): Promise<void> {
  const token = cookieOf(request.headers.get('cookie'), cookieName(url));
  if (token === null) return;
  await runtime.sessions.close(token);
  // Closes the person's connections. Pages with another session reconnect at once.
  if (principal.row !== null) runtime.listeners.endAllOf(principal.row.id);
}
