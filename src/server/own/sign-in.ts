import type { Json } from '../../engine/intent.ts';
import { isObject, member } from '../../fields/json.ts';
import type { Row } from '../../fields/value.ts';
import { addressKey } from '../address.ts';
import { emptyAnswer, protocolAnswer, standardAnswer, unreadableAnswer } from '../answer.ts';
import type { Asking } from '../asking.ts';
import { readJson } from '../body.ts';
import { hashOfToken, randomToken } from '../hash.ts';
import { type Passwords, weaknessOf } from '../passwords.ts';
import { saidIn } from '../said/index.ts';
import { cookieName, cookieOf, endedCookie, sessionCookie } from '../sessions.ts';

const minute = 60_000;
/** Within it so many attempts under one name, and from one address. */
const WINDOW = 15 * minute;
const MOST_BY_NAME = 10;
const MOST_BY_ADDRESS = 100;
/** How long a link to choose a password holds. */
const LINK_HOLDS = 60 * minute;

/** `POST /_/sign-in { name, password }`. Whether there is such a person shows neither in the answer nor in its time. */
export async function postSignIn(asking: Asking): Promise<Response> {
  const { runtime, now } = asking;
  const { passwords } = runtime;
  if (passwords === null) return protocolAnswer(asking, 'NO_PASSWORDS');
  const body = await textsIn(asking, ['name', 'password']);
  if (body instanceof Response) return body;
  const [name = '', password = ''] = body;
  const tooMany = await refusedAttempt(asking, name);
  if (tooMany !== null) return tooMany;
  const person = await personNamed(asking, name);
  const key = person === null ? null : await runtime.store.keys.find('password', person.id, now);
  const matches = await passwords.matches(password, key?.value ?? (await passwords.unmatched()));
  if (person === null || key === null || !matches) return protocolAnswer(asking, 'NOT_RECOGNISED');
  if (passwords.isOld(key.value)) await keep(asking, person.id, password, passwords);
  await runtime.store.keys.forgive(attemptName(name));
  return signedIn(asking, person.id);
}

/** `DELETE /_/sessions`: signs this person out everywhere, here too, and ends what their programs may do. */
export async function deleteSessions(asking: Asking): Promise<Response> {
  const { runtime, who, url } = asking;
  if (who.row === null) return standardAnswer(asking, 'NOT_SIGNED_IN');
  await runtime.store.keys.removeAll(who.row.id, ['session', 'program', 'link']);
  runtime.listeners.endAllOf(who.row.id);
  const answer = emptyAnswer(asking);
  answer.headers.append('set-cookie', endedCookie(url));
  return answer;
}

/** `POST /_/password { current, password }`: another password, which ends all other sessions. */
export async function postPassword(asking: Asking): Promise<Response> {
  const { runtime, who, now } = asking;
  const { passwords } = runtime;
  if (who.row === null) return standardAnswer(asking, 'NOT_SIGNED_IN');
  if (passwords === null) return protocolAnswer(asking, 'NO_PASSWORDS');
  const body = await textsIn(asking, ['current', 'password']);
  if (body instanceof Response) return body;
  const [current = '', password = ''] = body;
  const tooMany = await refusedAttempt(asking, who.row.id);
  if (tooMany !== null) return tooMany;
  const key = await runtime.store.keys.find('password', who.row.id, now);
  if (key === null || !(await passwords.matches(current, key.value))) return protocolAnswer(asking, 'NOT_RECOGNISED');
  const weak = refusedPassword(asking, password, who.row);
  if (weak !== null) return weak;
  await keep(asking, who.row.id, password, passwords);
  await runtime.store.keys.removeAll(who.row.id, ['session', 'link']);
  runtime.listeners.endAllOf(who.row.id);
  return signedIn(asking, who.row.id);
}

/**
 * `POST /_/link { name }`: sends a link to choose a new password to whoever is known by this name, if anybody is. The
 * answer is the same in any case, and does not wait for the letter.
 */
export async function postLink(asking: Asking): Promise<Response> {
  const { runtime } = asking;
  if (runtime.passwords === null || runtime.mail === null) return protocolAnswer(asking, 'NO_PASSWORDS');
  const body = await textsIn(asking, ['name']);
  if (body instanceof Response) return body;
  const [name = ''] = body;
  const tooMany = await refusedAttempt(asking, `link ${name}`);
  if (tooMany !== null) return tooMany;
  runtime.later('A link to choose a password could not be sent.', async () => {
    const person = await personNamed(asking, name);
    if (person !== null) await sendLink(asking, person, name);
  });
  return emptyAnswer(asking);
}

/** `POST /_/link/password { link, password }`: the password that a link is for. It holds once, and ends all sessions. */
export async function postLinkPassword(asking: Asking): Promise<Response> {
  const { runtime, now } = asking;
  const { keys } = runtime.store;
  if (runtime.passwords === null) return protocolAnswer(asking, 'NO_PASSWORDS');
  const body = await textsIn(asking, ['link', 'password']);
  if (body instanceof Response) return body;
  const [link = '', password = ''] = body;
  const tooMany = await refusedAttempt(asking, '');
  if (tooMany !== null) return tooMany;
  const found = await keys.find('link', hashOfToken(link), now);
  const person = found === null ? null : await personOfId(asking, found.person);
  if (person === null || found?.value !== nameOf(runtime, person)) return protocolAnswer(asking, 'LINK_OVER');
  const weak = refusedPassword(asking, password, person);
  if (weak !== null) return weak;
  if ((await keys.take('link', hashOfToken(link), now)) === null) return protocolAnswer(asking, 'LINK_OVER');
  await keep(asking, person.id, password, runtime.passwords);
  await keys.removeAll(person.id, ['session', 'link', 'program']);
  runtime.listeners.endAllOf(person.id);
  return signedIn(asking, person.id);
}

