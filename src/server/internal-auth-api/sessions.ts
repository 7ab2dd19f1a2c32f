import { hashOfToken } from '../core/document-hash.ts';
import { cookieName, cookieOf, endedCookie } from '../core/sessions.ts';
import { emptyAnswer, jsonAnswer, standardAnswer } from '../http/answer.ts';
import { type Asking, param } from '../runtime/request-context.ts';

/** `GET /_/sessions`: where this person is signed in, newest first. What stands there lets nobody in. */
export async function getSessions(asking: Asking): Promise<Response> {
  const { runtime, who, now } = asking;
  const found = await runtime.store.keys.ofPerson(who.row?.id ?? '', 'session', now);
  const own = ownName(asking);
  return jsonAnswer(asking, {
    items: found.map(({ name, value, made, used }) => ({ id: name, device: value, made, used, isThis: name === own })),
  });
}

/** `DELETE /_/sessions/:name`: signs one device out. */
export async function deleteOneSession(asking: Asking): Promise<Response> {
  const { runtime, who, url } = asking;
  const name = param(asking, 'name');
  const person = who.row?.id ?? '';
  if (!(await runtime.store.keys.remove('session', name, person)))
    return standardAnswer(asking, 'NOT_FOUND', { entity: 'session' });
  runtime.listeners.endAllOf(person);
  const answer = emptyAnswer(asking);
  if (name === ownName(asking)) answer.headers.append('set-cookie', endedCookie(url));
  return answer;
}

function ownName({ request, url }: Asking): string | null {
  const token = cookieOf(request.headers.get('cookie'), cookieName(url));
  return token === null ? null : hashOfToken(token);
}
