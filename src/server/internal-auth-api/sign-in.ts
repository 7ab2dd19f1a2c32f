import type { Json } from '../../engine/core/intent.ts';
import { isObject, member } from '../../fields/text/json.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Key } from '../../store/core/keyring.ts';
import { readJson } from '../api/latest-version.ts';
import { isLinkValid } from '../auth/invitations.ts';
import { openSession, type Proof } from '../auth/open-session.ts';
import { makeLink } from '../auth/password-links.ts';
import { revokeAll } from '../auth/revoke-access.ts';
import { attemptFromAddress, attemptSignIn } from '../auth/sign-in-attempts.ts';
import { nameKey, personNamed } from '../auth/sign-in-names.ts';
import { hashOfToken } from '../core/document-hash.ts';
import { weaknessOf } from '../core/password-service.ts';
import { endedCookie } from '../core/sessions.ts';
import { emptyAnswer, protocolAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { loadPerson } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { addressOf, mailPerson } from '../runtime/send-mail.ts';
import { messagesIn } from '../runtime/server-messages.ts';

/** Maximum number of valid links per person. Further requests send none: the person already has these in the mail. */
const MOST_LINKS = 5;

/** `POST /_/sign-in { name, password }`. Neither the response nor its duration reveals whether the person exists. */
export async function postSignIn(context: RequestContext): Promise<Response> {
  const { runtime, now } = context;
  const { passwords } = runtime;
  if (passwords === null) return protocolAnswer(context, 'NO_PASSWORDS');
  const body = await textsIn(context, ['name', 'password']);
  if (body instanceof Response) return body;
  const [name = '', password = ''] = body.texts;
  const person = await personNamed(context, name);
  const attempt = await attemptSignIn(context, name, person?.id ?? null);
  if (attempt.refused !== null) return attempt.refused;
  const key = await runtime.store.keys.find('password', person?.id ?? '', now);
  const matches = await passwords.matches(password, key?.value ?? (await passwords.dummyHash()));
  if (person === null || key === null || !matches) return standardAnswer(context, 'NOT_RECOGNISED');
  await attempt.forgive();
  const answer = await signedIn(context, person.id, key);
  if (answer.ok && passwords.needsRehash(key.value))
    await runtime.store.keys.replace(key, await passwords.hash(password), now);
  return answer;
}

/** `DELETE /_/sessions`: ends all sessions of the person, including this one, and revokes their program tokens. */
export async function deleteSessions(context: RequestContext): Promise<Response> {
  const { runtime, principal, url } = context;
  if (principal.row === null) return standardAnswer(context, 'NOT_SIGNED_IN');
  await revokeAll(runtime, principal.row.id, 'signed out');
  const answer = emptyAnswer(context);
  answer.headers.append('set-cookie', endedCookie(url));
  return answer;
}

/** `POST /_/password { current, password }`: changes the password. Ends all other sessions and revokes all tokens. */
export async function postPassword(initial: RequestContext): Promise<Response> {
  const { runtime } = initial;
  const { passwords } = runtime;
  if (passwords === null) return protocolAnswer(initial, 'NO_PASSWORDS');
  const body = await textsIn(initial, ['current', 'password']);
  if (body instanceof Response) return body;
  const { context } = body;
  const { principal, now } = context;
  if (principal.row === null) return standardAnswer(context, 'NOT_SIGNED_IN');
  const [current = '', password = ''] = body.texts;
  const attempt = await attemptFromAddress(context, `password of ${principal.row.id}`);
  if (attempt.refused !== null) return attempt.refused;
  const key = await runtime.store.keys.find('password', principal.row.id, now);
  if (key === null || !(await passwords.matches(current, key.value))) return standardAnswer(context, 'NOT_RECOGNISED');
  const weak = refusedPassword(context, password, principal.row);
  if (weak !== null) return weak;
  const value = await passwords.hash(password);
  if (!(await runtime.store.keys.replace(key, value, now))) return standardAnswer(context, 'NOT_RECOGNISED');
  await revokeAll(runtime, principal.row.id, 'password changed');
  return signedIn(context, principal.row.id, { ...key, value });
}

/**
 * `POST /_/link { name }`: sends the person with this name, if there is one, a link to choose a new password. The
 * response is always the same and does not wait for the e-mail.
 */
export async function postLink(context: RequestContext): Promise<Response> {
  const { runtime } = context;
  if (runtime.passwords === null || runtime.mail === null) return protocolAnswer(context, 'NO_PASSWORDS');
  const body = await textsIn(context, ['name']);
  if (body instanceof Response) return body;
  const [name = ''] = body.texts;
  const attempt = await attemptFromAddress(context, `link ${nameKey(context, name)}`);
  if (attempt.refused !== null) return attempt.refused;
  runtime.runInBackground('A link to choose a password could not be sent.', () => sendLink(context, name));
  return emptyAnswer(context);
}

/**
 * `POST /_/link/password { link, password }`: sets the password by a link. A link works once and revokes all other
 * access of the person, because somebody else may know the old password.
 */
export async function postLinkPassword(context: RequestContext): Promise<Response> {
  const { runtime, now } = context;
  const { keys } = runtime.store;
  if (runtime.passwords === null) return protocolAnswer(context, 'NO_PASSWORDS');
  const body = await textsIn(context, ['link', 'password']);
  if (body instanceof Response) return body;
  const [link = '', password = ''] = body.texts;
  const attempt = await attemptFromAddress(context, null);
  if (attempt.refused !== null) return attempt.refused;
  const found = await keys.find('link', hashOfToken(link), now);
  const person = found === null ? null : await loadPerson(context, found.person);
  if (found === null || person === null || !(await isLinkValid(context, person, found.value)))
    return protocolAnswer(context, 'LINK_OVER');
  const weak = refusedPassword(context, password, person);
  if (weak !== null) return weak;
  const proof = passwordKey(context, person.id, await runtime.passwords.hash(password));
  // The link may have been revoked while the password was hashed. One atomic step uses the link and stores the
  // password.
  if (!(await keys.redeem('link', hashOfToken(link), proof))) return protocolAnswer(context, 'LINK_OVER');
  await revokeAll(runtime, person.id, 'password reset');
  return signedIn(context, person.id, proof);
}

/** Opens a session for an authenticated person and answers with its cookies. */
export async function signedIn(context: RequestContext, person: string, proof: Proof): Promise<Response> {
  const opened = await openSession(context, person, proof);
  if (opened === null) return standardAnswer(context, 'NOT_RECOGNISED');
  const answer = emptyAnswer(context);
  for (const cookie of opened.cookies) answer.headers.append('set-cookie', cookie);
  return answer;
}

function refusedPassword(context: RequestContext, password: string, person: Row): Response | null {
  const known = Object.values(person.values).filter((value): value is string => typeof value === 'string');
  const weakness = weaknessOf(password, [...known, context.version.model.name], messagesIn(context).weakPassword);
  if (weakness === null) return null;
  return protocolAnswer(context, 'WEAK_PASSWORD', { message: weakness });
}

const passwordKey = ({ now }: RequestContext, person: string, value: string): Key => ({
  kind: 'password',
  name: person,
  person,
  value,
  made: now,
  used: now,
  expires: null,
});

async function sendLink(context: RequestContext, name: string): Promise<void> {
  const { runtime, now } = context;
  const person = await personNamed(context, name);
  if (person === null || addressOf(context, person) === null) return;
  if ((await runtime.store.keys.ofPerson(person.id, 'link', now)).length >= MOST_LINKS) return;
  const link = await makeLink(context, person);
  await mailPerson(context, person.id, messagesIn(context).passwordEmail, link);
}

/** Reads a body that consists of exactly these text members. */
async function textsIn(initial: RequestContext, names: readonly string[]): Promise<SentTexts | Response> {
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context, value } = body;
  const wrong = (reason: string) => standardAnswer(context, 'UNREADABLE', { reason });
  if (!isObject(value)) return wrong('the body must be an object');
  const extra = Object.keys(value).find((name) => !names.includes(name));
  if (extra !== undefined) return standardAnswer(context, 'NOT_AN_INPUT', { field: extra });
  const texts = names.map((name): Json => member(value, name) ?? null);
  const missing = names.find((_, index) => typeof texts[index] !== 'string');
  if (missing !== undefined) return wrong(`“${missing}” must be text`);
  const long = names.find((_, index) => String(texts[index]).length > 1_000);
  return long === undefined ? { context, texts: texts.map(String) } : wrong(`“${long}” is too long`);
}

interface SentTexts {
  readonly context: RequestContext;
  readonly texts: readonly string[];
}
