import type { Machine, Rule, Timer, Transition } from '../../model/types/model.ts';
import { evaluate, type Scope } from '../evaluator/evaluate.ts';
import { entityNamed, setState, stateOf } from '../evaluator/names.ts';
import { numberLines } from '../evaluator/numbers.ts';
import { nextNumber } from '../evaluator/placeholder-values.ts';
import { changedValues } from '../evaluator/several.ts';
import type { Row } from '../evaluator/value.ts';
import type { Fault, Json, Refused, Stored } from '../evaluator/world.ts';
import { assignDefaults, compute, type Draft, draftOf, requireFields, stamp } from '../oracle-rules/draft.ts';
import { type FollowUp, followUpsOf, type PendingEffect, TOO_LARGE } from '../oracle-rules/follow-up.ts';
import { lineAsRecord } from '../oracle-rules/lines.ts';
import { readsOtherRecords } from '../oracle-rules/other-records.ts';
import { type RequestContext, refusal, rowOf, scopeOf } from '../oracle-rules/request-context.ts';
import { failingRules, warningsOf } from '../oracle-rules/rules.ts';
import {
  isEnded,
  type Move,
  meetsRecordGuard,
  movesFrom,
  movesOf,
  refusalWithoutMove,
} from '../oracle-rules/states.ts';
import { recomputedDuplicate } from './accepts-either.ts';
import { requireFitting } from './fit-bounds.ts';
import { initialMoves, movesOrRefusal, setInitialStates } from './initial-states.ts';
import { lineNamed, moveLine, withoutLine } from './line-moves.ts';
import { followUpsOfDeletion } from './operations.ts';
import { recompute } from './recomputed.ts';
import { deletionOf, moveToTrash } from './removals.ts';
import { authorityRefusal, ownEffects } from './role-changes.ts';
import { checked, enter, operate, startMachines, takeEffect, typedFields } from './writes.ts';

/** Prefix of the ids of records that the oracle created, until their stored id is known. */
export const CREATED = 'made by the oracle ';

/** Maximum depth of follow-ups. */
const MOST_STEPS = 16;

/**
 * Writes a draft with all its follow-ups: effects on other records and transitions that wait for its event. Null if
 * everything succeeded; otherwise nothing is written.
 */
export function writeWithFollowUps(
  context: RequestContext,
  draft: Draft,
  event: string | null,
  warnings: Fault[] = [],
): Refused | null {
  const before = new Map(context.world);
  const refused =
    written(context, draft, event, 0, { first: draft, warnings }) ?? recomputedDuplicate(context, before, draft);
  if (refused !== null) {
    restoreWorld(context, before);
    for (const id of before.keys()) context.trash?.delete(id);
  }
  return refused;
}

/** The requested write, and its warnings that are checked after writing. */
interface WriteInProgress {
  readonly first: Draft | null;
  readonly warnings: Fault[];
}

/** Checks the rules over other records once these drafts are written. */
export function checkOtherRecordRules(
  context: RequestContext,
  { first, warnings }: WriteInProgress,
  drafts: readonly Draft[],
  isAsked: (rule: Rule) => boolean = (rule) => readsOtherRecords(context.model, rule),
): Refused | null {
  const { model, world } = context;
  for (const draft of drafts) {
    const stored = world.get(draft.id);
    if (stored === undefined) continue;
    for (const { old, occasion } of draft.later) {
      const faults = failingRules(context, draftOf(stored), old, occasion, isAsked);
      // Some of these faults may be reported earlier, without the others.
      const all = faults.map((fault) => ({ ...fault, afterOthers: true as const }));
      const refused = faults.length === 0 ? null : refusal(model, 'INVALID', all);
      if (refused !== null) return draft === first ? refused : placeless(refused);
      if (draft === first) warnings.push(...warningsOf(context, draftOf(stored), old, occasion, isAsked));
    }
  }
  return null;
}

