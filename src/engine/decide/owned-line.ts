import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { refuseRoleChange } from '../access/role-changes-by-effects.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { changedValues } from '../compiled/several-values.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import type { Verdict } from '../context/verdict.ts';
import type { RecordKey } from '../core/needs-and-facts.ts';
import type { Failure } from '../core/refusal.ts';
import { rowWith, sameValue, valuesOf } from '../core/row-values.ts';
import { redirectToOwner } from '../effects/line-effects.ts';
import { invalid, refuse } from '../errors/error-catalogue.ts';
import { invalidEffectFields } from '../input/validate-effect-values.ts';
import { overflowFailures, withComputedFields } from '../records/computed-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { takenFields } from '../rules/unique-keys.ts';
import { isFinal, wrongState } from '../transitions/editable-states.ts';
import type { Performed } from './transition.ts';
import { updateVerdict } from './writes.ts';

/** Returns whether records of this entity are lines of other records. */
export const isLine = ({ entities, schema }: CompiledModel, name: string): boolean =>
  entities.get(name)?.entity.belongsTo != null || schema.entities.get(name)?.owner != null;

/** A line with its owner, with which it is written. */
export interface OwnedLine {
  readonly entity: CompiledEntity;
  readonly line: Row;
  readonly owner: CompiledEntity;
  readonly row: Row;
}

/** Returns the line and its owner; null if the line no longer exists, undefined if it is not loaded. */
export function ownedLine(context: Context, key: RecordKey): OwnedLine | null | undefined {
  const owner = context.facts.owner?.(key);
  if (owner === null || owner === undefined) return owner;
  const row = context.find(owner.entity, owner.id);
  if (row === null || row === undefined) return row;
  const line = lineIn(row, key.id);
  if (line === null) return null;
  return { entity: entityOf(context.model, key.entity), line, owner: entityOf(context.model, owner.entity), row };
}

function lineIn(row: Row, id: string): Row | null {
  for (const value of Object.values(row.values)) {
    if (!isRows(value)) continue;
    for (const line of value) {
      const match = line.id === id ? line : lineIn(line, id);
      if (match !== null) return match;
    }
  }
  return null;
}

/**
 * Sets a field of a line by the product. Only rules that name an event or state are checked. A line in a final state is
 * not changed.
 */
export function setInLine(
  context: Context,
  owned: OwnedLine,
  { field, value: given, change, by }: Extract<FollowUp, { kind: 'set' }>,
): Verdict {
  const { entity, line } = owned;
  const current = line.values[field] ?? null;
  const type = entity.schema.attributes.get(field)?.type;
  const value = change === null ? given : changedValues(type, current, change, given);
  if (sameValue(current, value)) return NOTHING;
  const finalRefusal = finalIn(context, owned);
  if (finalRefusal !== null) return finalRefusal;
  const row = withComputedFields(context, entity, rowWith(line, valuesOf([[field, value]])), line);
  const unfit = invalidEffectFields(context, entity, { row, fields: [field], by });
  if (unfit.length > 0) return { allowed: false, refusal: invalid(context.model, unfit) };
  return lineVerdict(context, owned, row, { by });
}

/** Deletes a line. Refused if the line or its owner is in a final state. */
export function lineRemovalVerdict(context: Context, owned: OwnedLine, by: string): Verdict {
  return finalIn(context, owned) ?? lineVerdict(context, owned, null, { by });
}

function finalIn(context: Context, { entity, line, owner, row }: OwnedLine): Verdict | null {
  if (isFinal(entity, line)) return no(context, line);
  return isFinal(owner, row) ? no(context, row) : null;
}

/** Writes a transition of a line. Notifications about it refer to the owner. */
export function lineTransitionVerdict(context: Context, owned: OwnedLine, done: Performed, by: string): Verdict {
  if (done.failures.length > 0) return { allowed: false, refusal: invalid(context.model, withBy(done.failures, by)) };
  return lineVerdict(context, owned, done.row, { by, done });
}

const NOTHING: Verdict = { allowed: true, row: null, writes: [] };

const no = (context: Context, row: Row): Verdict => ({ allowed: false, refusal: wrongState(context, row) });

interface How {
  readonly by: string;
  readonly done?: Performed;
}

function lineVerdict(
  context: Context,
  { owner, line, row: before }: OwnedLine,
  after: Row | null,
  { by, done }: How,
): Verdict {
  const row = withComputedFields(context, owner, withLine(before, line.id, after), before);
  const refused = refuseRoleChange(context, owner, { operation: 'change', before, after: row, stated: [] });
  if (refused !== null) return { allowed: false, refusal: refused };
  const occasion = { event: null, operation: 'event', editable: false } as const;
  const failures = [
    ...takenFields(context, owner, row, (name) => Object.hasOwn(row.values, name)),
    ...overflowFailures(context, owner, row),
    ...brokenRules(context, owner, occasion, { row, old: before, bad: new Set() }),
  ];
  if (failures.length > 0) return { allowed: false, refusal: invalid(context.model, withBy(failures, by)) };
  const otherWrites = (done?.after ?? []).map((write) => redirectToOwner(write, before));
  return updateVerdict(context, owner, before, row, {
    event: 'change',
    occasion,
    attached: [],
    after: otherWrites,
    notes: done?.notes ?? [],
    ofLine: done !== undefined,
    follow: done?.follow ?? [],
  });
}

const withBy = (failures: readonly Failure[], by: string): Failure[] =>
  failures.map((failed) => ({ ...failed, decidedBy: [...failed.decidedBy, by] }));

/** Returns the record with a line replaced, or removed if `line` is null. */
function withLine(row: Row, id: string, line: Row | null): Row {
  const lists = Object.entries(row.values).flatMap(([name, value]) => {
    if (!isRows(value)) return [];
    const lines = value.flatMap((each) => (each.id === id ? (line ?? []) : withLine(each, id, line)));
    return [[name, lines] as const];
  });
  return lists.length === 0 ? row : rowWith(row, valuesOf(lists));
}

/** The verdict if needed data was not loaded. */
export const unavailable = ({ model }: Context): Verdict => ({ allowed: false, refusal: refuse(model, 'UNAVAILABLE') });
