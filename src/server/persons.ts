import { whoOf } from '../engine/who.ts';
import type { Who } from '../engine/who.ts';
import { labelValue } from './title.ts';
import type { Runtime, Version } from './runtime.ts';

/** The person of this id with the roles in force now; a guest where there is none, or none any more. */
export async function personOf(runtime: Runtime, version: Version, id: string | null): Promise<Who> {
  const entity = version.app.schema.person?.entity.name;
  if (id === null || entity === undefined) return whoOf(version.app, null);
  const facts = await runtime.store.load({ rows: [{ entity, id, paths: [] }], unique: [], files: [], referrers: [] });
  return whoOf(version.app, facts.row(entity, id) ?? null);
}

/** Somebody whom the switcher offers, in development. */
export interface SwitchPerson {
  readonly id: string;
  readonly title: string;
  readonly roles: readonly string[];
}

const mostPeople = 100;

/** Everybody whom one can act as in development. */
export async function switchPeople(runtime: Runtime, version: Version): Promise<readonly SwitchPerson[]> {
  const person = version.app.schema.person;
  if (person === null) return [];
  const rows = await runtime.store.people(person.entity.name, mostPeople);
  return rows.map((row) => ({ id: row.id, title: labelValue(row, person), roles: [...whoOf(version.app, row).roles] }));
}
