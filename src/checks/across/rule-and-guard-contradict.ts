import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Machine, Rule, Transition } from '../../model/types/model.ts';
import { joinNames, withArticle } from '../lookups/text-places.ts';
import { currentPerson } from '../lookups/typed-parts.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { type Goal, isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { describeTransition, finalIn } from '../transitions/possible-moves.ts';
import { isRuleChecked } from '../transitions/rule-occasions.ts';
import { outcomeOf } from '../transitions/state-after-transition.ts';
import { guardOutcome, inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'rule-and-guard-contradict',
  point: null,
  severity: 'warning',
  about: 'A guard that contradicts a rule, so the transition is never possible.',
  *find(context) {
    const suspected = context.parts.flatMap(suspectedIn);
    if (suspected.length === 0) return;
    const written = new Set(writtenUnchecked(context));
    for (const { entity, fields, finding } of suspected) {
      if (!fields.some((field) => written.has(keyOf(entity, field)) || written.has(keyOf('', field)))) yield finding;
    }
  },
});

interface Suspicion {
  readonly entity: string;
  /** The fields that the rules read. If the product writes one of them without a check, records may break the rules. */
  readonly fields: readonly string[];
  readonly finding: Finding;
}

function suspectedIn(context: CheckContext): readonly Suspicion[] {
  const { model } = context;
  return model.machines.flatMap((machine) => {
    const rules = model.rules.flatMap((rule) => lastingRule(rule, machine.entity, context) ?? []);
    if (rules.length === 0) return [];
    return machine.transitions.flatMap((transition) => {
      const about = rulesAbout(transition, rules, context);
      return about.length === 0 ? [] : (suspicionOf(machine, transition, about, context) ?? []);
    });
  });
}

interface LastingRule {
  readonly rule: Rule;
  readonly typed: Typed;
  readonly fields: readonly string[];
}

/**
 * Returns a rule that every record always meets: it is checked whenever people write, and reads only stored fields of
 * the record. Null for other rules.
 */
function lastingRule(rule: Rule, entity: string, context: CheckContext): LastingRule | null {
  const typed = rule.entity === entity ? context.typed(rule.condition) : null;
  const { events, states, severity, standing } = rule;
  const always = events.length === 0 || ['create', 'change'].every((name) => events.some((each) => each.name === name));
  if (typed === null || !always || states.length > 0 || severity !== 'error' || standing !== 'stated') return null;
  const fields: string[] = [];
  for (const part of walk(typed)) {
    if (!STORED_OPERATIONS.has(part.op)) return null;
    if (part.op !== 'field') continue;
    const attribute = context.schema.entities.get(part.entity)?.attributes.get(part.field);
    if (part.of.op !== 'this' || attribute?.kind !== 'field' || attribute.field.computed !== null) return null;
    fields.push(part.field);
  }
  return fields.length === 0 ? null : { rule, typed, fields };
}

const STORED_OPERATIONS: ReadonlySet<Typed['op']> = new Set([
  'literal',
  'constant',
  'this',
  'field',
  'not',
  'binary',
  'list',
]);

/** Returns the rules about the fields that the guard reads, and about the fields that such rules read. */
function rulesAbout(
  { guard }: Transition,
  rules: readonly LastingRule[],
  { typed }: CheckContext,
): readonly LastingRule[] {
  const condition = typed(guard);
  const about = new Set(condition === null ? [] : fieldsRead(condition).map(({ field }) => field));
  const found = new Set<LastingRule>();
  for (let size = -1; size !== found.size && about.size > 0; ) {
    size = found.size;
    for (const rule of rules) {
      if (found.has(rule) || !rule.fields.some((field) => about.has(field))) continue;
      found.add(rule);
      for (const field of rule.fields) about.add(field);
    }
  }
  return [...found];
}

function suspicionOf(
  machine: Machine,
  transition: Transition,
  rules: readonly LastingRule[],
  context: CheckContext,
): Suspicion | null {
  const { from, guard, guardShown, standing } = transition;
  const typed = guardShown ? context.typed(guard) : null;
  if (from === null || guard === null || typed === null || standing !== 'stated' || finalIn(machine, context).has(from))
    return null;
  if (guardOutcome(machine, transition, context) === 'never') return null;
  const me = currentPerson(context.schema);
  const given = { schema: context.schema, valid: true, filled: me === null || transition.event === null ? [] : [me] };
  const before: Goal[] = [...inState(machine, from, context), typed].map((condition) => ({ condition, truth: true }));
  const mustHold = ({ typed: condition }: LastingRule): Goal => ({ condition, truth: true, orUnknown: true });
  if (isSatisfiable([...before, ...rules.map(mustHold)], given) || !isSatisfiable(rules.map(mustHold), given))
    return null;
  const single = rules.find((rule) => !isSatisfiable([...before, mustHold(rule)], given));
  const broken = single === undefined ? rules : [single];
  // If the rule is checked on the way and nothing that it reads changes, another check reports that the transition is
  // always refused.
  const outcome = outcomeOf(machine, transition, context);
  const isRefused = ({ rule, fields }: LastingRule) =>
    isRuleChecked(rule, machine, transition, context.model.machines) &&
    !fields.some((field) => outcome?.changed.has(field));
  if (broken.some(isRefused)) return null;
  const names = joinNames(broken.map(({ rule }) => rule.name));
  const conditions = joinNames(broken.map(({ rule }) => `\`${rule.condition?.text}\``));
  const record = withArticle(machine.entity);
  const finding: Finding = {
    element: transition.id,
    point: 4,
    at: guard.at ?? transition.at,
    also: broken.map(({ rule }) => rule.condition?.at ?? rule.at),
    message: `The guard of ${describeTransition(machine, transition)} requires \`${guard.text}\`, but ${names} ${broken.length === 1 ? 'does' : 'do'} not allow it: ${conditions}.`,
    next: `Correct the guard or ${names}, or apply ${names} to fewer events.`,
    witness: witnessOf(context, {
      who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
      entity: machine.entity,
      state: { machine, name: from },
      outcome: `${record} that the guard allows is already refused by ${names}, so it never ${machine.stateless ? 'happens' : `moves to ${transition.to}`} this way`,
    }),
  };
  return { entity: machine.entity, fields: broken.flatMap(({ fields }) => fields), finding };
}

/**
 * Returns the fields that the product writes where a rule may not be checked: by timers, in other records, in records
 * that it creates, and by events in states that are not editable.
 */
function writtenUnchecked({ model, typed }: CheckContext): readonly string[] {
  const written: string[] = [];
  for (const machine of model.machines) {
    for (const { effects, from, timer } of machine.transitions) {
      const editable = machine.editableIn?.some(({ name }) => name === from) === true && timer === null;
      for (const effect of effects) {
        if (effect.kind === 'create') written.push(...effect.values.map(({ field }) => keyOf(effect.entity, field)));
        if (effect.kind === 'ask' && !editable) written.push(keyOf(machine.entity, effect.field));
        if (effect.kind !== 'set') continue;
        const type = typed(effect.on)?.type ?? null;
        const target = type?.t === 'list' ? type.of : type;
        if (effect.on !== null) written.push(keyOf(target?.t === 'record' ? target.entity : '', effect.field));
        else if (!editable) written.push(keyOf(machine.entity, effect.field));
      }
    }
  }
  return written;
}

function keyOf(entity: string, field: string): string {
  return JSON.stringify([entity, field]);
}
