import { isRows } from '../fields/list.ts';
import type { Row } from '../fields/value.ts';
import type { PreparedEntity } from './app.ts';
import type { Consequence } from './consequence.ts';
import type { Context } from './context.ts';
import { afterEffects, startsOf, withEffects } from './effects.ts';
import type { Write } from './verdict.ts';

/** Who is told since lines are new, and what follows at other records. */
export function toldOfLines(
  context: Context,
  entity: PreparedEntity,
  before: Row | null,
  after: Row,
): { readonly writes: readonly Write[]; readonly notes: readonly string[]; readonly follow: readonly Consequence[] } {
  const follow: Consequence[] = [];
  const told = newLines(context, entity, before, after).flatMap(({ lines, line }) =>
    startsOf(lines)
      .filter(({ effects }) => effects.length > 0)
      .map((way) => {
        withEffects(context, lines, way, line, new Map(), follow);
        return afterEffects(context, way, line, null, 'create');
      }),
  );
  const writes = told.flatMap((each) => each.writes.map((write) => ofRecord(write, after)));
  return { writes, notes: told.flatMap(({ notes }) => notes), follow };
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
