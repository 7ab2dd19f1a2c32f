import { entityNamed } from '../evaluator/names.ts';
import { member } from '../evaluator/wire.ts';
import type { Json, Stored } from '../evaluator/world.ts';
import { compute, draftOf, stamp } from '../oracle-rules/draft.ts';
import { lineStored } from '../oracle-rules/lines.ts';
import type { RequestContext } from '../oracle-rules/request-context.ts';
import { rowOf } from '../oracle-rules/request-context.ts';
import { movesFrom, movesOf, noMove, suitsRecord } from '../oracle-rules/states.ts';
import { checked, takeEffect, type Written } from './writes.ts';

/**
 * A line takes the way of an event that the product raises. It is written with the record that it stands in, whose
 * rules judge it. Null: there is no such line.
 */
export function moveLine(asking: RequestContext, id: string, event: string): Written | null {
  const found = lineNamed(asking, id);
  if (found === null) return null;
  const { owner, list, entity, line } = found;
  const { model } = asking;
  const stored = lineStored(entity, line);
  const row = rowOf(model, stored);
  const here = movesFrom(movesOf(asking, entity, event), stored);
  const move = here.find((each) => suitsRecord(asking, each, row));
  if (move === undefined) return noMove(asking, here);
  const moved = draftOf(stored);
  takeEffect(asking, moved, move, row);
  moved.values.set(move.machine.name, move.transition.to);
  const draft = draftOf(owner);
  const lines = (draft.values.get(list) ?? []) as readonly Json[];
  draft.values.set(
    list,
    lines.map((each) => (each === line ? Object.fromEntries(moved.values) : each)),
  );
  draft.faults.push(...moved.faults);
  draft.follow.push(...moved.follow);
  stamp(asking, draft, false);
  compute(asking, draft);
  const result = checked(asking, draft, rowOf(model, owner), { event: null, editable: false });
  // What fails stands in a line that nobody typed.
  return result.allowed ? result : { ...result, faults: result.faults.map((fault) => ({ ...fault, path: '' })) };
}

interface Found {
  readonly owner: Stored;
  readonly list: string;
  readonly entity: string;
  readonly line: Json;
}

/** A line by its id, with the record that it stands in. */
export function lineNamed({ model, world }: RequestContext, id: string): Found | null {
  for (const owner of world.values()) {
    for (const { name, type } of entityNamed(model, owner.entity)?.fields ?? []) {
      const lines = owner.values.get(name) ?? null;
      if (type.kind !== 'list' || !Array.isArray(lines)) continue;
      const line = (lines as readonly Json[]).find((each) => member(each, 'id') === id);
      if (line !== undefined) return { owner, list: name, entity: type.entity, line };
    }
  }
  return null;
}
