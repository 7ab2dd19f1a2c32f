import { cookieName, cookieOf, type Session } from '../core/sessions.ts';
import { findSwitchPerson } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { basicOf, bearerOf, personOfProgram } from './program-tokens.ts';

type Arrived = Pick<RequestContext, 'runtime' | 'version' | 'request' | 'url' | 'now'>;

/** Returns the session token of a request; null if it sends none. */
export const tokenOf = ({ request, url }: Pick<RequestContext, 'request' | 'url'>): string | null =>
  cookieOf(request.headers.get('cookie'), cookieName(url));

/** Returns the session of a request; null if it sends no token. */
export function sessionOf(context: Arrived): Session | null {
  const token = tokenOf(context);
  return token === null ? null : context.runtime.sessions.find(token);
}

/**
 * Returns the id of the person who sends the request, or null for a guest. A program's bearer token takes precedence
 * over the browser's session; in development, HTTP Basic does too.
 */
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
