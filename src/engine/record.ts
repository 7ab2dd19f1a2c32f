import type { Locale } from '../fields/format.ts';
import type { Row } from '../fields/value.ts';
import type { Facts } from './facts.ts';
import type { App } from './app.ts';
import type { WireRecord } from './wire.ts';
import type { Who } from './who.ts';

/** A record as this person reads it; null when they may not. `row` is whole, not as a list's plan selects it. */
export function wireRecord(
  app: App,
  who: Who,
  row: Row,
  facts: Facts,
  now: number,
  locale: Locale,
  dev: boolean,
): WireRecord | null {
  throw new Error(`wireRecord: ${app.hash} ${who.roles.size} ${row.id} ${now} ${facts} ${locale} ${dev}`);
}

/** The strong ETag of what this person may read of the record, quoted; null when they may not read it. */
export function etagOf(app: App, who: Who, row: Row, facts: Facts, now: number): string | null {
  throw new Error(`etagOf: ${app.hash} ${who.roles.size} ${row.id} ${now} ${facts}`);
}
