import type { Key } from '../../store/core/keyring.ts';
import { sessionCookie } from '../core/sessions.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { tokenOf } from './authenticate.ts';
import { rememberDevice } from './devices.ts';

/** The credential that was just used. If it is gone after the session was opened, the session is closed again. */
export type Proof = Pick<Key, 'kind' | 'name' | 'value'>;

/** A new session: its token, and the cookies by which a browser holds it. */
export interface OpenedSession {
  readonly token: string;
  readonly cookies: readonly string[];
}

/**
 * Opens a session, replacing the one in the request (against session fixation), and returns it. Null if the
 * credential was revoked meanwhile: revoked access must not come back by a session that was opened since.
 */
export async function openSession(
  context: RequestContext,
  person: string,
  { kind, name, value }: Proof,
): Promise<OpenedSession | null> {
  const { runtime, request, now } = context;
  const before = tokenOf(context);
  if (before !== null) await runtime.sessions.close(before);
  const token = await runtime.sessions.open(person, now, agentOf(request));
  if ((await runtime.store.keys.find(kind, name, now))?.value !== value) {
    await runtime.sessions.close(token);
    return null;
  }
  const device = await rememberDevice(context, person);
  return { token, cookies: [...sessionCookies(context, token), ...(device === null ? [] : [device])] };
}

/** The product's own cookie, and those that the document states. */
const sessionCookies = ({ url, version }: RequestContext, token: string): readonly string[] => [
  sessionCookie(url, token),
  ...version.model.api.signIn.flatMap(({ kind, name }) => (kind === 'cookie' ? [sessionCookie(url, token, name)] : [])),
];

const agentOf = (request: Request): string => (request.headers.get('user-agent') ?? '').slice(0, 200);
