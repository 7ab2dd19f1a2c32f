import { bearerOf, personOfProgramWithoutUse } from '../auth/program-tokens.ts';
import { eventStream } from '../core/live-connections.ts';
import { cookieName, cookieOf } from '../core/sessions.ts';
import { privateHeaders } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { statusFor } from './application.ts';
import { isTab } from './presence-route.ts';

/**
 * `GET /_/live`: Server-Sent Events. `hello` and `document` carry the status of the document, `change` and `comments`
 * the entity and id of a record to fetch again, `inbox` nothing, and `present` who else is at the record at which the
 * page (`tab`) reported to be.
 */
export function getLive(context: RequestContext): Response {
  const { runtime, request, principal, url } = context;
  const headers = privateHeaders(context);
  headers.set('content-type', 'text/event-stream; charset=utf-8');
  headers.set('cache-control', 'private, no-cache, no-transform');
  headers.set('x-accel-buffering', 'no');
  if (request.method === 'HEAD') return new Response(null, { headers });
  const tab = url.searchParams.get('tab') ?? '';
  const person = principal.row?.id ?? null;
  const isAuthorized = async () => person === null || (await currentPerson(context)) === person;
  const listener = { person, tab: isTab(tab) ? tab : '', isAuthorized };
  return new Response(eventStream(request.signal, listener, runtime.listeners, statusFor(context)), { headers });
}

/** Returns the person for whom the credentials of the request are valid now; null if for nobody. */
async function currentPerson({ runtime, request, url }: RequestContext): Promise<string | null> {
  const now = runtime.clock();
  const program = bearerOf(request);
  if (program !== null) return personOfProgramWithoutUse(runtime, program, now);
  const token = cookieOf(request.headers.get('cookie'), cookieName(url));
  const length = runtime.current().model.limits.find(({ name }) => name === 'session')?.value ?? null;
  return token === null ? null : runtime.sessions.find(token).personWithoutUse(now, length);
}
