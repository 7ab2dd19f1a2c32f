import type { Machine, Rule, Timer, Transition } from '../../model/types/model.ts';
import { evaluate, type Scope } from '../evaluator/evaluate.ts';
import { entityNamed } from '../evaluator/names.ts';
import { numberLines } from '../evaluator/numbers.ts';
import { nextNumber } from '../evaluator/placeholder-values.ts';
import type { Row } from '../evaluator/value.ts';
import type { Fault, Json, Refused, Stored } from '../evaluator/world.ts';
import { assign, compute, type Draft, draftOf, requireFields, stamp } from '../oracle-rules/draft.ts';
import { consequencesOf, type FollowUp, TOO_LARGE, type Waiting } from '../oracle-rules/follow-up.ts';
import { lineStored } from '../oracle-rules/lines.ts';
import { looksElsewhere } from '../oracle-rules/other-records.ts';
import { type RequestContext, refusal, rowOf, scopeOf } from '../oracle-rules/request-context.ts';
import { failing, warning } from '../oracle-rules/rules.ts';
import { isEnded, type Move, movesFrom, movesOf, noMove, suitsRecord } from '../oracle-rules/states.ts';
import { alikeNow } from './accepts-either.ts';
import { requireFitting } from './fit-bounds.ts';
import { beginIn, beginnings, begun } from './initial-states.ts';
import { lineNamed, moveLine } from './line-moves.ts';
import { recompute } from './recomputed.ts';
import { atItself, refusedRights } from './role-changes.ts';
import { checked, enter, start, takeEffect, typedFields } from './writes.ts';

/** The id of a record that the oracle made, until it is known under which it is kept. */
export const MADE = 'made by the oracle ';

/** Steps that may follow from one another. */
const MOST_STEPS = 16;

/**
 * Puts a draft into the world with all that follows from it: what its effects do at other records, each with what follows
 * from that, and the transitions that wait for its event. Null: all of it happened; else nothing did.
 */
export function write(asking: RequestContext, draft: Draft, event: string | null, told: Fault[] = []): Refused | null {
  const before = new Map(asking.world);
  const refused = written(asking, draft, event, 0, { first: draft, told }) ?? alikeNow(asking, before, draft);
  if (refused !== null) takeBack(asking, before);
  return refused;
}

/** What was asked for, and the rules of it that warn once it is written. */
interface Course {
  readonly first: Draft | null;
  readonly told: Fault[];
}

/** Once these are written, their rules that look elsewhere have to hold. */
export function judgedWritten(
  asking: RequestContext,
  { first, told }: Course,
  drafts: readonly Draft[],
  isAsked: (rule: Rule) => boolean = (rule) => looksElsewhere(asking.model, rule),
): Refused | null {
  const { model, world } = asking;
  for (const draft of drafts) {
    const stored = world.get(draft.id);
    if (stored === undefined) continue;
    for (const { old, occasion } of draft.later) {
      const faults = failing(asking, draftOf(stored), old, occasion, isAsked);
      // One of them may be known before, and then the others are left.
      const all = faults.map((fault) => ({ ...fault, later: true as const }));
      const refused = faults.length === 0 ? null : refusal(model, 'INVALID', all);
      if (refused !== null) return draft === first ? refused : placeless(refused);
      if (draft === first) told.push(...warning(asking, draftOf(stored), old, occasion, isAsked));
    }
  }
  return null;
}

/** What follows once a record is gone; `stored` as it was. */
export function followGone(asking: RequestContext, stored: Stored): Refused | null {
  return followers(asking, stored, 'delete', 0, { first: null, told: [] });
}

/** Everything is as it was. */
export function takeBack({ world }: RequestContext, before: ReadonlyMap<string, Stored>): void {
  world.clear();
  for (const [id, stored] of before) world.set(id, stored);
}

