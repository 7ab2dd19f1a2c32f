import type { People } from '../../engine/compiled/compiled-model.ts';
import { namingKey, namingValue } from '../../engine/query/record-titles.ts';
import { isSameAddress, typedName } from '../../fields/text/identity-key.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { RequestContext } from '../runtime/request-context.ts';

type NameContext = Pick<RequestContext, 'runtime' | 'version'>;

/** Finds the person with a sign-in name, compared like the field's unique key; null if there is none. */
export async function personNamed(context: NameContext, typed: string): Promise<Row | null> {
  const field = signInField(context);
  const name = typedName(typed);
  const value = field === null || name === null ? null : namingValue(field.attribute, name);
  if (field === null || value === null) return null;
  return context.runtime.store.findBy(field.people.entity, field.people.signIn, value);
}

/** Finds the person whose unique field has a value, compared like the field's unique key; null if there is none. */
export async function personWith(context: NameContext, field: string, typed: string): Promise<Row | null> {
  const { people, schema } = context.version.compiled;
  if (people === null || field === people.signIn) return personNamed(context, typed);
  const attribute = schema.entities.get(people.entity)?.attributes.get(field);
  const name = typedName(typed);
  const value = attribute === undefined || name === null ? null : namingValue(attribute, name);
  return value === null ? null : context.runtime.store.findBy(people.entity, field, value);
}

/**
 * Finds the person who signs in with an address that a provider verified. It must equal the stored address; only the
 * case of ASCII letters may differ.
 */
export async function personWithAddress(context: NameContext, address: string): Promise<Row | null> {
  const person = await personNamed(context, address);
  const stored = person?.values[context.version.compiled.people?.signIn ?? ''] ?? null;
  return typeof stored === 'string' && isSameAddress(stored, address) ? person : null;
}

/** Returns a key that is equal for two typed names exactly if they identify the same person, existing or not. */
export function nameKey(context: NameContext, typed: string): string {
  const field = signInField(context);
  const name = typedName(typed);
  if (field === null || name === null) return `typed ${typed}`;
  return `name ${namingKey(field.attribute, namingValue(field.attribute, name) ?? name)}`;
}

/** Returns a person's sign-in name as text; empty if the field is empty. */
export function signInNameOf({ version }: Pick<NameContext, 'version'>, { values }: Row): string {
  return String(values[version.compiled.people?.signIn ?? ''] ?? '');
}

function signInField({ version }: NameContext): { readonly people: People; readonly attribute: Attribute } | null {
  const { people, schema } = version.compiled;
  const attribute = people === null ? undefined : schema.entities.get(people.entity)?.attributes.get(people.signIn);
  return people === null || attribute === undefined ? null : { people, attribute };
}
