import { cookieName, cookieOf, type Session } from '../core/sessions.ts';
import { findSwitchPerson } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { basicOf, bearerOf, personOfProgram } from './program-tokens.ts';

type Arrived = Pick<RequestContext, 'runtime' | 'version' | 'request' | 'url' | 'now'>;

type Sent = Pick<RequestContext, 'request' | 'url' | 'version'>;

/**
 * Returns the session token of a request; null if it sends none. A token that it sends as the document states comes
 * before the product's own cookie.
 */
export const tokenOf = (context: Sent): string | null =>
  statedTokenOf(context)?.token ?? cookieOf(context.request.headers.get('cookie'), cookieName(context.url));

/** A token in a place that the document states; null if it can't be read. `isCookie`: browsers send it by themselves. */
interface StatedToken {
  readonly token: string | null;
  readonly isCookie: boolean;
}

/** Returns the token that a request sends as the document states; null if it sends nothing there. */
function statedTokenOf({ request, version }: Sent): StatedToken | null {
  let malformed: StatedToken | null = null;
  for (const { kind, name } of version.model.api.signIn) {
    if (kind === 'cookie') {
      const token = cookieOf(request.headers.get('cookie'), name);
      if (token !== null) return { token, isCookie: true };
      continue;
    }
    const header = request.headers.get(kind === 'header' ? name : 'authorization');
    if (header === null) continue;
    const [scheme = '', token = '', ...rest] = kind === 'header' ? [name, header.trim()] : header.trim().split(/ +/);
    const isToken = scheme.toLowerCase() === name.toLowerCase() && rest.length === 0 && /^[0-9a-f]{64}$/.test(token);
    if (isToken) return { token, isCookie: false };
    malformed = { token: null, isCookie: false };
  }
  return malformed;
}

/**
 * Whether a request that nobody is signed in with sends a token all the same: it is expired, unknown or malformed. A
 * cookie does not count, since a browser sends it by itself.
 */
export const sendsInvalidToken = (context: Sent): boolean => statedTokenOf(context)?.isCookie === false;

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
  const isSession = program !== null && statedTokenOf(context)?.token === program;
  if (program !== null && !isSession) return personOfProgram(runtime, program, now);
  const developer = runtime.dev ? basicOf(request) : null;
  if (developer !== null)
    return developer.password === runtime.switcher ? findSwitchPerson(runtime, version, developer.name) : null;
  const length = version.model.limits.find(({ name }) => name === 'session')?.value ?? null;
  return session === null ? null : session.person(now, length);
}
