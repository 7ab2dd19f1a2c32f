import { principalOf } from '../../engine/access/person-roles.ts';
import type { Principal } from '../../engine/core/principal.ts';
import type { Row } from '../../fields/text/value.ts';
import type { EntitySchema } from '../../model/lookups/schema.ts';
import type { Runtime, Version } from './runtime.ts';

/** The person of this id with the roles in force now; a guest where there is none, or none any more. */
export async function loadPrincipal(
  runtime: Pick<Runtime, 'store'>,
  version: Version,
  id: string | null,
): Promise<Principal> {
  const entity = version.compiled.people?.entity;
  if (id === null || entity === undefined) return principalOf(version.compiled, null);
  const facts = await runtime.store.load({ rows: [{ entity, id, paths: [] }], unique: [], files: [], referrers: [] });
  return principalOf(version.compiled, facts.row(entity, id) ?? null);
}

/** The record of the person of this id; null where there is none any more. */
export async function loadPerson(
  { runtime, version }: { readonly runtime: Pick<Runtime, 'store'>; readonly version: Version },
  id: string,
): Promise<Row | null> {
  const { people } = version.compiled;
  if (people === null) return null;
  const needs = { rows: [{ entity: people.entity, id, paths: [] }], unique: [], files: [], referrers: [] };
  return (await runtime.store.load(needs)).row(people.entity, id) ?? null;
}

/** Somebody whom the switcher offers, in development. */
export interface SwitchPerson {
  readonly id: string;
  readonly title: string;
  readonly roles: readonly string[];
}

const mostPeople = 100;

/** Everybody whom one can act as in development. */
export async function loadSwitchPeople(runtime: Runtime, version: Version): Promise<readonly SwitchPerson[]> {
  const person = version.compiled.schema.person;
  if (person === null) return [];
  const rows = await runtime.store.people(person.entity.name, mostPeople);
  return rows.map((row) => ({
    id: row.id,
    title: titleOf(row, person),
    roles: [...principalOf(version.compiled, row).roles],
  }));
}

/** The id of the person whom a developer names by sign-in name, title or id; null if none of those offered is meant. */
export async function findSwitchPerson(runtime: Runtime, version: Version, name: string): Promise<string | null> {
  const { people, schema } = version.compiled;
  const { person } = schema;
  if (people === null || person === null) return null;
  const rows = await runtime.store.people(person.entity.name, mostPeople);
  const isMeant = (row: Row) => [row.id, row.values[people.signIn], titleOf(row, person)].includes(name);
  return rows.find(isMeant)?.id ?? null;
}

/** What people know a person by; the id where the title is empty or no text. */
export function titleOf(row: Row, entity: EntitySchema): string {
  const value = entity.title === null ? null : row.values[entity.title];
  return typeof value === 'string' && value !== '' ? value : row.id;
}
