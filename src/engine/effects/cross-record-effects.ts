import { MAX_RECORDS } from '../../expressions/relation/queries.ts';
import type { Scope } from '../../expressions/types/scope.ts';
import type { Row, Value, Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { statedRoles } from '../access/stated-roles.ts';
import type {
  CompiledEffect,
  CompiledEntity,
  CompiledFormula,
  CompiledItems,
  EvaluateItem,
} from '../compiled/compiled-model.ts';
import { changedValues } from '../compiled/several-values.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import type { Verdict } from '../context/verdict.ts';
import type { Failure } from '../core/refusal.ts';
import { isRow, rowWith, storedAs, valuesOf } from '../core/row-values.ts';
import { failure, invalid } from '../errors/error-catalogue.ts';
import { evaluateFormula, withComputedFields } from '../records/computed-fields.ts';

type Doing = Extract<FollowUp, { kind: 'do' }>;
type Make = Extract<CompiledEffect, { kind: 'make' }>;

/** Returns whether an effect acts on other records. Such effects run after their own record is written. */
export function isOnOtherRecord(effect: CompiledEffect): boolean {
  if (effect.kind === 'set elsewhere') return !effect.lines;
  return effect.kind === 'raise' || effect.kind === 'delete' || (effect.kind === 'make' && effect.list === null);
}

/**
 * Returns the follow-ups of an effect on other records. It is evaluated over the current state of all records; `now` is
 * the current state of its own record.
 */
export function decideEffect(context: Context, entity: CompiledEntity, now: Row, doing: Doing): Verdict {
  const at: Context = { ...context, isResult: true };
  const { held, old } = doing;
  const row = Object.keys(held).length === 0 ? now : withComputedFields(at, entity, rowWith(now, held), old);
  const { followUps, failures } = followUpsOf(at, doing, row);
  if (failures.length > 0) return { allowed: false, refusal: invalid(context.model, failures) };
  return { allowed: true, row: null, writes: [], follow: followUps };
}

interface FollowUps {
  readonly followUps: readonly FollowUp[];
  readonly failures: readonly Failure[];
}

const NOTHING: FollowUps = { followUps: [], failures: [] };

function followUpsOf(context: Context, doing: Doing, row: Row): FollowUps {
  const { effect, old, by, depth } = doing;
  switch (effect.kind) {
    case 'set elsewhere': {
      const { entity, field, change } = effect;
      const ids = idsOf(effect.on.evaluate(scopeOf(context, row, old)));
      if (ids === undefined) return unknown(context, by, field);
      const { outcome, tooLarge } = evaluateFormula(context, effect.value, row, old);
      if (tooLarge) return { followUps: [], failures: [tooLargeNumber(context, by)] };
      const value = storedAs(typeOf(context, entity, field), outcome);
      const given = givenBy(statedRoles(context, entity, field, effect.value));
      return {
        followUps: ids.map((id) => ({ by, depth, kind: 'set', entity, id, field, value, change, ...given })),
        failures: [],
      };
    }
    case 'raise': {
      const { entity, event } = effect;
      const ids = idsOf(effect.on.evaluate(scopeOf(context, row, old)));
      if (ids === undefined) return unknown(context, by, event);
      if (ids.length > MAX_RECORDS) return tooMany(context, by, entity);
      return { followUps: ids.map((id) => ({ by, depth, kind: 'raise', entity, id, event })), failures: [] };
    }
    case 'delete': {
      const { entity, on } = effect;
      const ids = on === null ? [row.id] : idsOf(on.evaluate(scopeOf(context, row, old)));
      if (ids === undefined) return unknown(context, by, entity);
      if (ids.length > MAX_RECORDS) return tooMany(context, by, entity);
      return { followUps: ids.map((id) => ({ by, depth, kind: 'remove', entity, id, of: null })), failures: [] };
    }
    case 'make':
      return effect.items === null
        ? making(context, doing, effect, row, null)
        : makingNext(context, doing, effect, effect.items, row);
    default:
      return NOTHING;
  }
}

const givenBy = (stated: readonly string[]) => (stated.length === 0 ? {} : { stated });

function making(context: Context, { by, depth, old }: Doing, effect: Make, row: Row, item: Value): FollowUps {
  const { values, failures } = valuesFor(context, by, effect, { row, old, item });
  const { entity } = effect;
  const given = givenBy(effect.values.flatMap(({ field, value }) => statedRoles(context, entity, field, value)));
  return { followUps: [{ by, depth, kind: 'make', entity, values, ...given }], failures };
}

/** Returns the record for the next item that currently meets the condition, followed by the rest of the loop. */
function makingNext(context: Context, doing: Doing, effect: Make, items: CompiledItems, row: Row): FollowUps {
  const { by, old, loop } = doing;
  // Records (as ids) and values don't change during the loop; lines may have changed.
  const isSame = loop !== undefined && !loop.items.some(isRow);
  const all = isSame ? loop.items : itemsIn(items.all.evaluate(scopeOf(context, row, old)));
  if (all === undefined) return unknown(context, by, effect.entity);
  if (all.length > MAX_RECORDS) return tooMany(context, by, effect.entity);
  const { items: each, next } = loop ?? { items: all, next: 0 };
  for (let index = next; index < each.length; index++) {
    const item = currentItem(all, each[index] ?? null, index);
    if (item === undefined || !isChosen(context, items, { row, old, item })) continue;
    const { followUps, failures } = making(context, doing, effect, row, item);
    return { followUps: [...followUps, { ...doing, loop: { items: each, next: index + 1 } }], failures };
  }
  return NOTHING;
}

/** Returns the item in its current state, usually at the same index. Undefined if it no longer exists. */
function currentItem(all: readonly Value[], item: Value, index: number): Value | undefined {
  if (!isRow(item)) return item;
  const isIt = (one: Value | undefined) => one !== undefined && isRow(one) && one.id === item.id;
  return isIt(all[index]) ? all[index] : all.find(isIt);
}

/** A record and an item of one of its lists. */
interface AtItem {
  readonly row: Row;
  readonly old: Row | null;
  readonly item: Value;
}

function isChosen(context: Context, { chosen, where }: CompiledItems, { row, old, item }: AtItem): boolean {
  return where === null || evaluateFormula(context, ofItem(chosen, where, item), row, old).outcome === true;
}

const ofItem = ({ queries, byClock }: CompiledFormula, evaluate: EvaluateItem, item: Value) => ({
  queries,
  byClock,
  evaluate: (scope: Scope) => evaluate(scope, item),
});

/** Returns the values of a record or line that an effect creates for an item. */
function valuesFor(
  context: Context,
  by: string,
  { entity, values }: Make,
  { row, old, item }: AtItem,
): { readonly values: Values; readonly failures: readonly Failure[] } {
  const failures: Failure[] = [];
  const assigned = values.map(({ field, value, ofItem: each }): [string, Value] => {
    const { outcome, tooLarge } = evaluateFormula(context, each === null ? value : ofItem(value, each, item), row, old);
    if (tooLarge) failures.push(tooLargeNumber(context, by));
    return [field, storedAs(typeOf(context, entity, field), outcome)];
  });
  return { values: valuesOf(assigned), failures };
}

/** Returns the values of each line that an effect adds to a list of its own record. */
export function lineValues(
  context: Context,
  by: string,
  effect: Make,
  row: Row,
  old: Row | null,
): { readonly made: readonly Values[]; readonly failures: readonly Failure[] } {
  const { items, entity } = effect;
  const all = items === null ? [null] : itemsIn(items.all.evaluate(scopeOf(context, row, old)));
  if (all === undefined) return { made: [], failures: unknown(context, by, entity).failures };
  const createdValues: Values[] = [];
  for (const item of all) {
    if (items !== null && !isChosen(context, items, { row, old, item })) continue;
    const { values, failures } = valuesFor(context, by, effect, { row, old, item });
    if (failures.length > 0) return { made: [], failures };
    createdValues.push(values);
  }
  return { made: createdValues, failures: [] };
}

/**
 * Sets a field in those lines of the record that the effect selects. Returns the record and the ids of these lines;
 * `known` is false if the selection is unknown.
 */
export function withLinesSet(
  context: Context,
  effect: Extract<CompiledEffect, { kind: 'set elsewhere' }>,
  row: Row,
  old: Row | null,
): { readonly row: Row; readonly known: boolean; readonly lines: ReadonlySet<string> } {
  const ids = idsOf(effect.on.evaluate(scopeOf(context, row, old)));
  if (ids === undefined) return { row, known: false, lines: new Set() };
  const { outcome } = evaluateFormula(context, effect.value, row, old);
  const wanted = new Set(ids);
  const lists = Object.entries(row.values).flatMap(([name, value]): [string, Value][] => {
    if (!isRows(value) || !value.some((line) => line.entity === effect.entity && wanted.has(line.id))) return [];
    const type = typeOf(context, effect.entity, effect.field);
    const valueIn = (line: Row) =>
      effect.change === null
        ? storedAs(type, outcome)
        : changedValues(type, line.values[effect.field] ?? null, effect.change, outcome ?? null);
    const set = (line: Row) => (wanted.has(line.id) ? rowWith(line, valuesOf([[effect.field, valueIn(line)]])) : line);
    return [[name, value.map(set)]];
  });
  return { row: rowWith(row, valuesOf(lists)), known: true, lines: wanted };
}

const typeOf = ({ model }: Context, entity: string, field: string) =>
  model.schema.entities.get(entity)?.attributes.get(field)?.type;

/** Returns the items of a list, or the one record that a path leads to. Undefined if unknown. */
function itemsIn(outcome: Value | undefined): readonly Value[] | undefined {
  if (outcome === undefined || outcome === null) return outcome === null ? [] : undefined;
  return Array.isArray(outcome) ? (outcome as readonly Value[]) : [outcome];
}

/** Returns the distinct ids of the records that a path leads to; none if it is empty, undefined if it is unknown. */
function idsOf(outcome: Value | undefined): readonly string[] | undefined {
  if (outcome === undefined) return undefined;
  if (outcome === null) return [];
  const all = Array.isArray(outcome) ? (outcome as readonly Value[]) : [outcome];
  const ids = all.flatMap((one) => (isRow(one) ? one.id : typeof one === 'string' ? one : []));
  return [...new Set(ids)];
}

/** The failure of an effect whose target is unknown: unknown never permits. */
function unknown({ model }: Context, by: string, what: string): FollowUps {
  return { followUps: [], failures: [failure(model, [], 'NOT_SHOWN', { what }, [by])] };
}

/** The failure of an effect about more records than one write handles. */
function tooMany({ model }: Context, by: string, entity: string): FollowUps {
  const { label = entity } = model.entities.get(entity)?.entity ?? {};
  const values = { count: String(MAX_RECORDS), entity: label };
  return { followUps: [], failures: [failure(model, [], 'TOO_MANY_RECORDS', values, [by])] };
}

function tooLargeNumber({ model }: Context, by: string): Failure {
  return failure(model, [], 'NUMBER_TOO_LARGE', {}, [by]);
}
