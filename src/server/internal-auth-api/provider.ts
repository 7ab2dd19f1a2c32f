import { isObject, member } from '../../fields/text/json.ts';
import { readJson } from '../api/latest-version.ts';
import { storeCredential } from '../auth/device-key.ts';
import { personWithAddress } from '../auth/sign-in-names.ts';
import { hashOfToken, randomToken } from '../core/document-hash.ts';
import { type Identity, localPath } from '../core/identity-provider.ts';
import { cookieOf, endedProviderCookie, providerCookie, providerCookieName } from '../core/sessions.ts';
import { jsonAnswer, privateHeaders, protocolAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { loadPerson } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { openSession, type Proof } from './sign-in.ts';

/** How long somebody may take at the provider. */
const SIGN_IN_MS = 10 * 60_000;

/**
 * `POST /_/oidc { to }`: where to send the browser to sign in with the provider, and later back to the path `to`. Only
 * this browser can come back: what it must bring along is in a cookie.
 */
export async function postProvider(initial: RequestContext): Promise<Response> {
  const { runtime, url } = initial;
  const { provider } = runtime;
  if (provider === null) return protocolAnswer(initial, 'NO_PROVIDER');
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context } = body;
  const { now } = context;
  const to = isObject(body.value) ? (member(body.value, 'to') ?? '/') : null;
  if (typeof to !== 'string' || to.length > 1_000)
    return standardAnswer(context, 'UNREADABLE', { reason: '“to” must be a path' });
  const departure = await provider.startSignIn(callbackOf(context)).catch((error: unknown) => {
    runtime.log({ level: 'error', message: 'The provider of sign-in does not answer.', error });
    return null;
  });
  if (departure === null) return protocolAnswer(context, 'PROVIDER_SILENT', { retryAfter: 30 });
  const browser = randomToken();
  await runtime.store.keys.put({
    kind: 'challenge',
    name: attemptOf(browser, departure.state),
    person: '',
    value: JSON.stringify([departure.verification, localPath(to, url.origin)]),
    made: now,
    used: now,
    expires: now + SIGN_IN_MS,
  });
  const answer = jsonAnswer(context, { url: departure.url });
  answer.headers.append('set-cookie', providerCookie(url, browser, SIGN_IN_MS / 1_000));
  return answer;
}

/**
 * `GET /_/oidc/callback`: somebody comes back from the provider. Whoever it vouches for and we know is signed in;
 * everybody else gets the page to sign in on, which says so. Nobody is made by it.
 */
export async function getCallback(context: RequestContext): Promise<Response> {
  const { runtime, request, url, now } = context;
  const { provider, store } = runtime;
  if (provider === null) return protocolAnswer(context, 'NO_PROVIDER');
  const browser = cookieOf(request.headers.get('cookie'), providerCookieName(url)) ?? '';
  const state = url.searchParams.get('state') ?? '';
  const attempt = await store.keys.take('challenge', attemptOf(browser, state), now);
  if (attempt === null) return redirectToSignIn(context, 'over');
  const [verification, to] = JSON.parse(attempt.value) as [string, string];
  const identity = await provider.completeSignIn(url, { state, verification }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    runtime.log({ level: 'info', message: `Somebody came back from the provider and was not let in: ${why}` });
    return null;
  });
  if (identity === null) return redirectToSignIn(context, 'refused');
  const known = await findPerson(context, identity);
  const cookies = known === null ? null : await openSession(context, known.person, known.proof);
  if (cookies === null) return redirectToSignIn(context, 'unknown');
  const answer = redirectTo(context, to);
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** The address that the provider sends people back to: by our own setting, whatever a request says. */
const callbackOf = ({ url }: RequestContext): string => `${url.origin}/_/oidc/callback`;

/** Both must be brought back: what the browser keeps, and what the provider was given. */
const attemptOf = (browser: string, state: string): string => hashOfToken(`provider ${browser} ${state}`);

/**
 * Whoever is linked to this subject, else whoever signs in with this address, who is linked by that. A person has one
 * subject with an issuer: an address that was given to somebody else lets nobody in as the one before.
 */
async function findPerson(context: RequestContext, { issuer, subject, email }: Identity): Promise<LinkedPerson | null> {
  const { runtime, now } = context;
  const { keys } = runtime.store;
  const name = hashOfToken(JSON.stringify([issuer, subject]));
  const link = await keys.find('subject', name, now);
  const linked = link === null ? null : await loadPerson(context, link.person);
  if (link !== null && linked !== null) {
    await keys.touch('subject', name, now);
    return { person: linked.id, proof: link };
  }
  const person = email === null ? null : await personWithAddress(context, email);
  if (person === null) return null;
  const others = await keys.ofPerson(person.id, 'subject', now);
  if (others.some(({ value }) => value === issuer)) return null;
  const key = { kind: 'subject', name, person: person.id, value: issuer, made: now, used: now, expires: null } as const;
  const isStillTheirs = async () => (await personWithAddress(context, email ?? ''))?.id === person.id;
  return (await storeCredential(context, key, isStillTheirs)) ? { person: person.id, proof: key } : null;
}

interface LinkedPerson {
  /** The id of the person. */
  readonly person: string;
  readonly proof: Proof;
}

const redirectToSignIn = (context: RequestContext, why: 'over' | 'refused' | 'unknown'): Response =>
  redirectTo(context, `/_/sign-in#provider=${why}`);

/** Elsewhere in this application; the way to the provider is over. */
function redirectTo(context: RequestContext, path: string): Response {
  const headers = privateHeaders(context);
  headers.set('location', path);
  headers.append('set-cookie', endedProviderCookie(context.url));
  return new Response(null, { status: 303, headers });
}
