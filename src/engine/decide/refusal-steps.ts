import type { Row } from '../../fields/text/value.ts';
import type { Operation, RefusalStep } from '../../model/types/model.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import { mayReadField } from '../context/permissions.ts';
import type { Refusal } from '../core/refusal.ts';
import { denyByRole } from '../records/authorize-record.ts';

/** A reason to refuse a write. It is evaluated when its turn comes. */
export type Check = readonly [step: RefusalStep, refusal: () => Refusal | null];

/** The order in which steps are judged; null: the usual order. */
export type Order = readonly RefusalStep[] | null;

/** Returns the order of refusals that the call states. */
export function orderOf(model: CompiledModel, call: string | null): Order {
  return (call === null ? null : model.calls.get(call)?.refusals) ?? null;
}

/** Returns the first refusal in the order; null if there is none. Checks of one step stay in their order. */
export function firstRefusal(order: Order, checks: readonly Check[]): Refusal | null {
  const sorted =
    order === null ? checks : checks.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  for (const [, refusal] of sorted) {
    const found = refusal();
    if (found !== null) return found;
  }
  return null;
}

/** Returns a function that computes a value once. */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** Refuses a guest who has no role for the operations: whoever signs in may have one. */
export const refuseGuest = (context: Context, entity: CompiledEntity, operations: readonly Operation[]): Check => [
  'signed in',
  () => (context.principal.row === null ? denyByRole(context, entity, operations) : null),
];

/**
 * Returns the checks of the state. If they come before those of permissions, the state is judged there only for whoever
 * may read it, and for others after the permissions.
 */
export function stateChecks(
  context: Context,
  order: Order,
  entity: CompiledEntity,
  find: () => Row | null,
  judge: (row: Row) => Refusal | null,
): readonly Check[] {
  const judged = (isJudged: (row: Row) => boolean) => () => {
    const row = find();
    return row !== null && isJudged(row) ? judge(row) : null;
  };
  if (order === null || order.indexOf('allowed') < order.indexOf('state')) return [['state', judged(() => true)]];
  const isReadable = (row: Row) =>
    entity.machines.every(({ machine }) => machine.stateless || mayReadField(context, row, machine.name));
  return [
    ['state', judged(isReadable)],
    ['allowed', judged(() => true)],
  ];
}

/** Whether the order judges the body by itself, apart from the rules. */
export const judgesBodyAlone = (order: Order): boolean =>
  order !== null && order.indexOf('rules') !== order.indexOf('body') + 1;
