import { conjunctsOf, mentions } from '../../expressions/types/conjuncts.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { type Goal, isFullyAnalysed, isSatisfiable } from '../solver/solver.ts';
import { keyOf } from '../solver/terms.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { byStart, describeTransition } from '../transitions/possible-moves.ts';
import { inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'guards-leave-gap',
  point: 4,
  severity: 'note',
  about: 'Rows of a state and event whose guards do not cover all cases.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const rows of byStart(machine)) {
          if (rows.length < 2 || new Set(rows.map(({ to }) => to)).size < 2) continue;
          const gap = gapIn(machine, rows, context);
          if (gap !== null) yield gap;
        }
      }
    }
  },
});

function gapIn(machine: Machine, rows: readonly Transition[], context: CheckContext): Finding | null {
  const [first] = rows;
  const who = rows.map((row) => JSON.stringify(row.who?.map(({ name }) => name).sort() ?? null));
  const guards = rows.flatMap((row) => (row.guardShown ? (context.typed(row.guard) ?? []) : []));
  if (first === undefined || guards.length < rows.length || new Set(who).size > 1 || who[0] === 'null') return null;
  if (!guards.every(isFullyAnalysed)) return null;
  const parts = guards.map((guard) => new Map(conjunctsOf(guard).map((part) => [keyOf(part), part] as const)));
  const common = [...(parts[0] ?? [])].filter(([key]) => parts.every((each) => each.has(key)));
  const own = parts.map((each) => [...each].filter(([key]) => !common.some(([other]) => other === key)));
  const divided = own.flatMap((each) => each.map(([, part]) => part));
  // Guards count as a division of the cases only if they read the same fields.
  const reads = own.map((each) => keyOfReads(each.map(([, part]) => part)));
  if (new Set(reads).size > 1 || reads[0] === '[]' || divided.some((part) => mentions(part, 'me'))) return null;
  const given = { schema: context.schema, valid: true };
  const state = first.from === null ? [] : inState(machine, first.from, context);
  const goals = (orUnknown: boolean): Goal[] => [
    ...[...state, ...common.map(([, part]) => part)].map((condition) => ({ condition, truth: true })),
    ...guards.map((condition) => ({ condition, truth: false, orUnknown })),
  ];
  const filled = isSatisfiable(goals(false), given);
  if (!filled && !isSatisfiable(goals(true), given)) return null;
  const fields = [...new Set(divided.flatMap((part) => fieldsRead(part).map(({ field }) => field)))];
  const when = filled
    ? 'but neither holds in some cases'
    : `but neither holds while ${joinNames(fields, 'or')} is empty`;
  return {
    element: first.id,
    at: rows.at(-1)?.guard?.at ?? rows.at(-1)?.at ?? null,
    also: rows.slice(0, -1).map((row) => row.guard?.at ?? row.at),
    message: `The guards ${joinNames(rows.map(({ guard }) => `\`${guard?.text}\``))} divide ${describeTransition(machine, first)}, ${rows.length === 2 ? when : when.replace('neither', 'none')}.`,
    next: 'Remove the last guard, so that its row applies to all other cases. If the event should be refused then, leave it.',
    witness: witnessOf(context, {
      who: first.who?.[0]?.name ?? null,
      entity: machine.entity,
      state: first.from === null ? null : { machine, name: first.from },
      outcome: `in the other cases, ${first.event === null ? 'creating one' : `“${first.event}”`} is refused`,
    }),
  };
}

function keyOfReads(parts: readonly Typed[]): string {
  const names = parts.flatMap((part) => fieldsRead(part).map(({ entity, field }) => `${entity}.${field}`));
  return JSON.stringify([...new Set(names)].sort());
}
