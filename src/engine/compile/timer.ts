import { CONDITION } from '../../expressions/types/kinds.ts';
import { leadingTo, timerFormulas } from '../../expressions/types/machine-formulas.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Timer } from '../../model/types/model.ts';
import { type CompileContext, type CompiledFormula, compiledOf } from '../compiled/compiled-formula.ts';
import type { CompiledTimer } from '../compiled/compiled-model.ts';

/** Compiles a timer. Null if it does not check; it then never acts. */
export function compileTimer(timer: Timer, place: CompileContext): CompiledTimer | null {
  if (timer.kind === 'on') return prepareFollowing(timer, place);
  if (timer.kind === 'operation') {
    const where = timer.where === null ? null : compiledOf(timer.where, CONDITION, place);
    const isUnknown = timer.where !== null && (where === null || where.unknown.length > 0);
    return isUnknown ? null : { kind: 'operation', operation: timer.operation, where };
  }
  if (timer.kind === 'when') {
    const condition = compiledOf(timer.condition, CONDITION, place);
    return condition === null || condition.unknown.length > 0
      ? null
      : { kind: 'when', condition, watches: mayChangeWithoutWrite(condition) };
  }
  const step = momentOf(sum(NOW, '+', timer.delay), { ...place, entity: null });
  const sign = timer.kind === 'before' ? '-' : '+';
  const moment = timer.from === null ? null : momentOf(sum(timer.from.tree, sign, timer.delay), place);
  if (step === null || (timer.from !== null && moment === null)) return null;
  const isAgain = timer.kind === 'every';
  const length = isAgain && moment === null ? lengthOf(timer.delay, { ...place, entity: null }) : null;
  return {
    kind: 'delay',
    again: isAgain,
    moment,
    step,
    length,
    watches: moment !== null && mayChangeWithoutWrite(moment),
  };
}

/**
 * Returns whether the formula's result can change without a write to the record: because of the clock or other records.
 */
export function mayChangeWithoutWrite({ typed, reads, queries, byClock }: CompiledFormula): boolean {
  if (queries.length > 0 || byClock) return true;
  for (const part of walk(typed)) if (part.op === 'field' && part.type.t === 'record') return true;
  return reads.some((path) => path.length > 1);
}

const NOW: Tree = { op: 'name', name: 'now', from: 0, to: 0 };

function sum(moment: Tree | null, operator: '+' | '-', delay: Formula): Formula {
  const { tree } = delay;
  if (moment === null || tree === null) return { ...delay, tree: null };
  return { ...delay, tree: { op: 'binary', operator, left: moment, right: tree, from: tree.from, to: tree.to } };
}

/** Compiles a formula that results in a time: an instant, or a date, which means its first moment. */
function momentOf(formula: Formula, place: CompileContext): CompiledFormula | null {
  const compiled = compiledOf(formula, null, place);
  const type = compiled?.typed.type.t;
  return compiled !== null && compiled.unknown.length === 0 && (type === 'instant' || type === 'date')
    ? compiled
    : null;
}

/** Compiles a constant duration; null if it depends on the clock or is working time. */
function lengthOf(delay: Formula, place: CompileContext): CompiledFormula | null {
  const compiled = compiledOf(delay, null, place);
  return compiled !== null && compiled.typed.type.t === 'duration' && !compiled.byClock ? compiled : null;
}

function prepareFollowing(timer: Extract<Timer, { kind: 'on' }>, place: CompileContext): CompiledTimer | null {
  const { schema, entity } = place;
  if (entity === null || !schema.entities.has(timer.entity.name)) return null;
  const by = timer.by?.name ?? leadingTo(schema, timer.entity.name, entity);
  const field = by === null ? undefined : schema.entities.get(timer.entity.name)?.attributes.get(by);
  if (by === null || field?.type.kind !== 'reference' || field.type.entity !== entity) return null;
  const [condition] = timerFormulas(schema, entity, timer);
  const where =
    condition === undefined ? null : compiledOf(condition.formula, CONDITION, { ...place, entity: timer.entity.name });
  if (timer.where !== null && (where === null || where.unknown.length > 0)) return null;
  return { kind: 'on', entity: timer.entity.name, event: timer.event.name, by, where };
}
