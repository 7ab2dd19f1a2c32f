import type { Json } from '../../engine/core/intent.ts';
import { isObject, member } from '../../fields/text/json.ts';
import type { Key } from '../../store/core/keyring.ts';
import { readJson } from '../api/latest-version.ts';
import { keepKey } from '../auth/device-key.ts';
import { signedInRecently } from '../auth/recent-sign-in.ts';
import { hashOfToken } from '../core/document-hash.ts';
import { type Passkey, type Passkeys, type Question, type Site, siteOf } from '../core/passkey-service.ts';
import { emptyAnswer, jsonAnswer, protocolAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { personById, titleOf } from '../runtime/persons.ts';
import { type Asking, param } from '../runtime/request-context.ts';
import { signedIn } from './sign-in.ts';

const minute = 60_000;
/** How long an answer to a question of ours may take. */
const HOLDS = 10 * minute;
const MOST_PASSKEYS = 20;

/** `GET /_/passkeys`: those of this person. */
export async function getPasskeys(asking: Asking): Promise<Response> {
  const { runtime, who, now } = asking;
  if (passkeysHere(asking) === null) return protocolAnswer(asking, 'NO_PASSKEYS');
  const found = await runtime.store.keys.ofPerson(who.row?.id ?? '', 'passkey', now);
  return jsonAnswer(asking, {
    items: found.map((key) => ({ id: key.name, label: labelOf(key), made: key.made, used: key.used })),
  });
}

/** `DELETE /_/passkeys/:name`: it lets nobody in from now on. */
export async function deletePasskey(asking: Asking): Promise<Response> {
  const { runtime, who } = asking;
  const gone = await runtime.store.keys.remove('passkey', param(asking, 'name'), who.row?.id ?? '');
  return gone ? emptyAnswer(asking) : standardAnswer(asking, 'NOT_FOUND', { entity: 'passkey' });
}

/** `POST /_/passkeys/new`: what the browser is to ask for, for a passkey of this person. */
export async function postNewPasskey(asking: Asking): Promise<Response> {
  const { runtime, version, who, now } = asking;
  const { people, schema } = version.app;
  const here = passkeysHere(asking);
  if (here === null || people === null || who.row === null) return protocolAnswer(asking, 'NO_PASSKEYS');
  if (!(await signedInRecently(asking))) return protocolAnswer(asking, 'SIGN_IN_AGAIN');
  const known = await runtime.store.keys.ofPerson(who.row.id, 'passkey', now);
  if (known.length >= MOST_PASSKEYS)
    return standardAnswer(asking, 'UNREADABLE', { reason: `there are ${MOST_PASSKEYS} already; remove one first` });
  const entity = schema.person?.entity.name === people.entity ? schema.person : null;
  const name = String(who.row.values[people.signIn] ?? '');
  const title = entity === null ? name : titleOf(who.row, entity);
  const question = await here.passkeys.askForNew(here.site, { id: who.row.id, name, title }, known.map(passkeyOf));
  return asked(asking, question, 'new', who.row.id);
}

/** `POST /_/passkeys { label, challenge, answer }`: keeps the passkey that the browser made. */
export async function postPasskey(asked: Asking): Promise<Response> {
  if (passkeysHere(asked) === null) return protocolAnswer(asked, 'NO_PASSKEYS');
  if (!(await signedInRecently(asked))) return protocolAnswer(asked, 'SIGN_IN_AGAIN');
  const sent = await answerIn(asked, ['label', 'challenge', 'answer']);
  if (sent instanceof Response) return sent;
  const { asking } = sent;
  const { runtime, who, now } = asking;
  const { keys } = runtime.store;
  const here = passkeysHere(asking);
  if (here === null || who.row === null) return protocolAnswer(asking, 'NO_PASSKEYS');
  const label = sent.label.trim();
  if (label === '' || label.length > 100)
    return standardAnswer(asking, 'UNREADABLE', { reason: '“label” must be text of at most 100 characters' });
  const question = await keys.take('challenge', questionName('new', sent.challenge), now);
  if (question === null || question.person !== who.row.id) return protocolAnswer(asking, 'PASSKEY_REFUSED');
  const made = await here.passkeys.newOne(here.site, sent.answer, sent.challenge);
  // An id that is there already may be somebody else's, which this one would replace.
  if (made === null || (await keys.find('passkey', made.id, now)) !== null)
    return protocolAnswer(asking, 'PASSKEY_REFUSED');
  const key = keyOf(made, label, who.row.id, now);
  if (!(await keepKey(asking, key, () => signedInRecently(asking)))) return protocolAnswer(asking, 'SIGN_IN_AGAIN');
  return jsonAnswer(asking, { id: made.id, label, made: now, used: now }, { status: 201 });
}

/** `POST /_/sign-in/passkey`: what the browser is to ask for, of whoever has a passkey here. */
export async function postAskPasskey(asking: Asking): Promise<Response> {
  const here = passkeysHere(asking);
  if (here === null) return protocolAnswer(asking, 'NO_PASSKEYS');
  return asked(asking, await here.passkeys.askForOne(here.site), 'sign in', '');
}

/** `POST /_/sign-in/passkey/answer { challenge, answer }`: lets in whoever has the passkey. */
export async function postPasskeyAnswer(asking: Asking): Promise<Response> {
  const { runtime, now } = asking;
  const { keys } = runtime.store;
  const here = passkeysHere(asking);
  if (here === null) return protocolAnswer(asking, 'NO_PASSKEYS');
  const sent = await answerIn(asking, ['challenge', 'answer']);
  if (sent instanceof Response) return sent;
  const refused = () => protocolAnswer(asking, 'PASSKEY_REFUSED');
  if ((await keys.take('challenge', questionName('sign in', sent.challenge), now)) === null) return refused();
  const key = await keys.find('passkey', idIn(sent.answer), now);
  if (key === null || !isHandleOf(sent.answer, key.person)) return refused();
  const passkey = passkeyOf(key);
  const counter = await here.passkeys.counterOf(here.site, sent.answer, sent.challenge, passkey);
  if (counter === null || (await personById(asking, key.person)) === null) return refused();
  if (counter === passkey.counter) await keys.touch('passkey', key.name, now);
  else {
    // Of two that use the same count at once, one is a copy: one alone replaces it.
    if (!(await keys.replace(key, storedOf({ ...passkey, counter }, labelOf(key)), now))) return refused();
  }
  return signedIn(asking, key.person, { ...key, value: storedOf({ ...passkey, counter }, labelOf(key)) });
}

/** Whether passkeys are on, and where. */
export function passkeysHere({
  runtime,
  version,
  url,
}: Pick<Asking, 'runtime' | 'version' | 'url'>): { readonly passkeys: Passkeys; readonly site: Site } | null {
  const site = siteOf(url, version.model.name);
  return runtime.passkeys === null || site === null ? null : { passkeys: runtime.passkeys, site };
}

const questionName = (purpose: 'new' | 'sign in', challenge: string): string =>
  hashOfToken(`passkey ${purpose} ${challenge}`);

async function asked(
  asking: Asking,
  question: Question,
  purpose: Parameters<typeof questionName>[0],
  person: string,
): Promise<Response> {
  const { runtime, now } = asking;
  const name = questionName(purpose, question.challenge);
  const key = { kind: 'challenge', name, person, value: '', made: now, used: now, expires: now + HOLDS } as const;
  await runtime.store.keys.put(key);
  return jsonAnswer(asking, question);
}

interface Sent {
  readonly asking: Asking;
  readonly label: string;
  readonly challenge: string;
  readonly answer: { readonly [name: string]: Json };
}

type Member = 'label' | 'challenge' | 'answer';

async function answerIn(asked: Asking, names: readonly Member[]): Promise<Sent | Response> {
  const body = await readJson(asked);
  if (!body.ok) return unreadableAnswer(asked, body);
  const { asking, value } = body;
  const wrong = (reason: string) => standardAnswer(asking, 'UNREADABLE', { reason });
  if (!isObject(value)) return wrong('the body must be an object');
  const extra = Object.keys(value).find((name) => !names.some((each) => each === name));
  if (extra !== undefined) return standardAnswer(asking, 'NOT_AN_INPUT', { field: extra });
  const [label, challenge, answer] = [
    member(value, 'label') ?? '',
    member(value, 'challenge'),
    member(value, 'answer'),
  ];
  if (typeof label !== 'string') return wrong('“label” must be text');
  if (typeof challenge !== 'string' || challenge.length > 1_000) return wrong('“challenge” must be text');
  if (!isObject(answer)) return wrong('“answer” must be an object');
  return { asking, label, challenge, answer };
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : '');

const idIn = (answer: Sent['answer']): string => textOf(member(answer, 'id'));

/** The passkey says whose it is, signed or not: it must be whom we know it of. */
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
