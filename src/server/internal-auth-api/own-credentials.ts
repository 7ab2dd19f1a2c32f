import type { Key, KeyKind } from '../../store/core/keyring.ts';
import { signedInRecently } from '../auth/recent-sign-in.ts';
import { emptyAnswer, jsonAnswer, protocolAnswer, standardAnswer } from '../http/answer.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

/** Kinds of credentials that have no endpoint of their own, each with its label for people. */
const LISTED: Readonly<Partial<Record<KeyKind, (key: Key) => string>>> = {
  password: () => '',
  link: () => '',
  subject: ({ value }) => (URL.canParse(value) ? new URL(value).host : value),
};

/** `GET /_/credentials`: the person's password, links to choose a password, and linked sign-in providers. */
export async function getCredentials(context: RequestContext): Promise<Response> {
  const { runtime, principal, now } = context;
  const items = [];
  for (const [kind, label] of Object.entries(LISTED)) {
    const found = await runtime.store.keys.ofPerson(principal.row?.id ?? '', kind as KeyKind, now);
    for (const key of found) {
      const { name, made, used, expires } = key;
      items.push({ kind, id: name, label: label(key), made, used, expires });
    }
  }
  return jsonAnswer(context, { items });
}

/** `DELETE /_/credentials/:kind/:name`: removes a credential. A password can be removed only after a recent sign-in. */
export async function deleteKey(context: RequestContext): Promise<Response> {
  const { runtime, principal } = context;
  const kind = Object.keys(LISTED).find((each) => each === param(context, 'kind')) as KeyKind | undefined;
  const nothing = () => standardAnswer(context, 'NOT_FOUND', { entity: 'credential' });
  if (kind === undefined) return nothing();
  if (kind === 'password' && !(await signedInRecently(context))) return protocolAnswer(context, 'SIGN_IN_AGAIN');
  const removed = await runtime.store.keys.remove(kind, param(context, 'name'), principal.row?.id ?? '');
  return removed ? emptyAnswer(context) : nothing();
}
