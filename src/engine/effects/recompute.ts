import type { ByClock } from '../../expressions/relation/computed-by-clock.ts';
import { noValues, type Row, type Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { App } from '../compiled/compiled-model.ts';
import { type Context, contextOf } from '../context/decision-context.ts';
import type { Consequence } from '../context/follow-up.ts';
import { copyOf, sameValue } from '../core/row.ts';
import { type OverFacts, overFacts } from '../core/tracked-facts.ts';
import { type Readers, readersOf, type Turned, type Watch, watchesOf } from '../live/dependencies.ts';
import { computedRow } from '../records/computed-fields.ts';
import { comparingOf } from './changed-keys.ts';

export type { Hop, Readers, Turned } from '../live/dependencies.ts';

/**
 * What keeps computed fields true that read other records (`= customer.name`, `= sum(Charge.amount where person == this)`):
 * they are stored, and worked out anew in the transaction of every write that changes what they read.
 */
export interface Settling {
  /** When the document was taken: for what is worked out then. */
  readonly now: number;
  /** The computed fields that go by the clock: they are never stored, and lists are asked for them so. */
  readonly byClock: ByClock;
  /** Whether a change of records of this entity may change computed fields of others. */
  readonly concerns: (entity: string) => boolean;
  /** The records whose computed fields read what changed. */
  readonly readers: (changes: readonly Turned[]) => readonly Readers[];
  /** What no two records share is compared where it was worked out anew; null: nothing computed is among that. */
  readonly comparing: ((changes: readonly Turned[]) => readonly Consequence[]) | null;
  /** Of each of these records, in order, the computed fields of it and of its lines that differ from what these hold. */
  readonly values: (rows: readonly Row[], now: number) => OverFacts<readonly (readonly Settled[])[]>;
}

/** A record, or a line of one, with the values that it should hold. */
export interface Settled {
  readonly row: Row;
  readonly values: Values;
}

/** Null where the document has no computed fields. */
export function settlingOf(app: App, at: number): Settling | null {
  const entities = [...app.entities.values()];
  if (entities.every(({ computed }) => computed.length === 0)) return null;
  const watches = entities.flatMap((entity) => watchesOf(entity, app.schema));
  const concerned = concernedBy(watches, app);
  return {
    now: at,
    byClock: app.byClock,
    concerns: (entity) => concerned.has(entity),
    readers: (changes) => readersOf(watches, changes),
    comparing: comparingOf(app),
    values: (rows, now) =>
      overFacts((facts) =>
        rows.map((row) => settled({ ...contextOf(app, NOBODY, facts, now), isResult: true }, row).found),
      ),
  };
}

const NOBODY = { row: null, roles: new Set<string>() };

/** A line is written with the record that owns it. */
function concernedBy(watches: readonly Watch[], { entities }: App): ReadonlySet<string> {
  const found = new Set(watches.flatMap(({ of, entity }) => [of, entity]));
  for (const name of found) {
    const owners = [...entities.values()].filter(({ attributes }) =>
      attributes.some(({ type }) => type.kind === 'list' && type.entity === name),
    );
    for (const owner of owners) found.add(owner.name);
  }
  return found;
}

/** The record with its computed fields, after those of its lines. */
function settled(context: Context, row: Row): { readonly row: Row; readonly found: readonly Settled[] } {
  const entity = context.app.entities.get(row.entity);
  if (entity === undefined) return { row, found: [] };
  const found: Settled[] = [];
  const values = copyOf(row.values);
  for (const { name, type } of entity.attributes) {
    const lines = row.values[name];
    if (type.kind !== 'list' || lines === undefined || !isRows(lines)) continue;
    const below = lines.map((line) => settled(context, line));
    found.push(...below.flatMap((line) => line.found));
    values[name] = below.map((line) => line.row);
  }
  const whole = computedRow(context, entity, { ...row, values }, row);
  const changed = noValues();
  for (const { field } of entity.computed) {
    const value = whole.values[field.name] ?? null;
    if (!sameValue(value, row.values[field.name] ?? null)) changed[field.name] = value;
  }
  if (Object.keys(changed).length > 0) found.push({ row, values: changed });
  return { row: whole, found };
}
