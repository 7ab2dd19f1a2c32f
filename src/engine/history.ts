import type { Locale } from '../fields/format.ts';
import type { Row, Value } from '../fields/value.ts';
import type { Facts } from './facts.ts';
import type { App } from './app.ts';
import type { WireHistory } from './wire.ts';
import type { Who } from './who.ts';

/** An entry as the store keeps it. */
export interface KeptHistory {
  readonly entity: string;
  readonly id: string;
  readonly event: string;
  readonly changes: readonly { readonly field: string; readonly from: Value; readonly to: Value }[];
  readonly notes: readonly string[];
  readonly at: number;
  readonly actor: { readonly kind: 'person'; readonly person: string; readonly acting: boolean } | { readonly kind: 'product' };
  readonly documentHash: string;
}

/**
 * The history of a record as this person reads it now, field by field; an entry of which they may see nothing is left
 * out. `row` is the record now; `facts` holds it, what its paths lead to, and the people and records that entries name.
 */
export function wireHistory(
  app: App,
  who: Who,
  row: Row,
  entries: readonly KeptHistory[],
  facts: Facts,
  now: number,
  locale: Locale,
): readonly WireHistory[] {
  throw new Error(`wireHistory: ${app.hash} ${who.roles.size} ${row.id} ${entries.length} ${facts} ${now} ${locale}`);
}
