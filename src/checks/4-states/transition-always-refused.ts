import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Machine, Rule, Transition } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { currentPerson } from '../lookups/typed-parts.ts';
import { defineCheck, type EntityContext, type Finding } from '../runner/check.ts';
import { type Goal, isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition, finalIn } from '../transitions/possible-moves.ts';
import { isRuleChecked } from '../transitions/rule-occasions.ts';
import { asAfter, asBefore, outcomeOf } from '../transitions/state-after-transition.ts';
import { guardOutcome, inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'transition-always-refused',
  point: 4,
  severity: 'error',
  about: 'A transition whose guard or effects always break a rule.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const final = finalIn(machine, context);
        for (const transition of machine.transitions) {
          if (transition.standing !== 'stated' || transition.timer !== null || final.has(transition.from)) continue;
          const found = refusalOf(machine, transition, context);
          if (found !== null) yield found;
        }
      }
    }
  },
});

function refusalOf(machine: Machine, transition: Transition, context: EntityContext): Finding | null {
  const checkedRules = context.rules.flatMap((rule) => {
    const typed = isRuleChecked(rule, machine, transition, context.machines) ? context.typed(rule.condition) : null;
    return typed === null ? [] : [{ rule, typed }];
  });
  const outcome = checkedRules.length === 0 ? null : outcomeOf(machine, transition, context);
  if (outcome === null) return null;
  const me = currentPerson(context.schema);
  const given = { schema: context.schema, valid: true, filled: me === null ? [] : [me] };
  const after = checkedRules.map(({ rule, typed }) => ({ rule, typed: asAfter(typed, machine.entity, outcome) }));
  const guard = transition.guard === null || !transition.guardShown ? null : context.typed(transition.guard);
  const from = transition.from === null ? [] : inState(machine, transition.from, context);
  const before = [...from, ...(guard === null ? [] : [guard])].map((one) => asBefore(one, machine.entity, outcome));
  const facts = [...outcome.facts, ...before].map(mustHold);
  if (
    areApart(
      facts,
      after.map(({ typed }) => typed),
    )
  )
    return null;
  if (isSatisfiable([...facts, ...after.map(({ typed }) => mayHold(typed))], given)) return null;
  // A rule that cannot hold even without the transition is another finding.
  if (
    !isSatisfiable(facts, given) ||
    !isSatisfiable(
      after.map(({ typed }) => mayHold(typed)),
      given,
    )
  )
    return null;
  if (guardOutcome(machine, transition, context) === 'never') return null;
  const single = after.find(({ typed }) => !isSatisfiable([...facts, mayHold(typed)], given));
  const broken = single === undefined ? after : [single];
  const byEffects = !isSatisfiable(
    [...outcome.facts.map(mustHold), ...broken.map(({ typed }) => mayHold(typed))],
    given,
  );
  return findingOf(machine, transition, broken, byEffects, context);
}

/** Whether the goals and the rules are about different fields, so that both hold at once if each can hold alone. */
function areApart(facts: readonly Goal[], after: readonly Typed[]): boolean {
  const subjects = new Set(facts.flatMap(({ condition }) => subjectsOf(condition)));
  return !after.some((typed) => subjectsOf(typed).some((name) => subjects.has(name)));
}

function subjectsOf(typed: Typed): string[] {
  return walk(typed).flatMap((part) => {
    if (part.op === 'field') return [`field ${part.field}`];
    return part.op === 'this' || part.op === 'old' || part.op === 'literal' || part.op === 'binary' ? [] : [part.op];
  });
}

const mustHold = (condition: Typed): Goal => ({ condition, truth: true });
const mayHold = (condition: Typed): Goal => ({ condition, truth: true, orUnknown: true });

function findingOf(
  machine: Machine,
  transition: Transition,
  broken: readonly { readonly rule: Rule; readonly typed: Typed }[],
  byEffects: boolean,
  context: EntityContext,
): Finding {
  const read = new Set(broken.flatMap(({ typed }) => fieldsRead(typed).map(({ field }) => field)));
  const effect = transition.effects.find((each) => each.kind === 'set' && read.has(each.field));
  const rules = joinNames(broken.map(({ rule }) => rule.name));
  const because =
    byEffects && effect?.kind === 'set'
      ? `it sets ${effect.field} to \`${effect.value.text}\``
      : byEffects
        ? transition.to === ''
          ? 'it writes other values'
          : `it leads to ${transition.to}`
        : `its guard requires \`${transition.guard?.text}\``;
  const conditions = joinNames(broken.map(({ rule }) => `\`${rule.condition?.text}\``));
  return {
    element: transition.id,
    at: (byEffects ? effect?.at : transition.guard?.at) ?? transition.at,
    also: broken.map(({ rule }) => rule.condition?.at ?? rule.at),
    message: `${capitalize(describeTransition(machine, transition))} is always refused: ${because}, but ${rules} ${broken.length === 1 ? 'requires' : 'require'} ${conditions}.`,
    next: `Correct one of the two, or apply ${rules} to other events or states.`,
    witness: witnessOf(context, {
      who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
      entity: machine.entity,
      ...(transition.from === null
        ? { opens: 'form' as const, outcome: `saving is always refused by ${rules}` }
        : {
            state: { machine, name: transition.from },
            outcome: `“${transition.label}” is always refused by ${rules}`,
          }),
    }),
  };
}
