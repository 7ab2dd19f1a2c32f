import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Machine, Rule, Transition } from '../../model/types/model.ts';
import { listed, withArticle } from '../lookups/text-places.ts';
import { personOf } from '../lookups/typed-parts.ts';
import { defineCheck, type Finding, type PartContext } from '../runner/check.ts';
import { type Goal, possible } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn, moveOf } from '../transitions/possible-moves.ts';
import { isJudged } from '../transitions/rule-occasions.ts';
import { outcomeOf } from '../transitions/state-after-transition.ts';
import { guardOf, inState } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'rule-and-guard-contradict',
  point: null,
  severity: 'warning',
  about: 'A guard that wants what a rule never lets a record be, so that the transition is never taken.',
  *find({ gather }) {
    const suspected = gather(suspectedIn).flat();
    if (suspected.length === 0) return;
    const written = new Set(gather(writtenUnseen).flat());
    for (const { entity, fields, finding } of suspected) {
      if (!fields.some((field) => written.has(keyOf(entity, field)) || written.has(keyOf('', field)))) yield finding;
    }
  },
});

interface Suspicion {
  readonly entity: string;
  /** What the rules read. Where the product writes one of them unseen, records may be otherwise. */
  readonly fields: readonly string[];
  readonly finding: Finding;
}

function suspectedIn(context: PartContext): readonly Suspicion[] {
  const { model } = context;
  return model.machines.flatMap((machine) => {
    const rules = model.rules.flatMap((rule) => lastingOf(rule, machine.entity, context) ?? []);
    if (rules.length === 0) return [];
    return machine.transitions.flatMap((transition) => {
      const about = rulesAbout(transition, rules, context);
      return about.length === 0 ? [] : (suspicionOf(machine, transition, about, context) ?? []);
    });
  });
}

interface Lasting {
  readonly rule: Rule;
  readonly typed: Typed;
  readonly fields: readonly string[];
}

/** A rule that every record fulfils at any time: it is looked at whenever people write, and reads only what stands in the record. */
function lastingOf(rule: Rule, entity: string, context: PartContext): Lasting | null {
  const typed = rule.entity === entity ? context.typed(rule.condition) : null;
  const { events, states, severity, standing } = rule;
  const always = events.length === 0 || ['create', 'change'].every((name) => events.some((each) => each.name === name));
  if (typed === null || !always || states.length > 0 || severity !== 'error' || standing !== 'stated') return null;
  const fields: string[] = [];
  for (const part of walk(typed)) {
    if (!STEADY.has(part.op)) return null;
    if (part.op !== 'field') continue;
    const attribute = context.schema.entities.get(part.entity)?.attributes.get(part.field);
    if (part.of.op !== 'this' || attribute?.kind !== 'field' || attribute.field.computed !== null) return null;
    fields.push(part.field);
  }
  return fields.length === 0 ? null : { rule, typed, fields };
}

const STEADY: ReadonlySet<Typed['op']> = new Set(['literal', 'constant', 'this', 'field', 'not', 'binary', 'list']);

/** The rules that speak of what the guard reads, or of what such rules read. */
function rulesAbout({ guard }: Transition, rules: readonly Lasting[], { typed }: PartContext): readonly Lasting[] {
  const condition = typed(guard);
  const about = new Set(condition === null ? [] : fieldsRead(condition).map(({ field }) => field));
  const found = new Set<Lasting>();
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
  rules: readonly Lasting[],
  context: PartContext,
): Suspicion | null {
  const { from, guard, guardShown, standing } = transition;
  const typed = guardShown ? context.typed(guard) : null;
  if (from === null || guard === null || typed === null || standing !== 'stated' || finalIn(machine, context).has(from))
    return null;
  if (guardOf(machine, transition, context) === 'never') return null;
  const me = personOf(context.schema);
  const given = { schema: context.schema, valid: true, filled: me === null || transition.event === null ? [] : [me] };
  const before: Goal[] = [...inState(machine, from, context), typed].map((condition) => ({ condition, truth: true }));
  const kept = ({ typed: condition }: Lasting): Goal => ({ condition, truth: true, orUnknown: true });
  if (possible([...before, ...rules.map(kept)], given) || !possible(rules.map(kept), given)) return null;
  const single = rules.find((rule) => !possible([...before, kept(rule)], given));
  const broken = single === undefined ? rules : [single];
  // Where the rule is looked at on the way, and nothing it reads changes, the transition itself is always refused.
  const outcome = outcomeOf(machine, transition, context);
  const isRefused = ({ rule, fields }: Lasting) =>
    isJudged(rule, machine, transition, context.model.machines) && !fields.some((field) => outcome?.changed.has(field));
  if (broken.some(isRefused)) return null;
  const names = listed(broken.map(({ rule }) => rule.name));
  const conditions = listed(broken.map(({ rule }) => `\`${rule.condition?.text}\``));
  const record = withArticle(machine.entity);
  const finding: Finding = {
    element: transition.id,
    point: 4,
    at: guard.at ?? transition.at,
    also: broken.map(({ rule }) => rule.condition?.at ?? rule.at),
    message: `The guard of ${moveOf(machine, transition)} wants \`${guard.text}\`, and ${names} ${broken.length === 1 ? 'lets' : 'let'} no ${machine.entity} be so: ${conditions}.`,
    next: `Correct the guard or ${names}; or let ${names} hold on fewer events.`,
    witness: witnessOf(context, {
      who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
      entity: machine.entity,
      state: { machine, name: from },
      happens: `whatever is saved, ${record} that the guard admits is refused by ${names} before, and it does not come to ${transition.to} this way`,
    }),
  };
  return { entity: machine.entity, fields: broken.flatMap(({ fields }) => fields), finding };
}

/**
 * The fields that the product writes where no rule may be looked at: by timers, in other records, in records that it makes,
 * and by events that are raised where the record is not edited.
 */
function writtenUnseen({ model, typed }: PartContext): readonly string[] {
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
