import { isObject, member } from '../../fields/text/json.ts';
import { readJson } from '../api/latest-version.ts';
import { PROGRAM_PREFIX } from '../auth/program-tokens.ts';
import { signedInRecently } from '../auth/recent-sign-in.ts';
import { storeSignInKey } from '../auth/store-valid-sign-in-key.ts';
import { hashOfToken, randomToken } from '../core/document-hash.ts';
import { emptyAnswer, jsonAnswer, protocolAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

const day = 24 * 3_600_000;
const MOST_DAYS = 366;
const USUAL_DAYS = 90;
const MOST_PROGRAMS = 50;

/** `GET /_/programs`: the person's program tokens, without the tokens themselves. */
export async function getPrograms(context: RequestContext): Promise<Response> {
  const { runtime, principal, now } = context;
  const found = await runtime.store.keys.ofPerson(principal.row?.id ?? '', 'program', now);
  return jsonAnswer(context, {
    items: found.map(({ name, value, made, used, expires }) => ({ id: name, label: value, made, used, expires })),
  });
}

/**
 * `POST /_/programs { label, days }`: creates a token by which a program acts for this person until it expires. The
 * token is shown only in this response. Requires a recent sign-in of the person; a program can't create tokens.
 */
export async function postProgram(initial: RequestContext): Promise<Response> {
  if (!(await signedInRecently(initial))) return protocolAnswer(initial, 'SIGN_IN_AGAIN');
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context } = body;
  const { runtime, principal, now } = context;
  const person = principal.row?.id ?? '';
  const label = isObject(body.value) ? member(body.value, 'label') : null;
  const days = (isObject(body.value) ? member(body.value, 'days') : null) ?? USUAL_DAYS;
  const wrong = (reason: string) => standardAnswer(context, 'UNREADABLE', { reason });
  if (typeof label !== 'string' || label.trim() === '' || label.length > 100)
    return wrong('“label” must be text of at most 100 characters');
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MOST_DAYS)
    return wrong(`“days” must be a whole number from 1 to ${MOST_DAYS}`);
  const { keys } = runtime.store;
  if ((await keys.ofPerson(person, 'program', now)).length >= MOST_PROGRAMS)
    return wrong(`the maximum of ${MOST_PROGRAMS} programs is reached; remove one first`);
  const token = `${PROGRAM_PREFIX}${randomToken()}`;
  const name = hashOfToken(token);
  const expires = now + days * day;
  const key = { kind: 'program', name, person, value: label.trim(), made: now, used: now, expires } as const;
  if (!(await storeSignInKey(context, key, () => signedInRecently(context))))
    return protocolAnswer(context, 'SIGN_IN_AGAIN');
  return jsonAnswer(context, { id: name, label: label.trim(), token, expires }, { status: 201 });
}

/** `DELETE /_/programs/:name`: revokes a program's token. */
export async function deleteProgram(context: RequestContext): Promise<Response> {
  const { runtime, principal } = context;
  const person = principal.row?.id ?? '';
  const removed = await runtime.store.keys.remove('program', param(context, 'name'), person);
  if (removed) runtime.listeners.endAllOf(person);
  return removed ? emptyAnswer(context) : standardAnswer(context, 'NOT_FOUND', { entity: 'program' });
}
