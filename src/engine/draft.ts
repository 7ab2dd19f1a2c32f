import type { Json } from '../fields/json.ts';
import type { Facts } from './facts.ts';
import type { App } from './app.ts';
import type { Failure } from './refusal.ts';
import type { Row, Values } from '../fields/value.ts';
import type { Who } from './who.ts';

/** What the browser judges while somebody types, over the reduced Model of its View. */
export interface Draft {
  readonly entity: string;
  /** Null for a new record; for a change the record as this person reads it, from `rowOfWire`. */
  readonly row: Row | null;
  /** Null: create or change; else the event whose asks are typed. */
  readonly event: string | null;
  /** As it would go over the wire: the fields typed so far. */
  readonly input: Json;
}

export interface Judgement {
  /** Every failure, as the server would answer it, as far as the browser holds the facts. */
  readonly failures: readonly Failure[];
  /** The record as it would stand, computed fields included. */
  readonly values: Values;
}

/** Types, required, rules and computed fields, by the very functions that `decide` uses. Never refuses for permission. */
export function judgeDraft(app: App, who: Who, draft: Draft, facts: Facts, now: number): Judgement {
  throw new Error(`judgeDraft: ${app.hash} ${who.roles.size} ${draft.entity} ${facts} ${now}`);
}
