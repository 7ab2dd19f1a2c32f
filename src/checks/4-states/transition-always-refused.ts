import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Machine, Rule, Transition } from '../../model/types/model.ts';
import { listed } from '../lookups/text-places.ts';
import { personOf } from '../lookups/typed-parts.ts';
import { defineCheck, type EntityContext, type Finding } from '../runner/check.ts';
import { type Goal, possible } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capital, finalIn, moveOf } from '../transitions/possible-moves.ts';
import { isJudged } from '../transitions/rule-occasions.ts';
import { asAfter, asBefore, outcomeOf } from '../transitions/state-after-transition.ts';
import { guardOf, inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'transition-always-refused',
  point: 4,
  severity: 'error',
  about: 'A transition whose guard or effects break a rule that is looked at on the way, so that it never succeeds.',
  *findIn(context) {
    for (const machine of context.machines) {
      const final = finalIn(machine, context);
      for (const transition of machine.transitions) {
        if (transition.standing !== 'stated' || transition.timer !== null || final.has(transition.from)) continue;
        const found = refusalOf(machine, transition, context);
        if (found !== null) yield found;
      }
    }
  },
});

function refusalOf(machine: Machine, transition: Transition, context: EntityContext): Finding | null {
  const judged = context.rules.flatMap((rule) => {
    const typed = isJudged(rule, machine, transition, context.machines) ? context.typed(rule.condition) : null;
    return typed === null ? [] : [{ rule, typed }];
  });
  const outcome = judged.length === 0 ? null : outcomeOf(machine, transition, context);
  if (outcome === null) return null;
  const me = personOf(context.schema);
  const given = { schema: context.schema, valid: true, filled: me === null ? [] : [me] };
  const after = judged.map(({ rule, typed }) => ({ rule, typed: asAfter(typed, machine.entity, outcome) }));
  const guard = transition.guard === null || !transition.guardShown ? null : context.typed(transition.guard);
  const from = transition.from === null ? [] : inState(machine, transition.from, context);
  const before = [...from, ...(guard === null ? [] : [guard])].map((one) => asBefore(one, machine.entity, outcome));
  const sure = [...outcome.facts, ...before].map(met);
  if (
    areApart(
      sure,
      after.map(({ typed }) => typed),
    )
  )
    return null;
  if (possible([...sure, ...after.map(({ typed }) => kept(typed))], given)) return null;
  // What breaks without the transition is no fault of it.
  if (
    !possible(sure, given) ||
    !possible(
      after.map(({ typed }) => kept(typed)),
      given,
    )
  )
    return null;
  if (guardOf(machine, transition, context) === 'never') return null;
  const single = after.find(({ typed }) => !possible([...sure, kept(typed)], given));
  const broken = single === undefined ? after : [single];
  const byEffects = !possible([...outcome.facts.map(met), ...broken.map(({ typed }) => kept(typed))], given);
  return findingOf(machine, transition, broken, byEffects, context);
}

/** Nothing that the one speaks of is in the other, so that both hold at once wherever each can by itself. */
function areApart(sure: readonly Goal[], after: readonly Typed[]): boolean {
  const spoken = new Set(sure.flatMap(({ condition }) => spokenOf(condition)));
  return !after.some((typed) => spokenOf(typed).some((name) => spoken.has(name)));
}

function spokenOf(typed: Typed): string[] {
  return walk(typed).flatMap((part) => {
    if (part.op === 'field') return [`field ${part.field}`];
    return part.op === 'this' || part.op === 'old' || part.op === 'literal' || part.op === 'binary' ? [] : [part.op];
  });
}

const met = (condition: Typed): Goal => ({ condition, truth: true });
const kept = (condition: Typed): Goal => ({ condition, truth: true, orUnknown: true });

function findingOf(
  machine: Machine,
  transition: Transition,
  broken: readonly { readonly rule: Rule; readonly typed: Typed }[],
  byEffects: boolean,
  context: EntityContext,
): Finding {
  const read = new Set(broken.flatMap(({ typed }) => fieldsRead(typed).map(({ field }) => field)));
  const effect = transition.effects.find((each) => each.kind === 'set' && read.has(each.field));
  const rules = listed(broken.map(({ rule }) => rule.name));
  const because =
    byEffects && effect?.kind === 'set'
      ? `it sets ${effect.field} to \`${effect.value.text}\``
      : byEffects
        ? `it leads to ${transition.to}`
        : `its guard wants \`${transition.guard?.text}\``;
  const conditions = listed(broken.map(({ rule }) => `\`${rule.condition?.text}\``));
  return {
    element: transition.id,
    at: (byEffects ? effect?.at : transition.guard?.at) ?? transition.at,
    also: broken.map(({ rule }) => rule.condition?.at ?? rule.at),
    message: `${capital(moveOf(machine, transition))} is always refused: ${because}, and ${rules} ${broken.length === 1 ? 'wants' : 'want'} ${conditions}.`,
    next: `Correct one of the two, or let ${rules} hold on other events or in other states.`,
    witness: witnessOf(context, {
      who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
      entity: machine.entity,
      ...(transition.from === null
        ? { opens: 'form' as const, happens: `saving is refused by ${rules}, whatever is filled in` }
        : {
            state: { machine, name: transition.from },
            happens: `“${transition.label}” is refused by ${rules}, whatever is filled in`,
          }),
    }),
  };
}
