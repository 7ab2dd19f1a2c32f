import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { PreparedEntity, PreparedTransition } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Consequence } from '../context/follow-up.ts';
import type { Write } from '../context/verdict.ts';
import { startsOf } from '../transitions/initial-transition.ts';
import { guardRefusal } from '../transitions/possible-transitions.ts';
import { afterEffects, withEffects } from './effects.ts';

/** Who is told since lines are new, and what follows at other records. */
export function toldOfLines(
  context: Context,
  entity: PreparedEntity,
  before: Row | null,
  after: Row,
): { readonly writes: readonly Write[]; readonly notes: readonly string[]; readonly follow: readonly Consequence[] } {
  const follow: Consequence[] = [];
  const told = newLines(context, entity, before, after).flatMap(({ lines, line }) =>
    startsTaken(context, lines, line)
      .filter(({ effects }) => effects.length > 0)
      .map((way) => {
        withEffects(context, lines, way, line, new Map(), follow);
        return afterEffects(context, way, line, null, 'create');
      }),
  );
  const writes = told.flatMap((each) => each.writes.map((write) => ofRecord(write, after)));
  return { writes, notes: told.flatMap(({ notes }) => notes), follow };
}

/** The `(new)` rows that a line took, as far as the line that they left still shows it. */
function startsTaken(context: Context, { machines }: PreparedEntity, line: Row): readonly PreparedTransition[] {
  return machines.flatMap((machine) => {
    const possible = startsOf(machine).filter(({ transition }) => transition.to === line.values[machine.machine.name]);
    return possible.find((start) => guardRefusal(context, start, line) === null) ?? possible[0] ?? [];
  });
}

function newLines({ app }: Context, { lists }: PreparedEntity, before: Row | null, after: Row) {
  return lists.flatMap(({ name, entity }) => {
    const lines = app.entities.get(entity);
    if (lines === undefined || lines.machines.length === 0) return [];
    const known = new Set(linesOf(before, name).map(({ id }) => id));
    return linesOf(after, name).flatMap((line) => (known.has(line.id) ? [] : [{ lines, line }]));
  });
}

/** Lines have no place of their own to lead to. */
export function ofRecord(write: Write, { entity, id }: Row): Write {
  return write.kind === 'notify' || write.kind === 'outbox' ? { ...write, entity, id } : write;
}

function linesOf(row: Row | null, list: string): readonly Row[] {
  const lines = row?.values[list] ?? null;
  return isRows(lines) ? lines : [];
}
