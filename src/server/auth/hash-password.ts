import type { HashedPassword, Intent, Json } from '../../engine/core/intent.ts';
import { inputNamesForRoles } from '../../engine/input/input-fields.ts';
import { isObject, member } from '../../fields/text/json.ts';
import { hashOfToken } from '../core/document-hash.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { tokenOf } from './authenticate.ts';

/** The longest password that is hashed; reading the input refuses a longer one. */
const MOST_CHARACTERS = 1_000;

type PersonIntent = Extract<Intent, { readonly kind: 'create' | 'change' }>;

/**
 * Adds to an intent the hash of the password that it sends, if the caller may send one. Hashing is slow, so it comes
 * before the transaction.
 */
export async function withHashedPassword(context: RequestContext, intent: Intent): Promise<Intent> {
  const field = passwordFieldOf(context, intent);
  if (field === null || !isPersonIntent(intent)) return intent;
  const { passwords } = context.runtime;
  const { compiled } = context.version;
  const entity = compiled.entities.get(intent.entity);
  if (passwords === null || entity === undefined) return intent;
  if (!inputNamesForRoles(compiled, entity, intent.kind, context.principal, intent.call).has(field)) return intent;
  const sent = isObject(intent.input) ? member(intent.input, field) : undefined;
  if (sent === undefined) return intent;
  const isHashable = typeof sent === 'string' && sent !== '' && sent.length <= MOST_CHARACTERS;
  const hash = isHashable ? await passwords.hash(sent) : '';
  return { ...intent, password: { hash, keeps: sessionToKeep(context, intent) } satisfies HashedPassword };
}

/** Returns an input without the password that it sends, for what is stored about a request. */
export function withoutPassword(context: RequestContext, intent: Intent, body: Json): Json {
  const field = passwordFieldOf(context, intent);
  if (field === null || !isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

function passwordFieldOf({ version }: RequestContext, intent: Intent): string | null {
  const { people, entities } = version.compiled;
  if (people?.entity !== intent.entity) return null;
  return entities.get(intent.entity)?.entity.fields.find(({ type }) => type.kind === 'password')?.name ?? null;
}

const isPersonIntent = (intent: Intent): intent is PersonIntent => intent.kind === 'create' || intent.kind === 'change';

/** A person who changes their own password stays signed in where they are. */
function sessionToKeep(context: RequestContext, intent: PersonIntent): string | null {
  const token = intent.kind === 'change' && intent.id === context.principal.row?.id ? tokenOf(context) : null;
  return token === null ? null : hashOfToken(token);
}
