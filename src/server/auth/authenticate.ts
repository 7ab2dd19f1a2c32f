import { cookieName, cookieOf, type Session } from '../core/sessions.ts';
import { personNamed } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { basicOf, bearerOf, programOf } from './program-tokens.ts';

type Arrived = Pick<RequestContext, 'runtime' | 'version' | 'request' | 'url' | 'now'>;

/** The token of the session that a request sends; null if it sends none. */
export const tokenOf = ({ request, url }: Pick<RequestContext, 'request' | 'url'>): string | null =>
  cookieOf(request.headers.get('cookie'), cookieName(url));

/** The session that a request sends; null if it sends none. */
export function sessionOf(arrived: Arrived): Session | null {
  const token = tokenOf(arrived);
  return token === null ? null : arrived.runtime.sessions.of(token);
}

/** The id of who asks: by the session of a browser, or the token of a program, which is asked for where it is given. */
export async function authenticatedPerson(arrived: Arrived, session: Session | null): Promise<string | null> {
  const { runtime, version, request, now } = arrived;
  const program = bearerOf(request);
  if (program !== null) return programOf(runtime, program, now);
  const developer = runtime.dev ? basicOf(request) : null;
  if (developer !== null)
    return developer.password === runtime.switcher ? personNamed(runtime, version, developer.name) : null;
  const length = version.model.limits.find(({ name }) => name === 'session')?.value ?? null;
  return session === null ? null : session.person(now, length);
}
