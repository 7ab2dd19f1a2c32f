import { principalOf } from '../../engine/access/person-roles.ts';
import type { Principal } from '../../engine/core/principal.ts';
import type { Row } from '../../fields/text/value.ts';
import type { EntitySchema } from '../../model/lookups/schema.ts';
import type { Runtime, Version } from './runtime.ts';

/** Loads a person with the roles in force now. Returns a guest if the id is null or the person does not exist. */
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

/** Loads the record of a person; null if the person does not exist. */
export async function loadPerson(
  { runtime, version }: { readonly runtime: Pick<Runtime, 'store'>; readonly version: Version },
  id: string,
): Promise<Row | null> {
  const { people } = version.compiled;
  if (people === null) return null;
  const needs = { rows: [{ entity: people.entity, id, paths: [] }], unique: [], files: [], referrers: [] };
  return (await runtime.store.load(needs)).row(people.entity, id) ?? null;
}

/** A person in the list of people whom a developer can act as. */
export interface SwitchPerson {
  readonly id: string;
  readonly title: string;
  readonly roles: readonly string[];
}

const mostPeople = 100;

/** Lists the people whom a developer can act as: at most 100, and none if the document has no people. */
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

/**
 * Finds the person whom a developer names by sign-in name, title or id. Returns their id; null if nobody in the list
 * matches.
 */
export async function findSwitchPerson(runtime: Runtime, version: Version, name: string): Promise<string | null> {
  const { people, schema } = version.compiled;
  const { person } = schema;
  if (people === null || person === null) return null;
  const rows = await runtime.store.people(person.entity.name, mostPeople);
  const isMeant = (row: Row) => [row.id, row.values[people.signIn], titleOf(row, person)].includes(name);
  return rows.find(isMeant)?.id ?? null;
}

/** Returns the title of a record; its id if the title is empty or not text. */
export function titleOf(row: Row, entity: EntitySchema): string {
  const value = entity.title === null ? null : row.values[entity.title];
  return typeof value === 'string' && value !== '' ? value : row.id;
}
