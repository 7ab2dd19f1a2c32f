import { withIncluded } from '../../model/lookups/roles.ts';
import type { Screen } from '../../model/types/model.ts';
import { gatesOf } from '../access/read-policy.ts';
import type { App } from '../compiled/compiled-model.ts';
import { kept } from '../compiled/memoize-by-roles.ts';
import type { Who } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { accessOf } from '../visible-model/entity-access.ts';
import { isRefusal, planList } from './list.ts';
import { columnsNamed, type ListState, NO_GROUPS } from './list-state.ts';

/**
 * Whether they keep views of a screen for others: the roles that the document names; where it names none, whoever may change
 * what gives people their roles, and nobody else (A-VIEWS).
 */
export function mayShareViews(app: App, who: Who, { sharers }: Pick<Screen, 'sharers'>): boolean {
  if (who.row === null) return false;
  if (sharers !== null) return sharers.some(({ name }) => who.roles.has(name));
  const { people } = app;
  const role = people?.role?.name;
  if (people === null || role === undefined) return false;
  return kept(app, 'shares views', who, () => {
    const access = accessOf(app, who).get(people.entity);
    return access?.changeInputs.includes(role) === true;
  });
}

/** Somebody who holds this role and no other; who they are is open. */
export function holderOf(app: App, role: string, who: Who): Who {
  return { row: who.row, roles: new Set([...withIncluded([role], app.schema), ...app.everyone]) };
}

/** Why such a list would be refused to them; or the column of it that they never read; null: they may ask it. */
export function refusedState(
  app: App,
  who: Who,
  { entity, screen, state }: { readonly entity: string; readonly screen: string; readonly state: ListState },
  now: number,
): Refusal | { readonly column: string } | null {
  const asked = (['filter', 'q', 'sort', 'filters'] as const).flatMap((name) =>
    state[name] === '' ? [] : [[name, state[name]] as const],
  );
  const groups = state.group === '' || state.group === NO_GROUPS ? {} : { groups: { by: state.group, keys: [] } };
  const planned = planList(app, who, { entity, from: screen, query: asked, ...groups, secret: NO_SECRET }, now);
  if (isRefusal(planned)) return planned;
  const prepared = app.entities.get(entity);
  const fields = prepared === undefined ? null : gatesOf(app, prepared, who).fields;
  const column = columnsNamed(state).find((name) => fields?.has(name) !== true);
  return column === undefined ? null : { column };
}

/** Nothing is signed: no page is asked for. */
const NO_SECRET = new Uint8Array();