function written(
  asking: RequestContext,
  draft: Draft,
  event: string | null,
  depth: number,
  course: Course,
): Refused | null {
  const { model, world } = asking;
  if (depth > MOST_STEPS) return refusal(model, 'CIRCLE');
  numberLines(model, draft.values, draft.entity, world.get(draft.id));
  const stored: Stored = { entity: draft.entity, id: draft.id, values: draft.values };
  world.set(stored.id, stored);
  recompute(asking);
  const judged = judgedWritten(asking, course, [draft]);
  if (judged !== null) return judged;
  const own = draft.follow.filter(({ of }) => of === draft);
  for (const waiting of [...own, ...draft.follow.filter(({ of }) => of !== draft)]) {
    for (const consequence of consequencesOf(waiting.effect, () => scopeNow(asking, waiting))) {
      const refused = placeless(happened(asking, consequence, depth + 1, course));
      if (refused !== null) return refused;
    }
  }
  return event === null ? null : placeless(followers(asking, world.get(stored.id) ?? stored, event, depth, course));
}

/** What an effect reads when it is its turn: everything as it is written by now, but for what effects to its right set of its own. */
function scopeNow(asking: RequestContext, { of, there, old }: Waiting): Scope {
  const { model, world } = asking;
  const line = world.has(of.id) ? null : lineNamed(asking, of.id);
  const written = world.get(of.id) ?? (line === null ? of : lineStored(line.entity, line.line));
  const now = draftOf(written);
  const isLater = (name: string) =>
    JSON.stringify(there.get(name) ?? null) !== JSON.stringify(of.values.get(name) ?? null);
  const later = (entityNamed(model, of.entity)?.fields ?? []).filter(
    ({ name, computed }) => computed === null && isLater(name),
  );
  for (const { name } of later) now.values.set(name, there.get(name) ?? null);
  if (later.length > 0) compute(asking, now);
  return { ...scopeOf(asking, null, old), row: rowOf(model, now) };
}

/** Fields of another record stand nowhere on the page. */
const placeless = (refused: Refused | null): Refused | null =>
  refused && { ...refused, faults: refused.faults.map((fault) => ({ ...fault, path: '' })) };

/** The product acts: who may, and what is asked for, do not count. */
function happened(asking: RequestContext, consequence: FollowUp, depth: number, course: Course): Refused | null {
  const { model, world } = asking;
  if (consequence.kind === 'make') return made(asking, consequence, depth, course);
  const stored = world.get(consequence.id);
  if (stored === undefined && consequence.kind === 'raise') {
    const moved = moveLine(asking, consequence.id, consequence.event);
    if (moved === null || !moved.allowed) return moved;
    const before = world.get(moved.draft.id)?.values ?? new Map();
    const rights = refusedRights(asking, moved.draft, { operation: 'change', before, effects: [] });
    return rights ?? written(asking, moved.draft, 'change', depth, course);
  }
  if (stored === undefined) return null;
  if (consequence.kind === 'raise') {
    const here = movesFrom(movesOf(asking, stored.entity, consequence.event), stored);
    const move = here.find((each) => suitsRecord(asking, each, rowOf(model, stored)));
    return move === undefined ? noMove(asking, here) : taken(asking, stored, move, consequence.event, depth, course);
  }
  if (JSON.stringify(stored.values.get(consequence.field) ?? null) === JSON.stringify(consequence.value)) return null;
  if (isEnded(asking, stored)) return refusal(model, 'WRONG_STATE');
  const draft = draftOf(stored);
  fill(asking, draft, [[consequence.field, consequence.value]]);
  stamp(asking, draft, false);
  compute(asking, draft);
  const effects = [consequence.effect];
  const rights = refusedRights(asking, draft, { operation: 'change', before: stored.values, effects });
  if (rights !== null) return rights;
  const result = checked(asking, draft, rowOf(model, stored), { event: null, editable: false });
  return result.allowed ? written(asking, draft, 'change', depth, course) : result;
}

/** What an effect puts there has to fit, but for what stood there before. */
function fill(
  asking: RequestContext,
  draft: Draft,
  values: Iterable<readonly [string, Json | typeof TOO_LARGE]>,
): void {
  for (const [name, value] of values) {
    const stood = JSON.stringify(draft.values.get(name) ?? null);
    draft.values.set(name, value === TOO_LARGE ? null : value);
    if (value === TOO_LARGE) draft.faults.push({ path: name, code: 'NUMBER_TOO_LARGE' });
    else if (stood !== JSON.stringify(value)) requireFitting(asking, draft, [name]);
  }
}

let count = 0;

