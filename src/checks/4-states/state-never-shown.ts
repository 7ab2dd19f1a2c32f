import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine, Screen } from '../../model/types/model.ts';
import { kindsShowing } from '../../model/types/screen-kinds.ts';
import { joinNames, withArticle } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { reachedFrom } from '../transitions/possible-moves.ts';
import { canHoldTogether, cellGrants, inState } from '../transitions/transition-conditions.ts';

const LISTS: ReadonlySet<Screen['kind']> = new Set(kindsShowing('records'));

export const check = defineCheck({
  code: 'state-never-shown',
  point: 4,
  severity: 'warning',
  about: 'A state whose records are on no list.',
  *find({ entities }) {
    for (const context of entities) {
      const lists = context.screens.filter(({ kind }) => LISTS.has(kind));
      if (!lists.some(({ standing }) => standing === 'stated')) continue;
      for (const machine of context.machines) {
        if (machine.initial === null || machine.standing !== 'stated') continue;
        const reached = reachedFrom(startStatesOf(machine), machine.transitions);
        for (const { name, id, at, final } of machine.states) {
          if (!reached.has(name) || lists.some((screen) => isShown(machine, name, screen, context))) continue;
          const record = withArticle(machine.entity);
          yield {
            element: id,
            at: at ?? machine.at,
            also: lists.map((screen) => screen.filter?.at ?? screen.at),
            severity: final ? 'note' : 'warning',
            message: `No list shows ${record} in ${name} to anybody (checked: ${joinNames(
              lists.map((screen) => screen.name),
            )}).`,
            next: `Include ${name} in the filter of a screen of point 2, or add a screen for it.`,
            witness: witnessOf(context, {
              entity: machine.entity,
              opens: 'list',
              outcome: `once ${record} is in ${name}, it disappears from the lists, and only its own address leads to it`,
            }),
          };
        }
      }
    }
  },
});

/** Whether a list may show records in the state; true if that cannot be decided. */
function isShown(machine: Machine, state: string, screen: Screen, context: EntityContext): boolean {
  const filter = screen.filter === null ? [] : [context.typed(screen.filter)];
  const typed = filter.filter((each) => each !== null);
  if (screen.roles === null || typed.length < filter.length) return true;
  const given = [...inState(machine, state, context), ...typed];
  const cells = context.access.cells(machine.entity, 'read');
  if (cells.length === 0 || screen.roles.length === 0) return typed.length === 0 || canHoldTogether(given, context);
  const held = new Set(screen.roles.flatMap(({ name }) => [...context.access.certainRoles(name)]));
  const isRelated = (role: string) => (context.schema.roles.get(role)?.relation.length ?? 0) > 0;
  return cells.some((cell) => {
    if (!held.has(cell.role) && !isRelated(cell.role)) return false;
    const unconditional = cell.grant.kind !== 'yes' || cell.grant.where === null;
    return (
      cellGrants(cell, given, context) && (!unconditional || typed.length === 0 || canHoldTogether(given, context))
    );
  });
}
