import { withIncluded } from '../../model/lookups/roles.ts';
import type { Screen } from '../../model/types/model.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { accessOf } from '../visible-model/entity-access.ts';
import { isRefusal, planList } from './list.ts';
import { columnsNamed, type ListState, NO_GROUPS } from './saved-list-view.ts';

/**
 * Returns whether the principal may share views of a screen: the roles that the document names; if it names none,
 * everybody who may change people's roles (A-VIEWS).
 */
export function mayShareViews(
  model: CompiledModel,
  principal: Principal,
  { sharers }: Pick<Screen, 'sharers'>,
): boolean {
  if (principal.row === null) return false;
  if (sharers !== null) return sharers.some(({ name }) => principal.roles.has(name));
  const { people } = model;
  const role = people?.role?.name;
  if (people === null || role === undefined) return false;
  return memoizeByRoles(model, 'shares views', principal, () => {
    const access = accessOf(model, principal).get(people.entity);
    return access?.changeInputs.includes(role) === true;
  });
}

/** Returns a principal who holds only this role. */
export function principalWithRole(model: CompiledModel, role: string, principal: Principal): Principal {
  return { row: principal.row, roles: new Set([...withIncluded([role], model.schema), ...model.everyoneRoles]) };
}

/**
 * Returns why a view would be refused to the principal, or the column of it that they may never read; null if they may
 * query it.
 */
export function refuseState(
  model: CompiledModel,
  principal: Principal,
  { entity, screen, state }: { readonly entity: string; readonly screen: string; readonly state: ListState },
  now: number,
): Refusal | { readonly column: string } | null {
  const parameters = (['filter', 'q', 'sort', 'filters'] as const).flatMap((name) =>
    state[name] === '' ? [] : [[name, state[name]] as const],
  );
  const groups = state.group === '' || state.group === NO_GROUPS ? {} : { groups: { by: state.group, keys: [] } };
  const planned = planList(
    model,
    principal,
    { entity, from: screen, query: parameters, ...groups, secret: NO_SECRET },
    now,
  );
  if (isRefusal(planned)) return planned;
  const prepared = model.entities.get(entity);
  const fields = prepared === undefined ? null : readPolicyFor(model, prepared, principal).fields;
  const column = columnsNamed(state).find((name) => fields?.has(name) !== true);
  return column === undefined ? null : { column };
}

/** No cursor is signed, because no page is requested. */
const NO_SECRET = new Uint8Array();
