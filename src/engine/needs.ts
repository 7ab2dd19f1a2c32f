import type { App } from './app.ts';
import type { Facts, Needs } from './facts.ts';
import type { Intent } from './intent.ts';
import type { Who } from './who.ts';

/** What `decide` reads for this intent, as far as it shows before any record is loaded. */
export function needs(app: App, who: Who, intent: Intent, now: number): Needs {
  throw new Error(`needs: ${app.hash} ${who.roles.size} ${intent.kind} ${now}`);
}

/** What shows only once the first facts are there; null when nothing is missing. May be asked again. */
export function moreNeeds(app: App, who: Who, intent: Intent, facts: Facts, now: number): Needs | null {
  throw new Error(`moreNeeds: ${app.hash} ${who.roles.size} ${intent.kind} ${now} ${facts}`);
}

/** What `readable`, `canOf`, `wireRecord` and `etagOf` read for these records: the records whole, and what their paths lead to. */
export function recordNeeds(app: App, who: Who, entity: string, ids: readonly string[]): Needs {
  throw new Error(`recordNeeds: ${app.hash} ${who.roles.size} ${entity} ${ids.length}`);
}
