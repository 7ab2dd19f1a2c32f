import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { entityOf } from '../context/decision-context.ts';
import { grantsOf, isGrantedSomewhere } from '../context/permissions.ts';
import type { Principal } from '../core/principal.ts';
import { inputNames, isTyped } from '../input/input-fields.ts';
import { mayRaiseSomewhere } from '../transitions/transition-refusals.ts';

/**
 * Returns whether these roles can enter the field on some record: when creating it, changing it, or as an ask of an
 * event.
 */
export function mayEnterField(model: CompiledModel, principal: Principal, entity: string, field: string): boolean {
  return fillable(model, principal, entityOf(model, entity)).has(field);
}

function fillable(model: CompiledModel, principal: Principal, entity: CompiledEntity): ReadonlySet<string> {
  return memoizeByRoles(model, `filled ${entity.name}`, principal, () =>
    entity.entity.belongsTo === null
      ? ownFields(model, principal, entity)
      : lineFields(model, principal, entity, new Set()),
  );
}

function ownFields(model: CompiledModel, principal: Principal, entity: CompiledEntity): ReadonlySet<string> {
  const { permissions } = entity;
  const named = (operation: 'create' | 'change') =>
    [...inputNames(model, entity, operation, principal, null)].filter((name) =>
      isGrantedSomewhere(permissions[operation], principal, name),
    );
  const reads = grantsOf(permissions.read, principal).length > 0;
  const raised = entity.machines
    .flatMap(({ transitions }) => transitions)
    .filter((each) => reads && each.transition.event !== null && mayRaiseSomewhere({ principal }, entity, each));
  const askedFields = raised.flatMap(({ asks }) => asks.map(({ field }) => field));
  return new Set([...named('create'), ...(reads ? named('change') : []), ...askedFields]);
}

/** Lines are filled in with their list, which may itself belong to lines. */
function lineFields(
  model: CompiledModel,
  principal: Principal,
  line: CompiledEntity,
  below: ReadonlySet<string>,
): ReadonlySet<string> {
  if (below.has(line.name)) return new Set();
  const within = new Set([...below, line.name]);
  const filled = [...model.entities.values()].some((owner) => {
    const lists = owner.entity.fields.filter(({ type }) => type.kind === 'list' && type.entity === line.name);
    if (lists.length === 0) return false;
    const names =
      owner.entity.belongsTo === null
        ? ownFields(model, principal, owner)
        : lineFields(model, principal, owner, within);
    return lists.some(({ name }) => names.has(name));
  });
  return new Set(filled ? line.entity.fields.filter(isTyped).map(({ name }) => name) : []);
}
