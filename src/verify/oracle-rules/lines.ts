import { entityNamed } from '../evaluator/names.ts';
import { member } from '../evaluator/wire.ts';
import type { Json, Stored } from '../evaluator/world.ts';
import type { RequestContext } from './request-context.ts';
import { isEditable, isEnded } from './states.ts';

/** The code for a missing line that may not be removed; reported at the list. */
export const LINE_STAYS = 'LINE_STAYS';

/** Returns a line as a record. */
export function lineAsRecord(entity: string, line: Json): Stored {
  return {
    entity,
    id: String(member(line, 'id') ?? ''),
    values: new Map(Object.entries(line ?? {}) as [string, Json][]),
  };
}

/** Whether the values of a line may not be changed. */
export function isClosed(context: RequestContext, entity: string, line: Json): boolean {
  return !isEditable(context, lineAsRecord(entity, line));
}

/** Whether a line may not be removed: it, or a line within it, is in a final state. */
export function isUnremovable(context: RequestContext, entity: string, line: Json): boolean {
  if (isEnded(context, lineAsRecord(entity, line))) return true;
  return (entityNamed(context.model, entity)?.fields ?? []).some(({ name, type }) => {
    const inner = member(line, name) ?? null;
    return (
      type.kind === 'list' &&
      Array.isArray(inner) &&
      inner.some((each: Json) => isUnremovable(context, type.entity, each))
    );
  });
}
