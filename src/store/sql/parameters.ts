import type { AggregatePlan, ListPlan } from '../../engine/query/list-plan.ts';
import { type Parameter, parametersIn } from '../../expressions/relation/relation-parts.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Outcome, Scope } from '../../expressions/types/scope.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import { orderKey } from '../../fields/text/fold.ts';
import { identityKey } from '../../fields/text/identity-key.ts';
import type { Value } from '../../fields/text/value.ts';
import { isDuration } from '../../fields/types/duration.ts';
import { isStorable, moneyText, type SqlValue, wordPrefix } from '../core/storage.ts';
import type { Dialect } from './dialect.ts';
import type { Slot, Use } from './fragment.ts';

export { parametersIn };

/** Returns all relations of a plan in a fixed order, so that plans with the same key have the same parameter positions. */
export function relationsOf(plan: ListPlan | AggregatePlan): Relation[] {
  const gates =
    'select' in plan
      ? [...plan.select.map((each) => each.gate), ...plan.sort.map((each) => each.gate)]
      : [plan.gate, plan.by?.gate ?? null, ...(plan.furtherMeasures ?? []).map((each) => each.gate)];
  return [...plan.where, ...gates.filter((gate) => gate !== null)];
}

/** Returns the values to bind to a statement's slots for one request. Each parameter is evaluated once. */
export function boundValues(
  slots: readonly Slot[],
  parameters: readonly Parameter[],
  scope: Scope,
  values: readonly SqlValue[],
  dialect: Pick<Dialect, 'unmatchableValue'>,
): SqlValue[] {
  const outcomes: Outcome[] = [];
  const outcome = (index: number): Outcome => {
    if (!(index in outcomes)) outcomes[index] = parameters[index]?.value(scope);
    return outcomes[index];
  };
  return slots.map((slot) => {
    if (slot.slot === 'given') return values[slot.index] ?? null;
    if (slot.slot === 'own') return asSql(slot.parameter.value(scope), slot.type, slot.use, dialect);
    if (slot.slot === 'option') {
      const list = outcome(slot.index);
      const isFound = Array.isArray(list) && list.includes(slot.option) === slot.isNamed;
      return isFound ? slot.option : dialect.unmatchableValue(slot.type);
    }
    return asSql(outcome(slot.index), slot.type, slot.use, dialect);
  });
}

function asSql(
  outcome: Outcome,
  type: StaticType,
  use: Use,
  { unmatchableValue }: Pick<Dialect, 'unmatchableValue'>,
): SqlValue {
  if (use === 'list' || use === 'fold list') return listOf(outcome, use);
  if (outcome === undefined) return use === 'same' || use === 'fold' || isElement(use) ? unmatchableValue(type) : null;
  const value = scalar(outcome, type);
  if (value === null && isElement(use)) return unmatchableValue(type);
  if (typeof value !== 'string') return value;
  if (use === 'fold' || use === 'fold element') return identityKey(value);
  if (use === 'order') return orderKey(value);
  return use === 'word' ? wordPrefix(value) : value;
}

function isElement(use: Use): boolean {
  return use === 'element' || use === 'fold element';
}

/** Converts a single value. Lists are converted by `listOf`. */
function scalar(value: Value, type: StaticType): SqlValue {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if ('entity' in value && 'id' in value) return value.id;
  if (type.t === 'money' && 'amount' in value) return moneyText(value);
  // Fields store milliseconds only, so a duration with months or days equals no stored value.
  if (isDuration(value)) return value.months === 0 && value.days === 0 ? value.ms : null;
  return null;
}

/** Returns a list as JSON; `[null]` if it is unknown. Empty items are omitted, since they equal nothing. */
function listOf(outcome: Outcome, use: 'list' | 'fold list'): SqlValue {
  if (!Array.isArray(outcome)) return '[null]';
  const items = (outcome as readonly Value[])
    .map((item) => scalar(item, { t: 'empty' }))
    .filter((item) => item !== null && (typeof item !== 'string' || isStorable(item)));
  return JSON.stringify(
    items.map((item) => (use === 'fold list' && typeof item === 'string' ? identityKey(item) : item)),
  );
}
