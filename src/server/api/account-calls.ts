import { mustSignIn } from '../../engine/core/principal.ts';
import { failure, invalid } from '../../engine/errors/error-catalogue.ts';
import { CURRENT_PASSWORD } from '../../expressions/shapes/shape-types.ts';
import { isObject, type Json } from '../../fields/text/json.ts';
import type { AccountDeed, Call, Field } from '../../model/types/model.ts';
import { tokenOf } from '../auth/authenticate.ts';
import { withHashedPassword } from '../auth/hash-password.ts';
import { openSession, type Proof } from '../auth/open-session.ts';
import { attemptFromAddress, attemptSignIn } from '../auth/sign-in-attempts.ts';
import { personWith } from '../auth/sign-in-names.ts';
import { newId } from '../core/new-id.ts';
import { endedCookie } from '../core/sessions.ts';
import { emptyAnswer, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { loadPrincipal } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { matchFor } from './contract.ts';
import { readMembers } from './latest-version.ts';
import { inputOf } from './path-inputs.ts';
import { loadRecord, recordAnswer } from './read-record.ts';
import { doneAnswer, refusalForCall, shapedCall, shapedRecordAnswer, statedOptions } from './response-shape.ts';
import { answerWrite, keyOf, performIntent } from './write-record.ts';

/** Answers a call about its caller: signing up, in and out, and the caller's own record. */
export async function answerAccount(initial: RequestContext, call: Call, deed: AccountDeed): Promise<Response> {
  const isSigningIn = deed.act === 'sign up' || deed.act === 'sign in';
  const me = initial.principal.row;
  // Whoever may use the call without signing in has nothing to end.
  const isFree = deed.act === 'sign out' && initial.version.compiled.calls.get(call.id)?.callers?.isForAnyone === true;
  if (!isSigningIn && !isFree && me === null) return standardAnswer(initial, 'NOT_SIGNED_IN');
  if (deed.act === 'sign up' && mustSignIn(initial.principal)) return standardAnswer(initial, 'NOT_SIGNED_IN');
  if (deed.act === 'sign out') return signOut(initial, call);
  if (deed.act === 'read me') return answerOwn(withToken(initial), call, deed);
  if (deed.act === 'delete me')
    return answerWrite(
      initial,
      { kind: 'delete', entity: deed.of, id: me?.id ?? '', call: call.id, ifMatch: matchFor(initial, call.id) },
      null,
    );
  // Other writes judge the key themselves.
  const key = deed.act === 'sign up' || deed.act === 'change password' ? keyOf(initial, call.id) : null;
  if (key instanceof Response) return key;
  const sent = await readMembers(initial, call);
  if (!sent.ok) return unreadableAnswer(initial, sent);
  const context = withToken(sent.context);
  const input = await inputOf(context, call.id, sent.value);
  switch (deed.act) {
    case 'sign up':
      return signUp(context, call, deed, input);
    case 'sign in':
      return signIn(context, call, deed, input);
    case 'change password':
      return changePassword(context, call, deed, input);
    default: {
      const id = context.principal.row?.id ?? '';
      const shared = { entity: deed.of, id, call: call.id, input, ifMatch: matchFor(context, call.id) };
      return deed.event === null
        ? answerWrite(context, { kind: 'change', ...shared }, input)
        : answerWrite(context, { kind: 'event', event: deed.event, ...shared }, input);
    }
  }
}

/** The token that was sent is the one that the answer may contain. */
function withToken(context: RequestContext): RequestContext {
  const token = tokenOf(context);
  return token === null ? context : { ...context, token };
}

/** Creates the person, and opens a session if they have a password. */
async function signUp(context: RequestContext, call: Call, deed: AccountDeed, input: Json): Promise<Response> {
  const { runtime, now } = context;
  const id = newId(now);
  const intent = await withHashedPassword(context, { kind: 'create', entity: deed.of, id, call: call.id, input });
  const made = await performIntent(context, intent, null);
  if (!made.ok) return made;
  const key = await runtime.store.keys.find('password', id, now);
  return key === null ? made : enter(context, call, deed, id, key, 201);
}

/** Opens a session for whoever knows the password. A wrong name and a wrong password are answered alike. */
async function signIn(context: RequestContext, call: Call, deed: AccountDeed, input: Json): Promise<Response> {
  const { runtime, now } = context;
  const { passwords } = runtime;
  const credentials = credentialsIn(context, call, deed, input);
  if (credentials instanceof Response) return credentials;
  const { field, name, password } = credentials;
  const person = await personWith(context, field, name);
  const attempt = await attemptSignIn(context, name, person?.id ?? null);
  if (attempt.refused !== null) return attempt.refused;
  if (passwords === null) return standardAnswer(context, 'NOT_RECOGNISED');
  const key = await runtime.store.keys.find('password', person?.id ?? '', now);
  const matches = await passwords.matches(password, key?.value ?? (await passwords.dummyHash()));
  if (person === null || key === null || !matches) return standardAnswer(context, 'NOT_RECOGNISED');
  await attempt.forgive();
  return enter(context, call, deed, person.id, key, 200);
}

interface Credentials {
  readonly field: string;
  readonly name: string;
  readonly password: string;
}

/** Returns the name and password that were sent, or the refusal of what is missing or no input. */
function credentialsIn(context: RequestContext, call: Call, deed: AccountDeed, input: Json): Credentials | Response {
  const { compiled } = context.version;
  if (!isObject(input)) return standardAnswer(context, 'UNREADABLE', { reason: 'the body must be an object' });
  const fields = compiled.entities.get(deed.of)?.entity.fields ?? [];
  const { sends = null, queryInputs = [] } = compiled.calls.get(call.id) ?? {};
  const isStated = (name: string) => sends?.has(name) === true || queryInputs.some(({ field }) => field === name);
  const isName = ({ signIn, unique, name }: Field) => signIn || (unique && isStated(name));
  const taken = fields.filter((each) => isName(each) || each.type.kind === 'password');
  const extra = Object.keys(input).find((name) => !taken.some((field) => field.name === name));
  const refused = (failures: Parameters<typeof invalid>[1]) =>
    refusedAnswer(context, refusalForCall(context, { call: call.id, entity: deed.of }, invalid(compiled, failures)));
  if (extra !== undefined) return refused([failure(compiled, [extra], 'NOT_AN_INPUT', { field: extra }, [call.id])]);
  const textOf = ({ name }: Field) => (typeof input[name] === 'string' ? input[name].slice(0, 1_000) : '');
  const name = taken.find((each) => isName(each) && textOf(each) !== '');
  const password = taken.find(({ type }) => type.kind === 'password');
  const missing = [name === undefined ? taken.find(isName) : undefined, password].filter(
    (field) => field !== undefined && textOf(field) === '',
  );
  if (name !== undefined && password !== undefined && missing.length === 0)
    return { field: name.name, name: textOf(name), password: textOf(password) };
  const failures = missing.flatMap((field) =>
    field === undefined ? [] : failure(compiled, [field.name], 'REQUIRED', { field: field.label }, [field.id]),
  );
  return failures.length === 0 ? standardAnswer(context, 'NOT_RECOGNISED') : refused(failures);
}

/** Opens a session and answers with the person's own record. */
async function enter(
  context: RequestContext,
  call: Call,
  deed: AccountDeed,
  person: string,
  proof: Proof,
  status: number,
): Promise<Response> {
  const { runtime, version } = context;
  const opened = await openSession(context, person, proof);
  if (opened === null) return standardAnswer(context, 'NOT_RECOGNISED');
  const principal = await loadPrincipal(runtime, version, person);
  const answer = await answerOwn({ ...context, principal, token: opened.token }, call, deed, status);
  answer.headers.set('cache-control', 'no-store');
  for (const cookie of opened.cookies) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** Answers with the caller's own record, as they may read it. */
async function answerOwn(context: RequestContext, call: Call, deed: AccountDeed, status = 200): Promise<Response> {
  const id = context.principal.row?.id ?? '';
  const loaded = await loadRecord(context, deed.of, id);
  if ('refused' in loaded) return deed.act === 'read me' ? loaded.refused : emptyAnswer(context);
  const shaped = shapedCall(context, call.id);
  if (shaped === null) return recordAnswer(context, loaded.wire, statedOptions(context, call.id, { status }));
  return shapedRecordAnswer(context, shaped, { entity: deed.of, id }, { status });
}

async function signOut(context: RequestContext, call: Call): Promise<Response> {
  const { runtime, principal, url, version } = context;
  const token = tokenOf(context);
  if (token !== null) await runtime.sessions.close(token);
  if (principal.row !== null) runtime.listeners.endAllOf(principal.row.id);
  const answer = doneAnswer(context, call.id);
  answer.headers.append('set-cookie', endedCookie(url));
  for (const { kind, name } of version.model.api.signIn)
    if (kind === 'cookie') answer.headers.append('set-cookie', endedCookie(url, name));
  return answer;
}

/** Changes the caller's password if they know the current one. */
async function changePassword(context: RequestContext, call: Call, deed: AccountDeed, input: Json): Promise<Response> {
  const { runtime, principal, now } = context;
  if (!isObject(input)) return standardAnswer(context, 'UNREADABLE', { reason: 'the body must be an object' });
  const id = principal.row?.id ?? '';
  const attempt = await attemptFromAddress(context, `password of ${id}`);
  if (attempt.refused !== null) return attempt.refused;
  const { [CURRENT_PASSWORD]: current = null, ...rest } = input;
  const key = await runtime.store.keys.find('password', id, now);
  const text = typeof current === 'string' ? current.slice(0, 1_000) : '';
  if (key === null || runtime.passwords === null || !(await runtime.passwords.matches(text, key.value)))
    return standardAnswer(context, 'NOT_RECOGNISED');
  await attempt.forgive();
  const intent = { kind: 'change', entity: deed.of, id, call: call.id, input: rest, ifMatch: null } as const;
  const changed = await performIntent(context, intent, null);
  return changed.ok ? doneAnswer(context, call.id) : changed;
}
