import type { Effect } from '../../model/types/model.ts';
import { machinesOf } from '../evaluator/names.ts';
import type { Row } from '../evaluator/value.ts';
import type { Stored } from '../evaluator/world.ts';
import { type Draft, rowOfDraft } from '../oracle-rules/draft.ts';
import { type FollowUp, followUpsOf } from '../oracle-rules/follow-up.ts';
import { certainlyHolds, type RequestContext, rowOf, scopeOf } from '../oracle-rules/request-context.ts';
import type { Move } from '../oracle-rules/states.ts';

type Operation = 'create' | 'change' | 'delete';

/** Returns the rows that state effects of an operation on the record itself and whose condition holds. */
export function movesOfOperation(
  context: RequestContext,
  operation: Operation,
  entity: string,
  row: Row,
  old: Row | null,
): readonly Move[] {
  return machinesOf(context.model, entity).flatMap((machine) =>
    machine.transitions.flatMap((transition) => {
      const { timer } = transition;
      if (timer?.kind !== 'operation' || timer.operation !== operation) return [];
      return certainlyHolds(context, timer.where, row, old) ? [{ machine, transition }] : [];
    }),
  );
}

/** Returns the rows that act on a draft, judged before any of their effects. */
export const movesOfDraft = (
  context: RequestContext,
  operation: Operation,
  draft: Draft,
  old: Row | null,
): readonly Move[] => movesOfOperation(context, operation, draft.entity, rowOfDraft(context, draft), old);

/** Returns what follows from the deletion of a record, worked out while it still exists. */
export function followUpsOfDeletion(context: RequestContext, stored: Stored): readonly FollowUp[] {
  const row = rowOf(context.model, stored);
  const effects: readonly Effect[] = movesOfOperation(context, 'delete', stored.entity, row, row).flatMap(
    ({ transition }) => transition.effects,
  );
  return effects.flatMap((effect) => [...followUpsOf(effect, () => scopeOf(context, row, row))]);
}
