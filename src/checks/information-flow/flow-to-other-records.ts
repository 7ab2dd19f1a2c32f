import type { Formula } from '../../model/types/formula.ts';
import type { Effect, Machine, Transition } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';
import { cascadeReads } from './flow-existence.ts';
import { readAnywhere, readsOf, type ValueRead } from './flow-reads.ts';
import { type FlowSource, raisingRoles, rolesThatMay, targetOf } from './flow-sources.ts';

/**
 * Finds what other records reveal by refusing a write: an event is refused as a whole if one of its effects on other
 * records is not possible, and a field with several references is bounded, counting records that the person may not
 * read. Does not follow rules that read further records, nor events that timers raise.
 */
export function* otherRecordSources(context: CheckContext): Generator<FlowSource> {
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
      yield {
        ...about,
        reads: [readAnywhere(type.entity, 'id')],
        roles,
        shows: `whether ${name} of ${entity} accepts more`,
      };
    }
  }
}

function* ofTransition(machine: Machine, transition: Transition, context: CheckContext): Generator<FlowSource> {
  const { id, at, from, event, timer, effects } = transition;
  const operation = from === null ? 'create' : timer?.kind === 'operation' ? timer.operation : null;
  if (event === null && operation === null) return;
  const { entity } = machine;
  const roles = () =>
    event === null
      ? rolesThatMay(context, (role) => context.access.may(role, entity, operation ?? 'create') === 'yes')
      : raisingRoles(machine, transition, context);
  const shows =
    event === null
      ? `whether ${entity} can be ${DONE[operation ?? 'create']}`
      : `whether “${event}” of ${entity} is refused`;
  const reads = effects.flatMap((effect) => [...blockingReads(effect, id, context, new Set())]);
  if (reads.length > 0) yield { kind: 'elsewhere', element: id, at, formula: null, entity, reads, roles, shows };
}

const DONE = { create: 'created', change: 'changed', delete: 'deleted' } as const;

/**
 * Returns the values that decide whether an effect on other records is possible: which records they are, what is
 * written, and what refuses it there.
 */
function* blockingReads(
  effect: Effect,
  element: string,
  context: CheckContext,
  visited: Set<string>,
): Generator<ValueRead> {
  switch (effect.kind) {
    case 'set': {
      const into = effect.on === null ? null : targetOf(effect.on, context);
      if (effect.on === null || into === null) return;
      yield readAnywhere(into, 'id');
      yield* readsAt(effect.on, element, context);
      yield* readsAt(effect.value, element, context);
      yield* uniqueReads(into, [effect.field], context);
      yield* constraintReads(into, context);
      return;
    }
    case 'delete': {
      const into = effect.on === null ? null : targetOf(effect.on, context);
      if (effect.on === null || into === null) return;
      yield readAnywhere(into, 'id');
      yield* readsAt(effect.on, element, context);
      yield* readsAt(effect.where, element, context);
      for (const { name, fields } of context.model.entities)
        for (const { name: field, type, onDelete } of fields)
          if ('entity' in type && type.entity === into && type.kind !== 'list' && onDelete !== 'clear')
            yield readAnywhere(name, field);
      yield* cascadeReads(into, context);
      return;
    }
    case 'create': {
      for (const { value } of effect.values) yield* readsAt(value, element, context);
      yield* uniqueReads(effect.entity, null, context);
      yield* constraintReads(effect.entity, context);
      return;
    }
    case 'raise': {
      const into = targetOf(effect.on, context);
      const key = `${into} ${effect.event}`;
      if (into === null || visited.has(key)) return;
      visited.add(key);
      yield readAnywhere(into, 'id');
      yield* readsAt(effect.on, element, context);
      yield* readsAt(effect.where, element, context);
      yield* constraintReads(into, context);
      for (const machine of context.model.machines.filter((each) => each.entity === into)) {
        for (const { id, event, guard, effects } of machine.transitions) {
          if (event !== effect.event) continue;
          if (!machine.stateless) yield readAnywhere(into, machine.name);
          yield* readsAt(guard, id, context);
          for (const each of effects) yield* blockingReads(each, id, context, visited);
        }
      }
    }
  }
}

/**
 * Returns the unique values among the written fields (null: all fields), and the values that decide whether a record
 * that has them is deleted by a cascade.
 */
function* uniqueReads(entity: string, written: readonly string[] | null, context: CheckContext): Generator<ValueRead> {
  const target = context.model.entities.find(({ name }) => name === entity);
  const isWritten = (name: string) => written === null || written.includes(name);
  const alone = (target?.fields ?? []).filter(({ name, unique }) => unique && isWritten(name));
  const together = (target?.unique ?? []).filter(({ fields }) => fields.some(({ name }) => isWritten(name)));
  const keys = [...alone, ...together.flatMap(({ fields }) => fields)];
  for (const { name } of keys) yield readAnywhere(entity, name);
  if (keys.length > 0) yield* cascadeReads(entity, context);
}

/** Returns the values that the entity's rules read, and its state if it has final states, in which it cannot change. */
function* constraintReads(entity: string, context: CheckContext): Generator<ValueRead> {
  for (const machine of context.model.machines) {
    if (machine.entity === entity && machine.states.some(({ final }) => final))
      yield readAnywhere(entity, machine.name);
  }
  for (const rule of context.model.rules) {
    if (rule.entity === entity && rule.severity === 'error') yield* readsAt(rule.condition, rule.id, context);
  }
}

/** Returns what a formula reads. None of it is about the current record. */
function readsAt(formula: Formula | null, element: string, context: CheckContext): readonly ValueRead[] {
  if (formula === null || formula.tree === null) return [];
  const typed =
    context.typed(formula) ??
    context.formulas.find((each) => each.element === element && each.formula.text === formula.text)?.typed ??
    null;
  return typed === null ? [] : readsOf(typed, context).map((each) => ({ ...each, own: false, from: 0, to: 0 }));
}
