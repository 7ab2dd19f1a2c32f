import type { Formula } from '../../model/types/formula.ts';
import type { Effect, Machine, Transition } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';
import { takenBy } from './flow-existence.ts';
import { anywhere, type Read, readsOf } from './flow-reads.ts';
import { raisers, rolesThatMay, type Source, targetOf } from './flow-sources.ts';

/**
 * What stands in the way at other records: an event is refused whole where what it does to them can't be done, and a field
 * of several records holds no more than its bound, those too that somebody does not read. Of rules that look at yet other
 * records, and of what an event takes along by timers, nothing is listed here.
 */
export function* flowsToOtherRecords(context: CheckContext): Generator<Source> {
  const { access, model } = context;
  for (const machine of model.machines) {
    for (const transition of machine.transitions) yield* ofTransition(machine, transition, context);
  }
  for (const { name: entity, fields } of model.entities) {
    for (const { id, at, name, type, computed } of fields) {
      if (type.kind !== 'references' || (type.min === null && type.max === null) || computed !== null) continue;
      const about = { kind: 'bound', element: id, at, formula: null, entity } as const;
      const roles = () =>
        rolesThatMay(context, (role) =>
          (['create', 'change'] as const).some((operation) => access.may(role, entity, operation) === 'yes'),
        );
      yield { ...about, reads: [anywhere(type.entity, 'id')], roles, shows: `whether ${name} of ${entity} takes more` };
    }
  }
}

function* ofTransition(machine: Machine, transition: Transition, context: CheckContext): Generator<Source> {
  const { id, at, from, event, effects } = transition;
  if (event === null && from !== null) return;
  const { entity } = machine;
  const roles = () =>
    event === null
      ? rolesThatMay(context, (role) => context.access.may(role, entity, 'create') === 'yes')
      : raisers(machine, transition, context);
  const shows = event === null ? `whether ${entity} can be created` : `whether “${event}” of ${entity} is refused`;
  const reads = effects.flatMap((effect) => [...inTheWayOf(effect, id, context, new Set())]);
  if (reads.length > 0) yield { kind: 'elsewhere', element: id, at, formula: null, entity, reads, roles, shows };
}

/** What an effect on other records hangs on: which they are, what is written, and what refuses it there. */
function* inTheWayOf(effect: Effect, element: string, context: CheckContext, seen: Set<string>): Generator<Read> {
  switch (effect.kind) {
    case 'set': {
      const into = effect.on === null ? null : targetOf(effect.on, context);
      if (effect.on === null || into === null) return;
      yield anywhere(into, 'id');
      yield* readsAt(effect.on, element, context);
      yield* readsAt(effect.value, element, context);
      yield* onceOnly(into, [effect.field], context);
      yield* kept(into, context);
      return;
    }
    case 'create': {
      for (const { value } of effect.values) yield* readsAt(value, element, context);
      yield* onceOnly(effect.entity, null, context);
      yield* kept(effect.entity, context);
      return;
    }
    case 'raise': {
      const into = targetOf(effect.on, context);
      const key = `${into} ${effect.event}`;
      if (into === null || seen.has(key)) return;
      seen.add(key);
      yield anywhere(into, 'id');
      yield* readsAt(effect.on, element, context);
      yield* kept(into, context);
      for (const machine of context.model.machines.filter((each) => each.entity === into)) {
        for (const { id, event, guard, effects } of machine.transitions) {
          if (event !== effect.event) continue;
          yield anywhere(into, machine.name);
          yield* readsAt(guard, id, context);
          for (const each of effects) yield* inTheWayOf(each, id, context, seen);
        }
      }
    }
  }
}

/** Values that no two records share, of those that are written (null: of all), and what takes a record that has one along. */
function* onceOnly(entity: string, written: readonly string[] | null, context: CheckContext): Generator<Read> {
  const found = context.model.entities.find(({ name }) => name === entity);
  const isWritten = (name: string) => written === null || written.includes(name);
  const alone = (found?.fields ?? []).filter(({ name, unique }) => unique && isWritten(name));
  const together = (found?.unique ?? []).filter(({ fields }) => fields.some(({ name }) => isWritten(name)));
  const keys = [...alone, ...together.flatMap(({ fields }) => fields)];
  for (const { name } of keys) yield anywhere(entity, name);
  if (keys.length > 0) yield* takenBy(entity, context);
}

/** What its rules go by, and the states in which nothing of it changes any more. */
function* kept(entity: string, context: CheckContext): Generator<Read> {
  for (const machine of context.model.machines) {
    if (machine.entity === entity && machine.states.some(({ final }) => final)) yield anywhere(entity, machine.name);
  }
  for (const rule of context.model.rules) {
    if (rule.entity === entity && rule.severity === 'error') yield* readsAt(rule.condition, rule.id, context);
  }
}

/** What a formula reads, none of it of the record at hand: it stands elsewhere. */
function readsAt(formula: Formula | null, element: string, context: CheckContext): readonly Read[] {
  if (formula === null || formula.tree === null) return [];
  const typed =
    context.typed(formula) ??
    context.formulas.find((each) => each.element === element && each.formula.text === formula.text)?.typed ??
    null;
  return typed === null ? [] : readsOf(typed, context).map((each) => ({ ...each, own: false, from: 0, to: 0 }));
}
