import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { madeByMe, makerFields } from '../makers.ts';
import { finalIn } from '../moves.ts';
import { listed, withArticle } from '../places.ts';
import { mayBe, waysOf } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'one-role-end-to-end',
  point: 4,
  severity: 'note',
  about: 'Where several have a say, one role that can take its own record from the start to an end alone.',
  *findIn(context) {
    for (const machine of context.machines) {
      const named = new Set(machine.transitions.flatMap(({ who }) => who?.map(({ name }) => name) ?? []));
      if (named.size < 2 || machine.initial === null || machine.standing !== 'stated') continue;
      const ways = new Map<string, { readonly way: Transition[]; readonly roles: string[] }>();
      for (const role of named) {
        const way = context.schema.roles.has(role) ? wayAlone(machine, role, context) : null;
        const key = way?.map(({ id }) => id).join(' ') ?? '';
        if (way !== null) ways.set(key, { way, roles: [...(ways.get(key)?.roles ?? []), role] });
      }
      for (const { way, roles } of ways.values()) {
        const [first, last] = [way[0], way.at(-1)];
        const events = listed(way.map(({ event }) => `“${event}”`));
        const record = withArticle(machine.entity);
        yield {
          element: machine.id,
          at: machine.at,
          also: way.map(({ at }) => at),
          message: `One person who is ${listed(roles, 'or')} can take ${record} from ${first?.from} to ${last?.to} alone: ${events}.`,
          next: 'If two people are to have a say, let a guard keep whoever made it from the last step.',
          witness: witnessOf(context, {
            who: roles[0] ?? null,
            entity: machine.entity,
            opens: 'form',
            happens: `they save ${record} of their own and then take ${events}, with nobody else`,
          }),
        };
      }
    }
  },
});

/** The shortest way of one holder of the role from the start to an end, with two steps at least that several could share. */
function wayAlone(machine: Machine, role: string, context: EntityContext): Transition[] | null {
  const held = context.access.held(role);
  const creates = context.access
    .cells(context.entity.name, 'create')
    .some((cell) => cell.grant.kind === 'yes' && held.has(cell.role));
  if (!creates || machine.initial === null) return null;
  const makers = new Set(makerFields(context.entity, context));
  const mine = (name: string) => name === role || makers.has(name);
  const rows = machine.transitions.filter(
    (row) => row.event !== null && row.from !== row.to && row.who?.some(({ name }) => mine(name)) === true,
  );
  const cameBy = new Map<string, Transition>();
  const starts = startStatesOf(machine);
  const open = [...starts];
  for (const state of open) {
    for (const row of rows) {
      if (row.from !== state || cameBy.has(row.to) || starts.has(row.to)) continue;
      if (finalIn(machine, context).has(state) || !canTake(machine, row, role, makers, context)) continue;
      cameBy.set(row.to, row);
      open.push(row.to);
      if (!finalIn(machine, context).has(row.to)) continue;
      const way = wayTo(row.to, cameBy);
      const byRole = way.some(({ who }) => who?.some(({ name }) => name === role) === true);
      const byOthers = way.some(({ who }) => who?.every(({ name }) => name !== role) === true);
      if (way.length > 1 && byRole && byOthers) return way;
    }
  }
  return null;
}

function wayTo(state: string, cameBy: ReadonlyMap<string, Transition>): Transition[] {
  const way: Transition[] = [];
  for (let row = cameBy.get(state); row !== undefined; row = cameBy.get(row.from ?? '')) way.unshift(row);
  return way;
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
  const ways = waysOf(machine, who, context);
  if (ways === null || guard.includes(null)) return false;
  const given = [...madeByMe(context.entity, context), ...guard.filter((each) => each !== null)];
  return ways.some((way) => mayBe([...given, ...way.given], context));
}