/**
 * Returns what applies what follows the deletion of these records, in order; called before they are deleted, because
 * the effects of a deletion read the record while it exists.
 */
export function deletionsToFollow(context: RequestContext, gone: readonly Stored[]): () => Refused | null {
  const world = new Map(context.world);
  const waiting = gone.map((stored) => {
    const found = followUpsOfDeletion({ ...context, world: new Map(world) }, stored);
    world.delete(stored.id);
    return { stored, found };
  });
  return () => {
    for (const { stored, found } of waiting) {
      for (const consequence of found) {
        const refused = placeless(happened(context, consequence, 1, { first: null, warnings: [] }));
        if (refused !== null) return refused;
      }
      const refused = followers(context, stored, 'delete', 0, { first: null, warnings: [] });
      if (refused !== null) return refused;
    }
    return null;
  };
}

/** Restores the world. */
export function restoreWorld({ world }: RequestContext, before: ReadonlyMap<string, Stored>): void {
  world.clear();
  for (const [id, stored] of before) world.set(id, stored);
}

function written(
  context: RequestContext,
  draft: Draft,
  event: string | null,
  depth: number,
  course: WriteInProgress,
): Refused | null {
  const { model, world } = context;
  if (depth > MOST_STEPS) return refusal(model, 'CIRCLE');
  numberLines(model, draft.values, draft.entity, world.get(draft.id));
  const stored: Stored = { entity: draft.entity, id: draft.id, values: draft.values };
  world.set(stored.id, stored);
  recompute(context);
  const judged = checkOtherRecordRules(context, course, [draft]);
  if (judged !== null) return judged;
  const own = draft.follow.filter(({ of }) => of === draft);
  for (const waiting of [...own, ...draft.follow.filter(({ of }) => of !== draft)]) {
    for (const consequence of followUpsOf(waiting.effect, () => scopeNow(context, waiting))) {
      const refused = placeless(happened(context, consequence, depth + 1, course));
      if (refused !== null) return refused;
    }
  }
  return event === null ? null : placeless(followers(context, world.get(stored.id) ?? stored, event, depth, course));
}

/**
 * Returns the scope of an effect at its turn: everything as written so far, except values that effects to its right set
 * in its own record.
 */
function scopeNow(context: RequestContext, { of, there, old }: PendingEffect): Scope {
  const { model, world } = context;
  const line = world.has(of.id) ? null : lineNamed(context, of.id);
  const written = world.get(of.id) ?? (line === null ? of : lineAsRecord(line.entity, line.line));
  const now = draftOf(written);
  const isLater = (name: string) =>
    JSON.stringify(there.get(name) ?? null) !== JSON.stringify(of.values.get(name) ?? null);
  const later = (entityNamed(model, of.entity)?.fields ?? []).filter(
    ({ name, computed }) => computed === null && isLater(name),
  );
  for (const { name } of later) now.values.set(name, there.get(name) ?? null);
  if (later.length > 0) compute(context, now);
  return { ...scopeOf(context, null, old), row: rowOf(model, now) };
}

/** Removes the paths of faults in other records, which the form does not show. */
const placeless = (refused: Refused | null): Refused | null =>
  refused && { ...refused, faults: refused.faults.map((fault) => ({ ...fault, path: '' })) };

