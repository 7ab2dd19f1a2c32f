import { machinesOf, setState } from '../evaluator/names.ts';
import type { Row } from '../evaluator/value.ts';
import type { Refused } from '../evaluator/world.ts';
import type { Draft } from '../oracle-rules/draft.ts';
import { type RequestContext, refusal } from '../oracle-rules/request-context.ts';
import { type Move, mayTake, meetsPersonGuard, meetsRecordGuard } from '../oracle-rules/states.ts';

/**
 * Returns, for each machine, the first row from `(new)` that applies, otherwise the refusal of the first row of this
 * person.
 */
export function initialMoves(context: RequestContext, row: Row, byProduct: boolean): readonly (Move | Refused)[] {
  return machinesOf(context.model, row.entity).flatMap((machine): readonly (Move | Refused)[] => {
    const rows = machine.transitions.filter(({ from }) => from === null).map((transition) => ({ machine, transition }));
    const mine = rows.filter(
      (move) => byProduct || (isStarter(context, move, row) && meetsPersonGuard(context, move, row)),
    );
    const found = mine.find((move) => meetsRecordGuard(context, move, row));
    if (found !== undefined) return [found];
    if (rows.length === 0) return [];
    const code = mine[0] === undefined ? 'NOT_ALLOWED' : (mine[0].transition.error?.name ?? 'NOT_MET');
    return [refusal(context.model, code, [], mine[0] === undefined ? 403 : 409)];
  });
}

/** A blank `Who` means the product, which starts every record. */
function isStarter(context: RequestContext, move: Move, row: Row): boolean {
  const { who } = move.transition;
  return who !== null && (who.length === 0 || mayTake(context, move, row));
}

/** Returns the moves, or the first refusal. */
export function movesOrRefusal(found: readonly (Move | Refused)[]): readonly Move[] | Refused {
  const refused = found.find((each) => 'allowed' in each);
  return refused ?? found.flatMap((each) => ('allowed' in each ? [] : each));
}

/** Sets the initial states of a draft. */
export function setInitialStates(draft: Draft, found: readonly (Move | Refused)[]): void {
  for (const each of found) if (!('allowed' in each)) setState(each.machine, draft.values, each.transition.to);
}
