import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { madeByMe, makerFields } from '../access/record-makers.ts';
import { joinNames, withArticle } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn } from '../transitions/possible-moves.ts';
import { actorsOf, canHoldTogether } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'one-role-end-to-end',
  point: 4,
  severity: 'note',
  about: 'A role that can take its own record from the start to a final state alone, although others have a say.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const named = new Set(machine.transitions.flatMap(({ who }) => who?.map(({ name }) => name) ?? []));
        if (named.size < 2 || machine.initial === null || machine.standing !== 'stated') continue;
        const paths = new Map<string, { readonly path: Transition[]; readonly roles: string[] }>();
        for (const role of named) {
          const path = context.schema.roles.has(role) ? pathOfOneRole(machine, role, context) : null;
          const key = path?.map(({ id }) => id).join(' ') ?? '';
          if (path !== null) paths.set(key, { path, roles: [...(paths.get(key)?.roles ?? []), role] });
        }
        for (const { path, roles } of paths.values()) {
          const [first, last] = [path[0], path.at(-1)];
          const events = joinNames(path.map(({ event }) => `“${event}”`));
          const record = withArticle(machine.entity);
          yield {
            element: machine.id,
            at: machine.at,
            also: path.map(({ at }) => at),
            message: `One person with the role ${joinNames(roles, 'or')} can move ${record} from ${first?.from} to ${last?.to} alone: ${events}.`,
            next: 'If two people must be involved, add a guard to the last step that excludes the person who created it.',
            witness: witnessOf(context, {
              who: roles[0] ?? null,
              entity: machine.entity,
              opens: 'form',
              outcome: `they create ${record} and then do ${events} alone`,
            }),
          };
        }
      }
    }
  },
});

/**
 * Returns the shortest path of one holder of the role from the start to a final state, with at least two steps that
 * different people could take.
 */
function pathOfOneRole(machine: Machine, role: string, context: EntityContext): Transition[] | null {
  const held = context.access.certainRoles(role);
  const creates = context.access
    .cells(context.entity.name, 'create')
    .some((cell) => cell.grant.kind === 'yes' && held.has(cell.role));
  if (!creates || machine.initial === null) return null;
  const makers = new Set(makerFields(context.entity, context));
  const isOwnName = (name: string) => name === role || makers.has(name);
  const rows = machine.transitions.filter(
    (row) => row.event !== null && row.from !== row.to && row.who?.some(({ name }) => isOwnName(name)) === true,
  );
  const incoming = new Map<string, Transition>();
  const starts = startStatesOf(machine);
  const open = [...starts];
  for (const state of open) {
    for (const row of rows) {
      if (row.from !== state || incoming.has(row.to) || starts.has(row.to)) continue;
      if (finalIn(machine, context).has(state) || !canTake(machine, row, role, makers, context)) continue;
      incoming.set(row.to, row);
      open.push(row.to);
      if (!finalIn(machine, context).has(row.to)) continue;
      const path = pathTo(row.to, incoming);
      const byRole = path.some(({ who }) => who?.some(({ name }) => name === role) === true);
      const byOthers = path.some(({ who }) => who?.every(({ name }) => name !== role) === true);
      if (path.length > 1 && byRole && byOthers) return path;
    }
  }
  return null;
}

function pathTo(state: string, incoming: ReadonlyMap<string, Transition>): Transition[] {
  const path: Transition[] = [];
  for (let row = incoming.get(state); row !== undefined; row = incoming.get(row.from ?? '')) path.unshift(row);
  return path;
}

function canTake(
  machine: Machine,
  row: Transition,
  role: string,
  makers: ReadonlySet<string>,
  context: EntityContext,
): boolean {
  if (!row.guardShown || row.standing !== 'stated') return false;
  const guard = row.guard === null ? [] : [context.typed(row.guard)];
  const who = row.who?.filter(({ name }) => name === role || makers.has(name)) ?? [];
  const paths = actorsOf(machine, who, context);
  if (paths === null || guard.includes(null)) return false;
  const given = [...madeByMe(context.entity, context), ...guard.filter((each) => each !== null)];
  return paths.some((path) => canHoldTogether([...given, ...path.facts], context));
}
