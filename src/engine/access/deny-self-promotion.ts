import type { CompiledEntity, CompiledGrant } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { performersText } from '../errors/message-values.ts';

/** The refusal of changing one's own authority fields. */
export function refuseOwnAuthority(context: Context, entity: CompiledEntity, fields: readonly string[]): Refusal {
  const ids = fields.flatMap((name) => entity.schema.attributes.get(name)?.id ?? []);
  const refusal = refuse(
    context.app,
    'NOT_ALLOWED',
    { who: performersText(context.app, entity, 'change', context) },
    ids,
  );
  return { ...refusal, next: context.app.sentences.ownRights };
}

/** The refusal of assigning roles that the person does not hold, without a cell that says `(any)`. */
export function refuseRoleGrant(
  context: Context,
  entity: CompiledEntity,
  operation: 'create' | 'change',
  roles: readonly string[],
  cells: readonly CompiledGrant[],
): Refusal {
  const who = performersText(context.app, entity, operation, context);
  const refusal = refuse(
    context.app,
    'NOT_ALLOWED',
    { who },
    cells.map((cell) => cell.id),
  );
  const labels = roles.map((role) => context.app.schema.roles.get(role)?.label ?? role);
  return { ...refusal, next: context.app.sentences.roleAway(context.app.format.list(labels)) };
}
