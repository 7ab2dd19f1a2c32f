import { entityNamed } from '../evaluator/names.ts';
import { member } from '../evaluator/wire.ts';
import type { Json, Stored } from '../evaluator/world.ts';
import type { RequestContext } from './request-context.ts';
import { isEditable, isEnded } from './states.ts';

/** The code where a line is not sent that may not go; it stands at the list. */
export const LINE_STAYS = 'LINE_STAYS';

/** A line, seen as a record. */
export function lineStored(entity: string, line: Json): Stored {
  return {
    entity,
    id: String(member(line, 'id') ?? ''),
    values: new Map(Object.entries(line ?? {}) as [string, Json][]),
  };
}

/** Whether what stands in a line has to come back as it is. */
export function isClosed(asking: RequestContext, entity: string, line: Json): boolean {
  return !isEditable(asking, lineStored(entity, line));
}

/** Whether a line may not be taken away: it stands in a final state, or a line in one stands in it. */
export function stays(asking: RequestContext, entity: string, line: Json): boolean {
  if (isEnded(asking, lineStored(entity, line))) return true;
  return (entityNamed(asking.model, entity)?.fields ?? []).some(({ name, type }) => {
    const inner = member(line, name) ?? null;
    return type.kind === 'list' && Array.isArray(inner) && inner.some((each: Json) => stays(asking, type.entity, each));
  });
}
