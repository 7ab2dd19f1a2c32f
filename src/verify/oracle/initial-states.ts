import { machinesOf } from '../evaluator/names.ts';
import type { Row } from '../evaluator/value.ts';
import type { Refused } from '../evaluator/world.ts';
import type { Draft } from '../oracle-rules/draft.ts';
import { type RequestContext, refusal } from '../oracle-rules/request-context.ts';
import { type Move, mayPerform, suitsMe, suitsRecord } from '../oracle-rules/states.ts';

/** For each machine the first row from `(new)` that counts; else the refusal of the first that is this person's. */
export function beginnings(asking: RequestContext, row: Row, byProduct: boolean): readonly (Move | Refused)[] {
  return machinesOf(asking.model, row.entity).flatMap((machine): readonly (Move | Refused)[] => {
    const rows = machine.transitions.filter(({ from }) => from === null).map((transition) => ({ machine, transition }));
    const mine = rows.filter((move) => byProduct || (isStarter(asking, move, row) && suitsMe(asking, move, row)));
    const found = mine.find((move) => suitsRecord(asking, move, row));
    if (found !== undefined) return [found];
    if (rows.length === 0) return [];
    const code = mine[0] === undefined ? 'NOT_ALLOWED' : (mine[0].transition.error?.name ?? 'NOT_MET');
    return [refusal(asking.model, code, [], mine[0] === undefined ? 403 : 409)];
  });
}

/** A blank `Who` means the product, which starts every record. */
function isStarter(asking: RequestContext, move: Move, row: Row): boolean {
  const { who } = move.transition;
  return who !== null && (who.length === 0 || mayPerform(asking, move, row));
}

/** The moves alone, or the first refusal. */
export function begun(found: readonly (Move | Refused)[]): readonly Move[] | Refused {
  const refused = found.find((each) => 'allowed' in each);
  return refused ?? found.flatMap((each) => ('allowed' in each ? [] : each));
}

/** Puts a draft into the states in which it begins. */
export function beginIn(draft: Draft, found: readonly (Move | Refused)[]): void {
  for (const each of found) if (!('allowed' in each)) draft.values.set(each.machine.name, each.transition.to);
}
