import { hashOfToken } from '../core/document-hash.ts';
import { cookieName, cookieOf } from '../core/sessions.ts';
import type { Asking } from '../runtime/request-context.ts';

const RECENT = 10 * 60_000;

/**
 * Whether the session that asks was opened in the last ten minutes. What lets a person in for long, a passkey or a token, is
 * added only then: not by whoever finds an unlocked screen.
 */
export async function signedInRecently({ runtime, request, url, now }: Asking): Promise<boolean> {
  const token = cookieOf(request.headers.get('cookie'), cookieName(url));
  const session = token === null ? null : await runtime.store.keys.find('session', hashOfToken(token), now);
  return session !== null && now - session.made <= RECENT;
}
