import { entityNamed, setState } from '../evaluator/names.ts';
import { member } from '../evaluator/wire.ts';
import type { Json, Refused, Stored } from '../evaluator/world.ts';
import { compute, type Draft, draftOf, stamp } from '../oracle-rules/draft.ts';
import { lineAsRecord } from '../oracle-rules/lines.ts';
import type { RequestContext } from '../oracle-rules/request-context.ts';
import { refusal, rowOf } from '../oracle-rules/request-context.ts';
import { isEnded, meetsRecordGuard, movesFrom, movesOf, refusalWithoutMove } from '../oracle-rules/states.ts';
import { checked, takeEffect, type WriteResult } from './writes.ts';

/**
 * Applies an event of the product to a line. The line is written with its record, whose rules are checked. Null if
 * there is no such line.
 */
export function moveLine(context: RequestContext, id: string, event: string): WriteResult | null {
  const found = lineNamed(context, id);
  if (found === null) return null;
  const { owner, list, entity, line } = found;
  const { model } = context;
  const stored = lineAsRecord(entity, line);
  const row = rowOf(model, stored);
  const all = movesOf(context, entity, event);
  const here = movesFrom(all, stored);
  const move = here.find((each) => meetsRecordGuard(context, each, row));
  if (move === undefined) return refusalWithoutMove(context, all, here);
  const moved = draftOf(stored);
  takeEffect(context, moved, move, row);
  setState(move.machine, moved.values, move.transition.to);
  const draft = draftOf(owner);
  const lines = (draft.values.get(list) ?? []) as readonly Json[];
  draft.values.set(
    list,
    lines.map((each) => (each === line ? Object.fromEntries(moved.values) : each)),
  );
  draft.faults.push(...moved.faults);
  draft.follow.push(...moved.follow);
  stamp(context, draft, false);
  compute(context, draft);
  const result = checked(context, draft, rowOf(model, owner), { event: null, editable: false });
  // The faults are in a line that nobody entered.
  return result.allowed ? result : { ...result, faults: result.faults.map((fault) => ({ ...fault, path: '' })) };
}

/** Returns the draft of the record without a line; a refusal if a final state keeps it, null if there is no such line. */
export function withoutLine(context: RequestContext, id: string): Draft | Refused | null {
  const found = lineNamed(context, id);
  if (found === null) return null;
  const { owner, list, entity, line } = found;
  if (isEnded(context, lineAsRecord(entity, line)) || isEnded(context, owner))
    return refusal(context.model, 'WRONG_STATE');
  const draft = draftOf(owner);
  const lines = ((draft.values.get(list) ?? []) as readonly Json[]).filter((each) => member(each, 'id') !== id);
  draft.values.set(list, lines.length === 0 ? null : lines);
  return draft;
}

interface Found {
  readonly owner: Stored;
  readonly list: string;
  readonly entity: string;
  readonly line: Json;
}

/** Returns a line by its id, with its record. */
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