/** The answer to whoever signed in as this person. */
export async function signedIn(asking: Asking, person: string): Promise<Response> {
  const answer = emptyAnswer(asking);
  answer.headers.append('set-cookie', await openSession(asking, person));
  return answer;
}

/** The cookie of a new session, in the place of the one that asks: a token from before signing in never lasts. */
export async function openSession({ runtime, request, url, now }: Asking, person: string): Promise<string> {
  const before = cookieOf(request.headers.get('cookie'), cookieName(url));
  if (before !== null) await runtime.sessions.close(before);
  return sessionCookie(url, await runtime.sessions.open(person, now, deviceOf(request)));
}

const deviceOf = (request: Request): string => (request.headers.get('user-agent') ?? '').slice(0, 200);

/**
 * A link that lets a person choose a password; whoever has it can, until it is used, an hour is over, or the person signs in
 * under another name: it went to whoever reads the letters of the one before.
 */
export async function makeLink(
  { runtime, now, url }: Pick<Asking, 'runtime' | 'now' | 'url'>,
  row: Row,
  holds = LINK_HOLDS,
): Promise<string> {
  const token = randomToken();
  const name = hashOfToken(token);
  const value = nameOf(runtime, row);
  await runtime.store.keys.put({
    kind: 'link',
    name,
    person: row.id,
    value,
    made: now,
    used: now,
    expires: now + holds,
  });
  // After the #, so that no log of any server on the way holds it.
  return `${runtime.origin ?? url.origin}/_/sign-in#link=${token}`;
}

/** What is kept of the name that a person signs in with. */
function nameOf(runtime: Asking['runtime'], { values }: Row): string {
  return hashOfToken(`name ${String(values[runtime.current().app.people?.signIn ?? ''] ?? '')}`);
}

async function sendLink(asking: Asking, person: Row, to: string): Promise<void> {
  const { runtime, version } = asking;
  const link = await makeLink(asking, person);
  const product = version.app.model.name;
  await runtime.mail?.({ to, ...saidIn(asking).letter(product, link) });
}

async function refusedAttempt(asking: Asking, name: string): Promise<Response | null> {
  const { runtime, now, address } = asking;
  const { keys } = runtime.store;
  const since = now - WINDOW;
  const byAddress = await keys.attempt(hashOfToken(`address ${addressKey(address ?? '')}`), now, since);
  const byName = name === '' ? 0 : await keys.attempt(attemptName(name), now, since);
  if (byAddress <= MOST_BY_ADDRESS && byName <= MOST_BY_NAME) return null;
  return protocolAnswer(asking, 'TOO_MANY_ATTEMPTS', { retryAfter: WINDOW / 1_000 });
}

/** However a name is spelled that is found as the same person, it is counted as the same. */
const attemptName = (name: string): string => hashOfToken(`name ${name.normalize('NFKC').trim().toLowerCase()}`);

/** The person whose sign-in field has this value. */
export async function personNamed({ runtime, version }: Asking, name: string): Promise<Row | null> {
  const { people } = version.app;
  const text = name.normalize('NFC').trim();
  return people === null || text === '' ? null : runtime.store.findBy(people.entity, people.signIn, text);
}

/** The person of this id; null where there is none any more. */
export async function personOfId({ runtime, version }: Asking, id: string): Promise<Row | null> {
  const { people } = version.app;
  if (people === null) return null;
  const needs = { rows: [{ entity: people.entity, id, paths: [] }], unique: [], files: [], referrers: [] };
  return (await runtime.store.load(needs)).row(people.entity, id) ?? null;
}

function refusedPassword(asking: Asking, password: string, person: Row): Response | null {
  const known = Object.values(person.values).filter((value): value is string => typeof value === 'string');
  const weakness = weaknessOf(password, [...known, asking.version.model.name], saidIn(asking).weak);
  if (weakness === null) return null;
  return protocolAnswer(asking, 'WEAK_PASSWORD', { message: weakness });
}

async function keep({ runtime, now }: Asking, person: string, password: string, passwords: Passwords): Promise<void> {
  const value = await passwords.hash(password);
  await runtime.store.keys.put({ kind: 'password', name: person, person, value, made: now, used: now, expires: null });
}

/** The texts of these names in a body that has nothing else. */
async function textsIn(asking: Asking, names: readonly string[]): Promise<readonly string[] | Response> {
  const body = await readJson(asking.request);
  if (!body.ok) return unreadableAnswer(asking, body);
  const { value } = body;
  const wrong = (reason: string) => standardAnswer(asking, 'UNREADABLE', { reason });
  if (!isObject(value)) return wrong('the body must be an object');
  const extra = Object.keys(value).find((name) => !names.includes(name));
  if (extra !== undefined) return standardAnswer(asking, 'NOT_AN_INPUT', { field: extra });
  const texts = names.map((name): Json => member(value, name) ?? null);
  const missing = names.find((_, index) => typeof texts[index] !== 'string');
  if (missing !== undefined) return wrong(`“${missing}” must be text`);
  const long = names.find((_, index) => String(texts[index]).length > 1_000);
  return long === undefined ? texts.map(String) : wrong(`“${long}” is too long`);
}
