import type { Row, Value } from '../fields/value.ts';
import type { AggregatePlan, ListPlan } from './plan.ts';
import type { App } from './app.ts';
import type { Refusal } from './refusal.ts';
import type { Who } from './who.ts';
import type { WireTile } from './wire.ts';

/**
 * A question for a list. `from` is the id of the screen or call whose filter and sort hold; null: all of the entity.
 * `query` are the parameters of the address as they came, decoded:
 * `field=value` · `field.min=` · `field.max=` (both inclusive) · `field.in=a,b` · `field.empty=true|false` · `q=` text ·
 * `sort=-spentOn,title` · `page=` cursor · `limit=` up to the page size · `total=exact|none`.
 */
export interface ListRequest {
  readonly entity: string;
  readonly from: string | null;
  readonly query: readonly (readonly [string, string])[];
  /** Signs cursors. */
  readonly secret: Uint8Array;
}

/** The plan, or why the question is refused: 401, 403, or 400 for a parameter that this person doesn't have. */
export function planList(app: App, who: Who, request: ListRequest, now: number): ListPlan | Refusal {
  throw new Error(`planList: ${app.hash} ${who.roles.size} ${request.entity} ${now}`);
}

/** The cursor for the page after `last`, the last row as the plan selected it. */
export function cursorAfter(app: App, who: Who, request: ListRequest, plan: ListPlan, last: Row): string {
  throw new Error(`cursorAfter: ${app.hash} ${who.roles.size} ${request.entity} ${plan.key} ${last.id}`);
}

/** A number tile or chart of a screen, by its id. */
export function planAggregate(app: App, who: Who, tile: string, now: number): AggregatePlan | Refusal {
  throw new Error(`planAggregate: ${app.hash} ${who.roles.size} ${tile} ${now}`);
}

/** The store's answer to `planAggregate` as the client draws it; months without data are 0. */
export function wireTile(
  app: App,
  tile: string,
  plan: AggregatePlan,
  found: readonly { readonly key: Value; readonly value: number | null; readonly rows: number }[],
): WireTile {
  throw new Error(`wireTile: ${app.hash} ${tile} ${plan.key} ${found.length}`);
}

/** Tells a refusal from a plan or anything else. */
export function isRefusal(answer: object): answer is Refusal {
  return 'situation' in answer;
}
