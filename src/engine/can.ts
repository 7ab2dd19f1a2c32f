import type { Row, Values } from '../fields/value.ts';
import type { Facts } from './facts.ts';
import type { App } from './app.ts';
import type { Refusal } from './refusal.ts';
import type { Who } from './who.ts';

/** `null`: allowed; else the refusal as `decide` would give it now. */
export interface Allowed {
  readonly delete: Refusal | null;
  readonly change: ReadonlyMap<string, Refusal | null>;
  readonly events: ReadonlyMap<string, Refusal | null>;
}

export function canOf(app: App, who: Who, row: Row, facts: Facts, now: number): Allowed {
  throw new Error(`canOf: ${app.hash} ${who.roles.size} ${row.id} ${now} ${facts}`);
}

/** Whether this person may create a record of this entity at all, before anything is typed. */
export function canCreate(app: App, who: Who, entity: string): Refusal | null {
  throw new Error(`canCreate: ${app.hash} ${who.roles.size} ${entity}`);
}

/**
 * The values of a record as this person reads it, by name: fields, states, built-ins. A field that they may never
 * read is absent, one that they may not read on this record is empty. Null: they may not read the record at all.
 */
export function readable(app: App, who: Who, row: Row, facts: Facts, now: number): Values | null {
  throw new Error(`readable: ${app.hash} ${who.roles.size} ${row.id} ${now} ${facts}`);
}
