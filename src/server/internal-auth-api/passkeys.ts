import type { Json } from '../../engine/core/intent.ts';
import { isObject, member } from '../../fields/text/json.ts';
import type { Key } from '../../store/core/keyring.ts';
import { readJson } from '../api/latest-version.ts';
import { signedInRecently } from '../auth/recent-sign-in.ts';
import { storeSignInKey } from '../auth/store-valid-sign-in-key.ts';
import { hashOfToken } from '../core/document-hash.ts';
import {
  type Passkey,
  type PasskeyOptions,
  type PasskeySite,
  type Passkeys,
  passkeySiteOf,
} from '../core/passkey-service.ts';
import { emptyAnswer, jsonAnswer, protocolAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { loadPerson, titleOf } from '../runtime/persons.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';
import { signedIn } from './sign-in.ts';

const minute = 60_000;
/** How long a challenge is valid. */
const CHALLENGE_MS = 10 * minute;
const MOST_PASSKEYS = 20;

/** `GET /_/passkeys`: the person's passkeys. */
export async function getPasskeys(context: RequestContext): Promise<Response> {
  const { runtime, principal, now } = context;
  if (passkeysFor(context) === null) return protocolAnswer(context, 'NO_PASSKEYS');
  const found = await runtime.store.keys.ofPerson(principal.row?.id ?? '', 'passkey', now);
  return jsonAnswer(context, {
    items: found.map((key) => ({ id: key.name, label: labelOf(key), made: key.made, used: key.used })),
  });
}

/** `DELETE /_/passkeys/:name`: removes a passkey. */
export async function deletePasskey(context: RequestContext): Promise<Response> {
  const { runtime, principal } = context;
  const removed = await runtime.store.keys.remove('passkey', param(context, 'name'), principal.row?.id ?? '');
  return removed ? emptyAnswer(context) : standardAnswer(context, 'NOT_FOUND', { entity: 'passkey' });
}

/** `POST /_/passkeys/new`: the WebAuthn options for creating a passkey. */
export async function postNewPasskey(context: RequestContext): Promise<Response> {
  const { runtime, version, principal, now } = context;
  const { people, schema } = version.compiled;
  const service = passkeysFor(context);
  if (service === null || people === null || principal.row === null) return protocolAnswer(context, 'NO_PASSKEYS');
  if (!(await signedInRecently(context))) return protocolAnswer(context, 'SIGN_IN_AGAIN');
  const known = await runtime.store.keys.ofPerson(principal.row.id, 'passkey', now);
  if (known.length >= MOST_PASSKEYS)
    return standardAnswer(context, 'UNREADABLE', {
      reason: `the maximum of ${MOST_PASSKEYS} passkeys is reached; remove one first`,
    });
  const entity = schema.person?.entity.name === people.entity ? schema.person : null;
  const name = String(principal.row.values[people.signIn] ?? '');
  const title = entity === null ? name : titleOf(principal.row, entity);
  const options = await service.passkeys.registrationOptions(
    service.site,
    { id: principal.row.id, name, title },
    known.map(passkeyOf),
  );
  return answerOptions(context, options, 'new', principal.row.id);
}

/** `POST /_/passkeys { label, challenge, answer }`: stores the passkey that the browser created. */
export async function postPasskey(initial: RequestContext): Promise<Response> {
  if (passkeysFor(initial) === null) return protocolAnswer(initial, 'NO_PASSKEYS');
  if (!(await signedInRecently(initial))) return protocolAnswer(initial, 'SIGN_IN_AGAIN');
  const sent = await answerIn(initial, ['label', 'challenge', 'answer']);
  if (sent instanceof Response) return sent;
  const { context } = sent;
  const { runtime, principal, now } = context;
  const { keys } = runtime.store;
  const service = passkeysFor(context);
  if (service === null || principal.row === null) return protocolAnswer(context, 'NO_PASSKEYS');
  const label = sent.label.trim();
  if (label === '' || label.length > 100)
    return standardAnswer(context, 'UNREADABLE', { reason: '“label” must be text of at most 100 characters' });
  const options = await keys.take('challenge', challengeName('new', sent.challenge), now);
  if (options === null || options.person !== principal.row.id) return protocolAnswer(context, 'PASSKEY_REFUSED');
  const made = await service.passkeys.verifyRegistration(service.site, sent.answer, sent.challenge);
  // An existing id may be another person's passkey, which must not be replaced.
  if (made === null || (await keys.find('passkey', made.id, now)) !== null)
    return protocolAnswer(context, 'PASSKEY_REFUSED');
  const key = keyOf(made, label, principal.row.id, now);
  if (!(await storeSignInKey(context, key, () => signedInRecently(context))))
    return protocolAnswer(context, 'SIGN_IN_AGAIN');
  return jsonAnswer(context, { id: made.id, label, made: now, used: now }, { status: 201 });
}

/** `POST /_/sign-in/passkey`: the WebAuthn options for signing in with a passkey. */
export async function postPasskeyRequest(context: RequestContext): Promise<Response> {
  const service = passkeysFor(context);
  if (service === null) return protocolAnswer(context, 'NO_PASSKEYS');
  return answerOptions(context, await service.passkeys.authenticationOptions(service.site), 'sign in', '');
}

/** `POST /_/sign-in/passkey/answer { challenge, answer }`: signs in with a passkey. */
export async function postPasskeyAnswer(context: RequestContext): Promise<Response> {
  const { runtime, now } = context;
  const { keys } = runtime.store;
  const service = passkeysFor(context);
  if (service === null) return protocolAnswer(context, 'NO_PASSKEYS');
  const sent = await answerIn(context, ['challenge', 'answer']);
  if (sent instanceof Response) return sent;
  const refused = () => protocolAnswer(context, 'PASSKEY_REFUSED');
  if ((await keys.take('challenge', challengeName('sign in', sent.challenge), now)) === null) return refused();
  const key = await keys.find('passkey', idIn(sent.answer), now);
  if (key === null || !isHandleOf(sent.answer, key.person)) return refused();
  const passkey = passkeyOf(key);
  const counter = await service.passkeys.verifyAuthentication(service.site, sent.answer, sent.challenge, passkey);
  if (counter === null || (await loadPerson(context, key.person)) === null) return refused();
  if (counter === passkey.counter) await keys.touch('passkey', key.name, now);
  else {
    // The counter is replaced atomically: of two requests with the same counter, one is from a copy and fails.
    if (!(await keys.replace(key, storedOf({ ...passkey, counter }, labelOf(key)), now))) return refused();
  }
  return signedIn(context, key.person, { ...key, value: storedOf({ ...passkey, counter }, labelOf(key)) });
}

/** Returns the passkey service and its site; null if passkeys are off or not supported at this address. */
export function passkeysFor({ runtime, version, url }: Pick<RequestContext, 'runtime' | 'version' | 'url'>): {
  readonly passkeys: Passkeys;
  readonly site: PasskeySite;
} | null {
  const site = passkeySiteOf(url, version.model.name);
  return runtime.passkeys === null || site === null ? null : { passkeys: runtime.passkeys, site };
}

const challengeName = (purpose: 'new' | 'sign in', challenge: string): string =>
  hashOfToken(`passkey ${purpose} ${challenge}`);

async function answerOptions(
  context: RequestContext,
  options: PasskeyOptions,
  purpose: Parameters<typeof challengeName>[0],
  person: string,
): Promise<Response> {
  const { runtime, now } = context;
  const name = challengeName(purpose, options.challenge);
  const key = {
    kind: 'challenge',
    name,
    person,
    value: '',
    made: now,
    used: now,
    expires: now + CHALLENGE_MS,
  } as const;
  await runtime.store.keys.put(key);
  return jsonAnswer(context, options);
}

interface Sent {
  readonly context: RequestContext;
  readonly label: string;
  readonly challenge: string;
  readonly answer: { readonly [name: string]: Json };
}

type Member = 'label' | 'challenge' | 'answer';

async function answerIn(initial: RequestContext, names: readonly Member[]): Promise<Sent | Response> {
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context, value } = body;
  const wrong = (reason: string) => standardAnswer(context, 'UNREADABLE', { reason });
  if (!isObject(value)) return wrong('the body must be an object');
  const extra = Object.keys(value).find((name) => !names.some((each) => each === name));
  if (extra !== undefined) return standardAnswer(context, 'NOT_AN_INPUT', { field: extra });
  const [label, challenge, answer] = [
    member(value, 'label') ?? '',
    member(value, 'challenge'),
    member(value, 'answer'),
  ];
  if (typeof label !== 'string') return wrong('“label” must be text');
  if (typeof challenge !== 'string' || challenge.length > 1_000) return wrong('“challenge” must be text');
  if (!isObject(answer)) return wrong('“answer” must be an object');
  return { context, label, challenge, answer };
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : '');

const idIn = (answer: Sent['answer']): string => textOf(member(answer, 'id'));

/** The user handle in the answer must be the person to whom the passkey belongs. */
function isHandleOf(answer: Sent['answer'], person: string): boolean {
  const response = member(answer, 'response');
  const handle = isObject(response) ? textOf(member(response, 'userHandle')) : '';
  return handle === btoa(person).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const keyOf = (passkey: Passkey, label: string, person: string, now: number): Key => {
  const value = storedOf(passkey, label);
  return { kind: 'passkey', name: passkey.id, person, value, made: now, used: now, expires: null };
};

const storedOf = ({ id: _, ...rest }: Passkey, label: string): string => JSON.stringify({ label, ...rest });

const passkeyOf = ({ name, value }: Key): Passkey => ({ id: name, ...(JSON.parse(value) as Omit<Passkey, 'id'>) });

const labelOf = ({ value }: Key): string => (JSON.parse(value) as { readonly label: string }).label;
