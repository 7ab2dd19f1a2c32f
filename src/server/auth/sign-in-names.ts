import type { People } from '../../engine/compiled/compiled-model.ts';
import { namingKey, namingValue } from '../../engine/query/record-titles.ts';
import { isSameAddress, typedName } from '../../fields/text/identity-key.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Asking } from '../runtime/request-context.ts';

type Here = Pick<Asking, 'runtime' | 'version'>;

/** The person whose sign-in field holds this name, as the unique key of that field compares names; null if nobody's does. */
export async function personNamed(here: Here, typed: string): Promise<Row | null> {
  const field = signInField(here);
  const name = typedName(typed);
  const value = field === null || name === null ? null : namingValue(field.attribute, name);
  if (field === null || value === null) return null;
  return here.runtime.store.findBy(field.people.entity, field.people.signIn, value);
}

/**
 * The person who signs in with this address of a sign-in provider. What the provider has verified must be the stored
 * address itself; only the case of ASCII letters may differ.
 */
export async function personWithAddress(here: Here, address: string): Promise<Row | null> {
  const person = await personNamed(here, address);
  const stored = person?.values[here.version.app.people?.signIn ?? ''] ?? null;
  return typeof stored === 'string' && isSameAddress(stored, address) ? person : null;
}

/** Equal for two typed names exactly if they are found as the same person, or would be if there were one. */
export function nameKey(here: Here, typed: string): string {
  const field = signInField(here);
  const name = typedName(typed);
  if (field === null || name === null) return `typed ${typed}`;
  return `name ${namingKey(field.attribute, namingValue(field.attribute, name) ?? name)}`;
}

/** What a person signs in with, as text; empty if the field is. */
export function signInNameOf({ version }: Pick<Here, 'version'>, { values }: Row): string {
  return String(values[version.app.people?.signIn ?? ''] ?? '');
}

function signInField({ version }: Here): { readonly people: People; readonly attribute: Attribute } | null {
  const { people, schema } = version.app;
  const attribute = people === null ? undefined : schema.entities.get(people.entity)?.attributes.get(people.signIn);
  return people === null || attribute === undefined ? null : { people, attribute };
}
