import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { CompiledEntity, CompiledTransition } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import type { Write } from '../context/verdict.ts';
import { initialTransitions } from '../transitions/initial-transition.ts';
import { guardRefusal } from '../transitions/transition-refusals.ts';
import { notificationsAndCalls, withEffects } from './effects.ts';

/** Returns the notifications of new lines and their follow-ups on other records. */
export function notificationsOfLines(
  context: Context,
  entity: CompiledEntity,
  before: Row | null,
  after: Row,
): { readonly writes: readonly Write[]; readonly notes: readonly string[]; readonly follow: readonly FollowUp[] } {
  const follow: FollowUp[] = [];
  const consequences = newLines(context, entity, before, after).flatMap(({ lines, line }) =>
    startsTaken(context, lines, line)
      .filter(({ effects }) => effects.length > 0)
      .map((transition) => {
        withEffects(context, lines, transition, line, new Map(), follow);
        return notificationsAndCalls(context, transition, line, null, 'create');
      }),
  );
  const writes = consequences.flatMap((each) => each.writes.map((write) => redirectToOwner(write, after)));
  return { writes, notes: consequences.flatMap(({ notes }) => notes), follow };
}

/** Returns the `(new)` transitions that a line took, as far as they can be told from the resulting line. */
function startsTaken(context: Context, { machines }: CompiledEntity, line: Row): readonly CompiledTransition[] {
  return machines.flatMap((machine) => {
    const possible = initialTransitions(machine).filter(
      ({ transition }) => transition.to === line.values[machine.machine.name],
    );
    return possible.find((start) => guardRefusal(context, start, line) === null) ?? possible[0] ?? [];
  });
}

function newLines({ model }: Context, { lists }: CompiledEntity, before: Row | null, after: Row) {
  return lists.flatMap(({ name, entity }) => {
    const lines = model.entities.get(entity);
    if (lines === undefined || lines.machines.length === 0) return [];
    const known = new Set(linesOf(before, name).map(({ id }) => id));
    return linesOf(after, name).flatMap((line) => (known.has(line.id) ? [] : [{ lines, line }]));
  });
}

/** Redirects a notification or call of a line to its owner, because lines have no screen of their own. */
export function redirectToOwner(write: Write, { entity, id }: Row): Write {
  return write.kind === 'notify' || write.kind === 'outbox' ? { ...write, entity, id } : write;
}

function linesOf(row: Row | null, list: string): readonly Row[] {
  const lines = row?.values[list] ?? null;
  return isRows(lines) ? lines : [];
}