function made(
  asking: RequestContext,
  { entity, values, effect }: Extract<FollowUp, { readonly kind: 'make' }>,
  depth: number,
  course: Course,
): Refused | null {
  count += 1;
  const draft = draftOf({ entity, id: `${MADE}${count}`, values: new Map() });
  fill(asking, draft, values);
  for (const field of entityNamed(asking.model, entity)?.fields ?? []) {
    if (field.default !== null && !values.has(field.name)) assign(asking, draft, field, { tree: field.default }, null);
    if (field.type.kind === 'number series') draft.values.set(field.name, nextNumber(field.type.pattern));
  }
  start(asking, draft);
  stamp(asking, draft, true);
  const found = beginnings(asking, rowOf(asking.model, draft), true);
  beginIn(draft, found);
  const moves = begun(found);
  if ('allowed' in moves) return moves;
  const before = new Map([...draft.values, ...[...values.keys()].map((name): [string, null] => [name, null])]);
  const entered = enter(asking, draft, moves);
  compute(asking, draft);
  requireFields(draft, typedFields(asking, entity));
  const rights = refusedRights(asking, draft, { operation: 'create', before, effects: [effect, ...atItself(entered)] });
  if (rights !== null) return rights;
  const result = checked(asking, draft, null, { event: 'create', editable: false });
  return result.allowed ? written(asking, draft, 'create', depth, course) : result;
}

/** A transition that the product takes. */
function taken(
  asking: RequestContext,
  stored: Stored,
  move: Move,
  event: string | null,
  depth: number,
  course: Course,
): Refused | null {
  const draft = draftOf(stored);
  const row = rowOf(asking.model, stored);
  takeEffect(asking, draft, move, row);
  draft.values.set(move.machine.name, move.transition.to);
  stamp(asking, draft, false);
  compute(asking, draft);
  const effects = atItself(move.transition.effects);
  const rights = refusedRights(asking, draft, { operation: 'change', before: stored.values, effects });
  if (rights !== null) return rights;
  const result = checked(asking, draft, row, { event, editable: false });
  return result.allowed ? written(asking, draft, event, depth, course) : result;
}

type On = Extract<Timer, { readonly kind: 'on' }>;

/** The transitions that wait for an event of this record; of each machine the first whose conditions hold. */
function followers(
  asking: RequestContext,
  stored: Stored,
  event: string,
  depth: number,
  course: Course,
): Refused | null {
  const { model, world } = asking;
  for (const machine of model.machines) {
    const waiting = machine.transitions.flatMap((transition) => {
      const { timer } = transition;
      const isIt = timer?.kind === 'on' && timer.entity.name === stored.entity && timer.event.name === event;
      return isIt ? [{ transition, timer }] : [];
    });
    const [first] = waiting;
    const target = first === undefined ? undefined : world.get(targetOf(asking, first.timer, machine, stored) ?? '');
    if (target === undefined || target.entity !== machine.entity) continue;
    const found = waiting.find(({ transition, timer }) =>
      isMet(asking, { machine, transition }, timer, target, rowOf(model, stored)),
    );
    if (found === undefined) continue;
    const refused = taken(asking, target, { machine, transition: found.transition }, null, depth + 1, course);
    if (refused !== null) return refused;
  }
  return null;
}

/** What the field leads to; without one the only field that leads to such a record. */
function targetOf({ model }: RequestContext, { by }: On, { entity }: Machine, stored: Stored): string | null {
  const fields = entityNamed(model, stored.entity)?.fields ?? [];
  const leading = fields.filter(({ type }) => type.kind === 'reference' && type.entity === entity);
  const value = stored.values.get(by?.name ?? leading[0]?.name ?? '') ?? null;
  return typeof value === 'string' ? value : null;
}

function isMet(asking: RequestContext, move: Move, { where }: On, target: Stored, other: Row): boolean {
  const { machine, transition }: { machine: Machine; transition: Transition } = move;
  const state = target.values.get(machine.name);
  const row = rowOf(asking.model, target);
  if (transition.from !== state || machine.states.some((each) => each.final && each.name === state)) return false;
  const holds =
    where === null || (where.tree !== null && evaluate(where.tree, { ...scopeOf(asking, other), self: row }) === true);
  return holds && suitsRecord(asking, move, row);
}
