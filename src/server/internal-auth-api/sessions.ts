import { hashOfToken } from '../core/document-hash.ts';
import { cookieName, cookieOf, endedCookie } from '../core/sessions.ts';
import { emptyAnswer, jsonAnswer, standardAnswer } from '../http/answer.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

/** `GET /_/sessions`: the person's sessions, newest first. Their ids can't be used to sign in. */
export async function getSessions(context: RequestContext): Promise<Response> {
  const { runtime, principal, now } = context;
  const found = await runtime.store.keys.ofPerson(principal.row?.id ?? '', 'session', now);
  const own = ownName(context);
  return jsonAnswer(context, {
    items: found.map(({ name, value, made, used }) => ({ id: name, device: value, made, used, isThis: name === own })),
  });
}

/** `DELETE /_/sessions/:name`: ends one session. */
export async function deleteOneSession(context: RequestContext): Promise<Response> {
  const { runtime, principal, url } = context;
  const name = param(context, 'name');
  const person = principal.row?.id ?? '';
  if (!(await runtime.store.keys.remove('session', name, person)))
    return standardAnswer(context, 'NOT_FOUND', { entity: 'session' });
  runtime.listeners.endAllOf(person);
  const answer = emptyAnswer(context);
  if (name === ownName(context)) answer.headers.append('set-cookie', endedCookie(url));
  return answer;
}

function ownName({ request, url }: RequestContext): string | null {
  const token = cookieOf(request.headers.get('cookie'), cookieName(url));
  return token === null ? null : hashOfToken(token);
}
