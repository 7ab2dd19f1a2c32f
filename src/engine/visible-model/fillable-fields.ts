import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import { kept } from '../compiled/memoize-by-roles.ts';
import { entityOf } from '../context/decision-context.ts';
import { admitsOnSome, grantsOf } from '../context/permissions.ts';
import type { Who } from '../core/principal.ts';
import { inputNames, isTyped } from '../input/input-fields.ts';
import { couldRaise } from '../transitions/possible-transitions.ts';

/** Whether these roles fill in the field on some record: as they create it, change it, or are asked by an event. */
export function mayFill(app: App, who: Who, entity: string, field: string): boolean {
  return fillable(app, who, entityOf(app, entity)).has(field);
}

function fillable(app: App, who: Who, entity: PreparedEntity): ReadonlySet<string> {
  return kept(app, `filled ${entity.name}`, who, () =>
    entity.entity.belongsTo === null ? ownFields(app, who, entity) : lineFields(app, who, entity, new Set()),
  );
}

function ownFields(app: App, who: Who, entity: PreparedEntity): ReadonlySet<string> {
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

/** Lines are filled in with the list that they stand in, which may stand in lines itself. */
function lineFields(app: App, who: Who, line: PreparedEntity, below: ReadonlySet<string>): ReadonlySet<string> {
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
