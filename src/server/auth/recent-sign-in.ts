import { hashOfToken } from '../core/document-hash.ts';
import { cookieName, cookieOf } from '../core/sessions.ts';
import type { RequestContext } from '../runtime/request-context.ts';

const RECENT = 10 * 60_000;

/**
 * Returns whether the session was opened in the last ten minutes. Long-lived credentials (passkeys, tokens) may only be
 * added then, so that nobody can add one on an unlocked screen.
 */
export async function signedInRecently({ runtime, request, url, now }: RequestContext): Promise<boolean> {
  const token = cookieOf(request.headers.get('cookie'), cookieName(url));
  const session = token === null ? null : await runtime.store.keys.find('session', hashOfToken(token), now);
  return session !== null && now - session.made <= RECENT;
}
