import { isObject, member } from '../../fields/text/json.ts';
import { readJson } from '../api/latest-version.ts';
import { openSession, type Proof } from '../auth/open-session.ts';
import { personWithAddress } from '../auth/sign-in-names.ts';
import { storeSignInKey } from '../auth/store-valid-sign-in-key.ts';
import { hashOfToken, randomToken } from '../core/document-hash.ts';
import { type Identity, localPath } from '../core/identity-provider.ts';
import { cookieOf, endedProviderCookie, providerCookie, providerCookieName } from '../core/sessions.ts';
import { jsonAnswer, privateHeaders, protocolAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { loadPerson } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/** How long a sign-in at the provider may take. */
const SIGN_IN_MS = 10 * 60_000;

/**
 * `POST /_/oidc { to }`: starts a sign-in and returns the provider's URL. `to`: the path to open afterwards. A cookie
 * ties the sign-in to this browser.
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
    runtime.log({ level: 'error', message: 'The sign-in provider is not responding.', error });
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
 * `GET /_/oidc/callback`: the browser returns from the provider. A known person is signed in; otherwise the sign-in
 * page opens and says why not. No person is created.
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
    runtime.log({ level: 'info', message: `A sign-in with the provider was refused: ${why}` });
    return null;
  });
  if (identity === null) return redirectToSignIn(context, 'refused');
  const known = await findPerson(context, identity);
  const cookies = known === null ? null : await openSession(context, known.person, known.proof);
  if (cookies === null) return redirectToSignIn(context, 'unknown');
  const answer = redirectTo(context, to);
  for (const cookie of cookies.cookies) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** The callback URL, from our own configuration, whatever the request says. */
const callbackOf = ({ url }: RequestContext): string => `${url.origin}/_/oidc/callback`;

/** Both must match in the callback: the browser's cookie, and the state that the provider returns. */
const attemptOf = (browser: string, state: string): string => hashOfToken(`provider ${browser} ${state}`);

/**
 * Finds the person linked to this subject, else the person who signs in with the verified address, who is then linked.
 * A person has at most one subject per issuer, so that somebody who is given a former address of a person can't sign in
 * as that person.
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
  return (await storeSignInKey(context, key, isStillTheirs)) ? { person: person.id, proof: key } : null;
}

interface LinkedPerson {
  /** The person's id. */
  readonly person: string;
  readonly proof: Proof;
}

const redirectToSignIn = (context: RequestContext, why: 'over' | 'refused' | 'unknown'): Response =>
  redirectTo(context, `/_/sign-in#provider=${why}`);

/** Redirects to a path of this application and removes the cookie of the sign-in. */
function redirectTo(context: RequestContext, path: string): Response {
  const headers = privateHeaders(context);
  headers.set('location', path);
  headers.append('set-cookie', endedProviderCookie(context.url));
  return new Response(null, { status: 303, headers });
}
