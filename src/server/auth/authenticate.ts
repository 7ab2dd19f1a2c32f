import { cookieName, cookieOf, type Session } from '../core/sessions.ts';
import { findSwitchPerson } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { basicOf, bearerOf, personOfProgram } from './program-tokens.ts';

type Arrived = Pick<RequestContext, 'runtime' | 'version' | 'request' | 'url' | 'now'>;

/** The token of the session that a request sends; null if it sends none. */
export const tokenOf = ({ request, url }: Pick<RequestContext, 'request' | 'url'>): string | null =>
  cookieOf(request.headers.get('cookie'), cookieName(url));

/** The session that a request sends; null if it sends none. */
export function sessionOf(context: Arrived): Session | null {
  const token = tokenOf(context);
  return token === null ? null : context.runtime.sessions.find(token);
}

/** The id of who asks: by the session of a browser, or the token of a program, which is asked for where it is given. */
export async function authenticatedPerson(context: Arrived, session: Session | null): Promise<string | null> {
  const { runtime, version, request, now } = context;
  const program = bearerOf(request);
  if (program !== null) return personOfProgram(runtime, program, now);
  const developer = runtime.dev ? basicOf(request) : null;
  if (developer !== null)
    return developer.password === runtime.switcher ? findSwitchPerson(runtime, version, developer.name) : null;
  const length = version.model.limits.find(({ name }) => name === 'session')?.value ?? null;
  return session === null ? null : session.person(now, length);
}
