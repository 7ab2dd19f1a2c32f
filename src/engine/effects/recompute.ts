import type { ComputedOnRead } from '../../expressions/types/computed-by-clock.ts';
import { noValues, type Row, type Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, contextOf } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import { copyOf, sameValue } from '../core/row-values.ts';
import { type FactComputation, runWithTracking } from '../core/tracked-facts.ts';
import {
  type AffectedRecords,
  affectedRecords,
  type Dependency,
  dependenciesOfComputed,
  type RecordChange,
} from '../live/dependencies.ts';
import { withComputedFields } from '../records/computed-fields.ts';
import { uniquenessChecksOf } from './changed-keys.ts';

export type { AffectedRecords, PathStep, RecordChange } from '../live/dependencies.ts';

/**
 * Recomputes stored computed fields that read other records, such as `= customer.name` or `= sum(Charge.amount where
 * person == this)`, in the transaction of every write that changes what they read.
 */
export interface Recomputation {
  /** When the document was loaded: the time for computations at that moment. */
  readonly now: number;
  /** The formulas of computed fields that are computed on read. They are never stored; lists query them by formula. */
  readonly byClock: ComputedOnRead;
  /** Returns whether a change of records of this entity may change computed fields of others. */
  readonly isAffectedBy: (entity: string) => boolean;
  /** Returns the records whose computed fields read what changed. */
  readonly readers: (changes: readonly RecordChange[]) => readonly AffectedRecords[];
  /** Lists the uniqueness checks for recomputed fields; null if no unique field or key is computed. */
  readonly comparing: ((changes: readonly RecordChange[]) => readonly FollowUp[]) | null;
  /** Returns for each record, in order, the computed fields of it and its lines that differ from the stored values. */
  readonly values: (rows: readonly Row[], now: number) => FactComputation<readonly (readonly RecomputedRow[])[]>;
}

/** A record or line with the values that it should have. */
export interface RecomputedRow {
  readonly row: Row;
  readonly values: Values;
}

/** Returns null if the document has no computed fields. */
export function recomputationOf(model: CompiledModel, at: number): Recomputation | null {
  const entities = [...model.entities.values()];
  if (entities.every(({ computed }) => computed.length === 0)) return null;
  const watches = entities.flatMap((entity) => dependenciesOfComputed(entity, model.schema));
  const concerned = concernedEntities(watches, model);
  return {
    now: at,
    byClock: model.byClock,
    isAffectedBy: (entity) => concerned.has(entity),
    readers: (changes) => affectedRecords(watches, changes),
    comparing: uniquenessChecksOf(model),
    values: (rows, now) =>
      runWithTracking((facts) =>
        rows.map((row) => recomputed({ ...contextOf(model, NOBODY, facts, now), isResult: true }, row).found),
      ),
  };
}

const NOBODY = { row: null, roles: new Set<string>() };

/** Returns the entities whose changes matter, with the owners of lines: a line is written with its owner. */
function concernedEntities(watches: readonly Dependency[], { entities }: CompiledModel): ReadonlySet<string> {
  const concerned = new Set(watches.flatMap(({ of, entity }) => [of, entity]));
  for (const name of concerned) {
    const owners = [...entities.values()].filter(({ attributes }) =>
      attributes.some(({ type }) => type.kind === 'list' && type.entity === name),
    );
    for (const owner of owners) concerned.add(owner.name);
  }
  return concerned;
}

/** Recomputes the lines of a record, then the record itself. `found` lists the rows with changed values. */
function recomputed(context: Context, row: Row): { readonly row: Row; readonly found: readonly RecomputedRow[] } {
  const entity = context.model.entities.get(row.entity);
  if (entity === undefined) return { row, found: [] };
  const recomputedRows: RecomputedRow[] = [];
  const values = copyOf(row.values);
  for (const { name, type } of entity.attributes) {
    const lines = row.values[name];
    if (type.kind !== 'list' || lines === undefined || !isRows(lines)) continue;
    const below = lines.map((line) => recomputed(context, line));
    recomputedRows.push(...below.flatMap((line) => line.found));
    values[name] = below.map((line) => line.row);
  }
  const withComputed = withComputedFields(context, entity, { ...row, values }, row);
  const changed = noValues();
  for (const { field } of entity.computed) {
    const value = withComputed.values[field.name] ?? null;
    if (!sameValue(value, row.values[field.name] ?? null)) changed[field.name] = value;
  }
  if (Object.keys(changed).length > 0) recomputedRows.push({ row, values: changed });
  return { row: withComputed, found: recomputedRows };
}