/** Applies one outcome. The product acts, so permissions and asked values do not count. */
function happened(
  context: RequestContext,
  consequence: FollowUp,
  depth: number,
  course: WriteInProgress,
): Refused | null {
  const { model, world } = context;
  if (consequence.kind === 'make') return made(context, consequence, depth, course);
  const stored = world.get(consequence.id);
  if (stored === undefined && consequence.kind === 'raise') {
    const moved = moveLine(context, consequence.id, consequence.event);
    if (moved === null || !moved.allowed) return moved;
    const before = world.get(moved.draft.id)?.values ?? new Map();
    const rights = authorityRefusal(context, moved.draft, { operation: 'change', before, effects: [] });
    return rights ?? written(context, moved.draft, 'change', depth, course);
  }
  if (stored === undefined && consequence.kind === 'remove') return lineRemoved(context, consequence.id, depth, course);
  if (stored === undefined) return null;
  if (consequence.kind === 'remove') return removed(context, stored);
  if (consequence.kind === 'raise') {
    const all = movesOf(context, stored.entity, consequence.event);
    const here = movesFrom(all, stored);
    const move = here.find((each) => meetsRecordGuard(context, each, rowOf(model, stored)));
    return move === undefined
      ? refusalWithoutMove(context, all, here)
      : taken(context, stored, move, consequence.event, depth, course);
  }
  const { field, change } = consequence;
  const current = stored.values.get(field) ?? null;
  const type = entityNamed(model, stored.entity)?.fields.find(({ name }) => name === field)?.type;
  const value =
    change === null || type === undefined || consequence.value === TOO_LARGE
      ? consequence.value
      : changedValues(type, current, change, consequence.value);
  if (JSON.stringify(current) === JSON.stringify(value)) return null;
  if (isEnded(context, stored)) return refusal(model, 'WRONG_STATE');
  const draft = draftOf(stored);
  fill(context, draft, [[field, value]]);
  stamp(context, draft, false);
  compute(context, draft);
  const effects = [consequence.effect, ...ownEffects(operate(context, draft, 'change', rowOf(model, stored)))];
  compute(context, draft);
  const rights = authorityRefusal(context, draft, { operation: 'change', before: stored.values, effects });
  if (rights !== null) return rights;
  const result = checked(context, draft, rowOf(model, stored), { event: null, editable: false });
  return result.allowed ? written(context, draft, 'change', depth, course) : result;
}

/** Deletes a record by an effect, as a person's deletion does. */
function removed(context: RequestContext, stored: Stored): Refused | null {
  const found = deletionOf({ ...context, world: new Map(context.world) }, stored);
  if (!found.allowed) return found;
  const follow = deletionsToFollow(context, found.deleted);
  moveToTrash(context, context.trash ?? new Map(), found.deleted);
  recompute(context);
  return follow();
}

/** Removes a line from its record by an effect. */
function lineRemoved(context: RequestContext, id: string, depth: number, course: WriteInProgress): Refused | null {
  const without = withoutLine(context, id);
  if (without === null || 'allowed' in without) return without;
  const stored = context.world.get(without.id);
  const row = stored === undefined ? null : rowOf(context.model, stored);
  stamp(context, without, false);
  compute(context, without);
  const result = checked(context, without, row, { event: null, editable: false });
  return result.allowed ? written(context, without, 'change', depth, course) : result;
}

/** Sets values by an effect. A new value must fit its field; an existing one may stay. */
function fill(
  context: RequestContext,
  draft: Draft,
  values: Iterable<readonly [string, Json | typeof TOO_LARGE]>,
): void {
  for (const [name, value] of values) {
    const stood = JSON.stringify(draft.values.get(name) ?? null);
    draft.values.set(name, value === TOO_LARGE ? null : value);
    if (value === TOO_LARGE) draft.faults.push({ path: name, code: 'NUMBER_TOO_LARGE' });
    else if (stood !== JSON.stringify(value)) requireFitting(context, draft, [name]);
  }
}

let count = 0;

