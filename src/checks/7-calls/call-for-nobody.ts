import type { Call, Operation } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'call-for-nobody',
  point: 7,
  severity: 'warning',
  about: 'A call that no role may make.',
  *find(context) {
    for (const call of context.model.calls) {
      const needed = neededFor(call);
      if (call.standing !== 'stated' || needed === null) continue;
      const { entity, operation } = needed;
      if (!context.schema.entities.has(entity) || context.access.anybodyMay(entity, operation) !== 'no') continue;
      yield {
        element: call.id,
        at: call.at,
        also: rowOf(entity, operation, context),
        message: `Nobody may make the call ${call.name}: no role may ${operation} ${entity}.`,
        next: `Grant it in the row “${entity}: ${operation}” of point 6, or remove the call.`,
      };
    }
  },
});

/**
 * Returns the permission that a call needs. Null for events, which transitions restrict, and for outside calls, which
 * the product makes.
 */
function neededFor({ does }: Call): { readonly entity: string; readonly operation: Operation } | null {
  if (does.kind === 'outside' || does.kind === 'unknown' || does.kind === 'event' || does.kind === 'account')
    return null;
  if (does.kind === 'file') return { entity: does.entity, operation: does.act === 'upload' ? 'change' : 'read' };
  if (does.kind === 'values') return { entity: does.entity, operation: 'read' };
  const operation = does.kind === 'bulk' ? does.act : does.kind;
  if (operation === 'event') return null;
  if (operation === 'delete all') return { entity: does.entity, operation: 'delete' };
  return { entity: does.entity, operation: operation === 'list' ? 'read' : operation };
}

function rowOf(entity: string, operation: Operation, { access }: CheckContext) {
  return access
    .cells(entity, operation)
    .slice(0, 1)
    .map(({ at }) => at);
}
