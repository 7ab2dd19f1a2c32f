import type { CompiledEntity, CompiledGrant } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { performersText } from '../errors/message-values.ts';

/** The refusal of changing one's own authority fields. */
export function refuseOwnAuthority(context: Context, entity: CompiledEntity, fields: readonly string[]): Refusal {
  const ids = fields.flatMap((name) => entity.schema.attributes.get(name)?.id ?? []);
  const refusal = refuse(
    context.model,
    'NOT_ALLOWED',
    { who: performersText(context.model, entity, 'change', context) },
    ids,
  );
  return { ...refusal, next: context.model.sentences.ownRights };
}

/** The refusal of assigning roles that the person does not hold, without a cell that says `(any)`. */
export function refuseRoleGrant(
  context: Context,
  entity: CompiledEntity,
  operation: 'create' | 'change',
  roles: readonly string[],
  cells: readonly CompiledGrant[],
): Refusal {
  const performers = performersText(context.model, entity, operation, context);
  const refusal = refuse(
    context.model,
    'NOT_ALLOWED',
    { who: performers },
    cells.map((cell) => cell.id),
  );
  const labels = roles.map((role) => context.model.schema.roles.get(role)?.label ?? role);
  return { ...refusal, next: context.model.sentences.roleAway({ roles: context.model.format.list(labels) }) };
}
