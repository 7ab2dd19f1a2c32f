import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Machine, Rule, Transition } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';
import { outcomeOf } from './state-after-transition.ts';

/**
 * Whether a rule that held before a transition may fail because of it. False only if it is certain that it does not:
 * the rule does not apply in the target state, or it reads nothing that may have changed since it was last checked.
 */
export function newlyFails(rule: Rule, machine: Machine, transition: Transition, context: CheckContext): boolean {
  const own = new Set(machine.states.map(({ name }) => name));
  const states = new Set(rule.states.map(({ name }) => name));
  if (states.size > 0 && [...states].every((name) => own.has(name))) {
    if (!states.has(transition.to)) return false;
    if (transition.from === null || !states.has(transition.from)) return true;
  }
  if (rule.events.length > 0 || transition.from === null) return true;
  const typed = context.typed(rule.condition);
  const outcome = outcomeOf(machine, transition, context);
  if (typed === null || outcome === null) return true;
  for (const part of walk(typed)) if (mayDiffer(part, machine.entity, outcome.changed, context)) return true;
  return false;
}

function mayDiffer(part: Typed, entity: string, changed: ReadonlySet<string>, { schema }: CheckContext): boolean {
  if (part.op === 'now' || part.op === 'today' || part.op === 'me' || part.op === 'old') return true;
  // Other records of the same entity were checked against the rule when they were written.
  if (part.op === 'query') return part.entity !== entity || !part.others;
  if (part.op !== 'field') return false;
  if (part.of.op === 'this') return changed.has(part.field);
  // A field of a line changes only together with its record.
  const isLine = schema.entities.get(part.entity)?.entity.belongsTo?.name === entity;
  return !(part.of.op === 'local' && (part.entity === entity || isLine));
}
