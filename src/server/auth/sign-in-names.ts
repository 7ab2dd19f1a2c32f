import type { People } from '../../engine/compiled/compiled-model.ts';
import { namingKey, namingValue } from '../../engine/query/record-titles.ts';
import { isSameAddress, typedName } from '../../fields/text/identity-key.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { RequestContext } from '../runtime/request-context.ts';

type NameContext = Pick<RequestContext, 'runtime' | 'version'>;

/** The person whose sign-in field holds this name, as the unique key of that field compares names; null if nobody's does. */
export async function personNamed(context: NameContext, typed: string): Promise<Row | null> {
  const field = signInField(context);
  const name = typedName(typed);
  const value = field === null || name === null ? null : namingValue(field.attribute, name);
  if (field === null || value === null) return null;
  return context.runtime.store.findBy(field.people.entity, field.people.signIn, value);
}

/**
 * The person who signs in with this address of a sign-in provider. What the provider has verified must be the stored
 * address itself; only the case of ASCII letters may differ.
 */
export async function personWithAddress(context: NameContext, address: string): Promise<Row | null> {
  const person = await personNamed(context, address);
  const stored = person?.values[context.version.compiled.people?.signIn ?? ''] ?? null;
  return typeof stored === 'string' && isSameAddress(stored, address) ? person : null;
}

/** Equal for two typed names exactly if they are found as the same person, or would be if there were one. */
export function nameKey(context: NameContext, typed: string): string {
  const field = signInField(context);
  const name = typedName(typed);
  if (field === null || name === null) return `typed ${typed}`;
  return `name ${namingKey(field.attribute, namingValue(field.attribute, name) ?? name)}`;
}

/** What a person signs in with, as text; empty if the field is. */
export function signInNameOf({ version }: Pick<NameContext, 'version'>, { values }: Row): string {
  return String(values[version.compiled.people?.signIn ?? ''] ?? '');
}

function signInField({ version }: NameContext): { readonly people: People; readonly attribute: Attribute } | null {
  const { people, schema } = version.compiled;
  const attribute = people === null ? undefined : schema.entities.get(people.entity)?.attributes.get(people.signIn);
  return people === null || attribute === undefined ? null : { people, attribute };
}
