import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { refusedRights } from '../access/role-changes-by-effects.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import type { Consequence } from '../context/follow-up.ts';
import type { Verdict } from '../context/verdict.ts';
import type { RecordKey } from '../core/facts.ts';
import type { Failure } from '../core/refusal.ts';
import { rowWith, sameValue, valuesOf } from '../core/row.ts';
import { ofRecord } from '../effects/line-effects.ts';
import { invalid, refuse } from '../errors/error-catalogue.ts';
import { unfitFields } from '../input/validate-effect-values.ts';
import { computedRow, overflows } from '../records/computed-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { takenFields } from '../rules/unique-keys.ts';
import { isFinal, wrongState } from '../transitions/editable-states.ts';
import type { Performed } from './transition.ts';
import { updated } from './writes.ts';

/** Whether records of this entity stand in others. */
export const isLine = ({ entities, schema }: App, name: string): boolean =>
  entities.get(name)?.entity.belongsTo != null || schema.entities.get(name)?.owner != null;

/** A line with the record that it is written with. */
export interface OwnedLine {
  readonly entity: PreparedEntity;
  readonly line: Row;
  readonly owner: PreparedEntity;
  readonly row: Row;
}

/** Null: there is no such line any more. Undefined: it is not known. */
export function ownedLine(context: Context, key: RecordKey): OwnedLine | null | undefined {
  const found = context.facts.owner?.(key);
  if (found === null || found === undefined) return found;
  const row = context.find(found.entity, found.id);
  if (row === null || row === undefined) return row;
  const line = lineIn(row, key.id);
  if (line === null) return null;
  return { entity: entityOf(context.app, key.entity), line, owner: entityOf(context.app, found.entity), row };
}

function lineIn(row: Row, id: string): Row | null {
  for (const value of Object.values(row.values)) {
    if (!isRows(value)) continue;
    for (const line of value) {
      const found = line.id === id ? line : lineIn(line, id);
      if (found !== null) return found;
    }
  }
  return null;
}

/** A field of a line becomes another: no rule without an event or state is asked. One in a final state keeps it. */
export function setInLine(
  context: Context,
  found: OwnedLine,
  { field, value, by }: Extract<Consequence, { kind: 'set' }>,
): Verdict {
  const { entity, line } = found;
  if (sameValue(line.values[field] ?? null, value)) return NOTHING;
  const held = finalIn(context, found);
  if (held !== null) return held;
  const row = computedRow(context, entity, rowWith(line, valuesOf([[field, value]])), line);
  const unfit = unfitFields(context, entity, { row, fields: [field], by });
  if (unfit.length > 0) return { allowed: false, refusal: invalid(context.app, unfit) };
  return lineWritten(context, found, row, { by });
}

/** A line goes, with what it points to; one in a final state keeps that. So does a record in one. */
export function lineRemoved(context: Context, found: OwnedLine, by: string): Verdict {
  return finalIn(context, found) ?? lineWritten(context, found, null, { by });
}

function finalIn(context: Context, { entity, line, owner, row }: OwnedLine): Verdict | null {
  if (isFinal(entity, line)) return no(context, line);
  return isFinal(owner, row) ? no(context, row) : null;
}

/** A line has taken one of its ways. Who is told is told of the record that it stands in. */
export function lineMoved(context: Context, found: OwnedLine, done: Performed, by: string): Verdict {
  if (done.failures.length > 0) return { allowed: false, refusal: invalid(context.app, withBy(done.failures, by)) };
  return lineWritten(context, found, done.row, { by, done });
}

const NOTHING: Verdict = { allowed: true, row: null, writes: [] };

const no = (context: Context, row: Row): Verdict => ({ allowed: false, refusal: wrongState(context, row) });

interface How {
  readonly by: string;
  readonly done?: Performed;
}

function lineWritten(
  context: Context,
  { owner, line, row: before }: OwnedLine,
  after: Row | null,
  { by, done }: How,
): Verdict {
  const row = computedRow(context, owner, withLine(before, line.id, after), before);
  const refused = refusedRights(context, owner, { operation: 'change', before, after: row, stated: [] });
  if (refused !== null) return { allowed: false, refusal: refused };
  const occasion = { event: null, operation: 'event', editable: false } as const;
  const failures = [
    ...takenFields(context, owner, row, (name) => Object.hasOwn(row.values, name)),
    ...overflows(context, owner, row),
    ...brokenRules(context, owner, occasion, { row, old: before, bad: new Set() }),
  ];
  if (failures.length > 0) return { allowed: false, refusal: invalid(context.app, withBy(failures, by)) };
  const beside = (done?.after ?? []).map((write) => ofRecord(write, before));
  return updated(context, owner, before, row, {
    event: 'change',
    occasion,
    attached: [],
    after: beside,
    notes: done?.notes ?? [],
    ofLine: done !== undefined,
    follow: done?.follow ?? [],
  });
}

const withBy = (failures: readonly Failure[], by: string): Failure[] =>
  failures.map((failed) => ({ ...failed, decidedBy: [...failed.decidedBy, by] }));

/** The record with another line in the place of one, or without it. */
function withLine(row: Row, id: string, line: Row | null): Row {
  const lists = Object.entries(row.values).flatMap(([name, value]) => {
    if (!isRows(value)) return [];
    const lines = value.flatMap((each) => (each.id === id ? (line ?? []) : withLine(each, id, line)));
    return [[name, lines] as const];
  });
  return lists.length === 0 ? row : rowWith(row, valuesOf(lists));
}

/** Of what is not known nothing is done. */
export const unavailable = ({ app }: Context): Verdict => ({ allowed: false, refusal: refuse(app, 'UNAVAILABLE') });
