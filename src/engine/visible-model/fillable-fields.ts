import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { entityOf } from '../context/decision-context.ts';
import { admitsOnSome, grantsOf } from '../context/permissions.ts';
import type { Principal } from '../core/principal.ts';
import { inputNames, isTyped } from '../input/input-fields.ts';
import { couldRaise } from '../transitions/possible-transitions.ts';

/**
 * Returns whether these roles can enter the field on some record: when creating it, changing it, or as an ask of an
 * event.
 */
export function mayFill(app: CompiledModel, who: Principal, entity: string, field: string): boolean {
  return fillable(app, who, entityOf(app, entity)).has(field);
}

function fillable(app: CompiledModel, who: Principal, entity: CompiledEntity): ReadonlySet<string> {
  return memoizeByRoles(app, `filled ${entity.name}`, who, () =>
    entity.entity.belongsTo === null ? ownFields(app, who, entity) : lineFields(app, who, entity, new Set()),
  );
}

function ownFields(app: CompiledModel, who: Principal, entity: CompiledEntity): ReadonlySet<string> {
  const { permissions } = entity;
  const named = (operation: 'create' | 'change') =>
    [...inputNames(app, entity, operation, who, null)].filter((name) =>
      admitsOnSome(permissions[operation], who, name),
    );
  const reads = grantsOf(permissions.read, who).length > 0;
  const raised = entity.machines
    .flatMap(({ transitions }) => transitions)
    .filter((each) => reads && each.transition.event !== null && couldRaise({ who }, entity, each));
  const asked = raised.flatMap(({ asks }) => asks.map(({ field }) => field));
  return new Set([...named('create'), ...(reads ? named('change') : []), ...asked]);
}

/** Lines are filled in with their list, which may itself belong to lines. */
function lineFields(
  app: CompiledModel,
  who: Principal,
  line: CompiledEntity,
  below: ReadonlySet<string>,
): ReadonlySet<string> {
  if (below.has(line.name)) return new Set();
  const within = new Set([...below, line.name]);
  const filled = [...app.entities.values()].some((owner) => {
    const lists = owner.entity.fields.filter(({ type }) => type.kind === 'list' && type.entity === line.name);
    if (lists.length === 0) return false;
    const names = owner.entity.belongsTo === null ? ownFields(app, who, owner) : lineFields(app, who, owner, within);
    return lists.some(({ name }) => names.has(name));
  });
  return new Set(filled ? line.entity.fields.filter(isTyped).map(({ name }) => name) : []);
}