function made(
  context: RequestContext,
  { entity, values, effect }: Extract<FollowUp, { readonly kind: 'make' }>,
  depth: number,
  course: WriteInProgress,
): Refused | null {
  count += 1;
  const draft = draftOf({ entity, id: `${CREATED}${count}`, values: new Map() });
  fill(context, draft, values);
  assignDefaults(context, draft, entityNamed(context.model, entity)?.fields ?? []);
  for (const field of entityNamed(context.model, entity)?.fields ?? []) {
    if (field.type.kind === 'number series') draft.values.set(field.name, nextNumber(field.type.pattern));
  }
  startMachines(context, draft);
  stamp(context, draft, true);
  const found = initialMoves(context, rowOf(context.model, draft), true);
  setInitialStates(draft, found);
  const moves = movesOrRefusal(found);
  if ('allowed' in moves) return moves;
  const before = new Map([...draft.values, ...[...values.keys()].map((name): [string, null] => [name, null])]);
  const entered = [...enter(context, draft, moves), ...operate(context, draft, 'create', null)];
  compute(context, draft);
  requireFields(draft, typedFields(context, entity));
  const rights = authorityRefusal(context, draft, {
    operation: 'create',
    before,
    effects: [effect, ...ownEffects(entered)],
  });
  if (rights !== null) return rights;
  const result = checked(context, draft, null, { event: 'create', editable: false });
  return result.allowed ? written(context, draft, 'create', depth, course) : result;
}

/** Applies a transition of the product. */
function taken(
  context: RequestContext,
  stored: Stored,
  move: Move,
  event: string | null,
  depth: number,
  course: WriteInProgress,
): Refused | null {
  const draft = draftOf(stored);
  const row = rowOf(context.model, stored);
  takeEffect(context, draft, move, row);
  setState(move.machine, draft.values, move.transition.to);
  stamp(context, draft, false);
  compute(context, draft);
  const effects = ownEffects(move.transition.effects);
  const rights = authorityRefusal(context, draft, { operation: 'change', before: stored.values, effects });
  if (rights !== null) return rights;
  const result = checked(context, draft, row, { event, editable: false });
  return result.allowed ? written(context, draft, event, depth, course) : result;
}

type On = Extract<Timer, { readonly kind: 'on' }>;

/** Applies the transitions that wait for an event of this record; of each machine the first whose conditions hold. */
function followers(
  context: RequestContext,
  stored: Stored,
  event: string,
  depth: number,
  course: WriteInProgress,
): Refused | null {
  const { model, world } = context;
  for (const machine of model.machines) {
    const waiting = machine.transitions.flatMap((transition) => {
      const { timer } = transition;
      const isIt = timer?.kind === 'on' && timer.entity.name === stored.entity && timer.event.name === event;
      return isIt ? [{ transition, timer }] : [];
    });
    const [first] = waiting;
    const target = first === undefined ? undefined : world.get(targetOf(context, first.timer, machine, stored) ?? '');
    if (target === undefined || target.entity !== machine.entity) continue;
    const found = waiting.find(({ transition, timer }) =>
      isMet(context, { machine, transition }, timer, target, rowOf(model, stored)),
    );
    if (found === undefined) continue;
    const refused = taken(context, target, { machine, transition: found.transition }, null, depth + 1, course);
    if (refused !== null) return refused;
  }
  return null;
}

/** Returns the record that the field refers to; without a field, the only field that refers to such a record. */
function targetOf({ model }: RequestContext, { by }: On, { entity }: Machine, stored: Stored): string | null {
  const fields = entityNamed(model, stored.entity)?.fields ?? [];
  const leading = fields.filter(({ type }) => type.kind === 'reference' && type.entity === entity);
  const value = stored.values.get(by?.name ?? leading[0]?.name ?? '') ?? null;
  return typeof value === 'string' ? value : null;
}

function isMet(context: RequestContext, move: Move, { where }: On, target: Stored, other: Row): boolean {
  const { machine, transition }: { machine: Machine; transition: Transition } = move;
  const state = stateOf(machine, target.values);
  const row = rowOf(context.model, target);
  if (transition.from !== state || machine.states.some((each) => each.final && each.name === state)) return false;
  const holds =
    where === null || (where.tree !== null && evaluate(where.tree, { ...scopeOf(context, other), self: row }) === true);
  return holds && meetsRecordGuard(context, move, row);
}
