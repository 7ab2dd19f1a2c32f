import type { Formula } from '../../model/types/formula.ts';
import type { Effect } from '../../model/types/model.ts';
import { evaluate, type Scope } from '../evaluator/evaluate.ts';
import { entityNamed } from '../evaluator/names.ts';
import { evaluateQuery } from '../evaluator/queries.ts';
import type { Outcome, Row, Val } from '../evaluator/value.ts';
import { storedAs } from '../evaluator/wire.ts';
import type { Json, Stored } from '../evaluator/world.ts';

/** The outcome of an effect on another record. */
export type FollowUp = { readonly effect: Effect } & (
  | {
      readonly kind: 'set';
      readonly id: string;
      readonly field: string;
      readonly value: Json | typeof TOO_LARGE;
      readonly change: 'add' | 'remove' | null;
    }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'raise'; readonly id: string; readonly event: string }
  | { readonly kind: 'make'; readonly entity: string; readonly values: ReadonlyMap<string, Json | typeof TOO_LARGE> }
);

/** An effect on other records that waits until its own record is written. */
export interface PendingEffect {
  readonly effect: Effect;
  /** The record or line of the effect, with the values that are written. */
  readonly of: Stored;
  /** The values at the effect's turn; effects further to the right may have changed some since. */
  readonly there: ReadonlyMap<string, Json>;
  readonly old: Row | null;
}

/** Marks a number that does not fit its field. */
export const TOO_LARGE = Symbol('too large');

/**
 * Yields the outcomes of an effect on other records. `now` returns the current scope; a loop reads it again for each
 * item.
 */
export function* followUpsOf(effect: Effect, now: () => Scope): Generator<FollowUp> {
  const scope = now();
  if (effect.kind === 'set' && effect.on !== null) {
    const { on, field, value, change } = effect;
    const outcome = worked(value, scope);
    for (const { entity, id } of recordsIn(worked(on, scope)))
      yield { effect, kind: 'set', id, field, value: keptIn(scope, entity, field, outcome), change };
  }
  if (effect.kind === 'raise')
    for (const { id } of recordsMeeting(effect, scope)) yield { effect, kind: 'raise', id, event: effect.event };
  if (effect.kind === 'delete') {
    const itself = scope.row === null ? [] : [scope.row];
    const all = effect.on === null ? itself : recordsMeeting({ on: effect.on, where: effect.where }, scope);
    for (const { id } of all) yield { effect, kind: 'remove', id };
  }
  if (effect.kind === 'create') {
    const { entity, each, values } = effect;
    for (const inside of each === null ? [scope] : scopesOf(each, now))
      yield {
        ...{ effect, kind: 'make', entity },
        values: new Map(
          values.map(({ field, value }) => [field, keptIn(inside, entity, field, worked(value, inside))]),
        ),
      };
  }
}

/** Returns the records that a path leads to, or those of an entity, that meet the condition. */
function recordsMeeting({ on, where }: { readonly on: Formula; readonly where: Formula | null }, scope: Scope) {
  if (on.tree === null || where?.tree === null) return [];
  if (where === null) return recordsIn(evaluateQuery(on.tree, scope, evaluate) ?? worked(on, scope));
  const { from, to } = on.tree;
  return recordsIn(evaluate({ op: 'query', of: on.tree, where: where.tree, from, to }, scope));
}

/** Yields the scope of each item at its turn, if the condition certainly holds then. */
function* scopesOf({ local, of, where }: Each, now: () => Scope): Generator<Scope> {
  const start = now();
  const records = of.tree === null ? null : evaluateQuery(of.tree, start, evaluate);
  if (records !== null) return yield* scopesOfRecords({ local, of, where }, itemsIn(records), now);
  for (const first of itemsIn(worked(of, start))) {
    const scope = now();
    const item = isLine(first) ? lineNow(itemsIn(worked(of, scope)), first.row.id) : first;
    if (item === undefined) continue;
    const inside: Scope = { ...scope, locals: new Map([...scope.locals, [local, item]]) };
    if (where === null || worked(where, inside) === true) yield inside;
  }
}

/** Yields the scope of each record of an entity that met the condition when the loop began. */
function* scopesOfRecords({ local, where }: Each, records: readonly Val[], now: () => Scope): Generator<Scope> {
  const inside = (record: Val): Scope => {
    const scope = now();
    return { ...scope, locals: new Map([...scope.locals, [local, record]]) };
  };
  for (const record of records.filter((each) => where === null || worked(where, inside(each)) === true))
    yield inside(record);
}

type Each = NonNullable<Extract<Effect, { readonly kind: 'create' }>['each']>;

/** Returns the current version of a line. */
const lineNow = (items: readonly Val[], id: string): Val | undefined =>
  items.find((item) => isLine(item) && item.row.id === id);

const isLine = (item: Val): item is Extract<Val, { readonly k: 'line' }> =>
  item !== null && typeof item === 'object' && item.k === 'line';

const itemsIn = (list: Outcome): readonly Val[] =>
  list !== null && list !== undefined && typeof list !== 'boolean' && list.k === 'list' ? list.items : [];

const worked = ({ tree }: Formula, scope: Scope): Outcome => (tree === null ? undefined : evaluate(tree, scope));

function keptIn({ model }: Scope, entity: string, field: string, outcome: Outcome): Json | typeof TOO_LARGE {
  const type = entityNamed(model, entity)?.fields.find(({ name }) => name === field)?.type;
  const written = type === undefined || outcome === undefined ? null : storedAs(type, outcome);
  return written === 'too large' ? TOO_LARGE : written;
}

function recordsIn(of: Outcome): readonly { readonly entity: string; readonly id: string }[] {
  if (of === null || of === undefined || typeof of === 'boolean') return [];
  if (of.k === 'list') return of.items.flatMap(recordsIn);
  if (of.k === 'line') return [of.row];
  return of.k === 'record' ? [of] : [];
}
