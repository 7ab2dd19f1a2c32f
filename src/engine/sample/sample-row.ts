import type { Row, Value } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Place } from '../../model/types/element.ts';
import type { CompiledEntity, CompiledMachine, CompiledTransition } from '../compiled/compiled-model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { rowWith, valuesOf } from '../core/row-values.ts';
import { newRow } from '../decide/create.ts';
import { withEffects } from '../effects/effects.ts';
import { withNumbers } from '../effects/line-numbers.ts';
import { missingFields } from '../input/required-fields.ts';
import { withComputedFields } from '../records/computed-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { isEditable } from '../transitions/editable-states.ts';
import { initialTransitions } from '../transitions/initial-transition.ts';
import { guardRefusal } from '../transitions/transition-refusals.ts';
import { sampleProblem } from './sample-problem.ts';

/** A sample row with the values of its cells. */
export interface StatedSample {
  readonly entity: CompiledEntity;
  readonly id: string;
  readonly at: Place | null;
  readonly values: ReadonlyMap<string, Value>;
  readonly states: ReadonlyMap<string, string>;
  /** Place of each cell that is not empty. */
  readonly places: ReadonlyMap<string, Place | null>;
}

/** Returns the row created at `createdAt` and moved to its states event by event, and the problems found on the way. */
export function sampleRow(
  context: Context,
  stated: StatedSample,
  createdAt: number,
): { readonly row: Row; readonly problems: readonly Diagnostic[] } {
  const { entity, values } = stated;
  const problems: Diagnostic[] = [];
  const note = (failures: readonly Failure[]) => problems.push(...failures.map((failed) => problemAt(stated, failed)));
  const bare = newRow({ ...context, now: createdAt }, entity, stated.id, values);
  note(bare.failures);
  let row = bare.row;
  const starts = new Map(entity.machines.map((machine) => [machine, startFor(context, stated, machine, bare.row)]));
  for (const start of starts.values())
    if (start !== undefined) row = withEffects(context, entity, start, row, new Map()).row;
  row = withStatedValues(context, stated, row);
  note(missingFields(context, entity, row, null, new Set()));
  note(
    brokenRules(
      context,
      entity,
      { event: null, operation: 'create', editable: true, stage: 'all' },
      { row, old: null, bad: new Set() },
    ),
  );
  for (const machine of entity.machines.filter((each) => !each.machine.stateless)) {
    const first = starts.get(machine)?.transition.to ?? machine.machine.initial;
    const target = stated.states.get(machine.machine.name) ?? first;
    const path = target === null ? null : pathToState(machine, first, target);
    if (path === null) {
      const place = stated.places.get(machine.machine.name) ?? stated.at;
      problems.push(
        sampleProblem(
          place,
          `No events lead to the state “${target}”.`,
          'State another, or the events that lead there.',
          machine.machine.id,
        ),
      );
      if (target !== null) row = rowWith(row, valuesOf([[machine.machine.name, target]]));
      continue;
    }
    for (const transition of path) {
      const before = row;
      const editable = isEditable(entity, before);
      row = withStatedValues(context, stated, withEffects(context, entity, transition, before, new Map()).row);
      const occasion = { event: transition.transition.event, operation: 'event', editable, stage: 'all' } as const;
      note(brokenRules(context, entity, occasion, { row, old: before, bad: new Set() }));
    }
  }
  return { row, problems };
}

/** Returns the row with its stated values, which override values set by effects, and recalculated computed fields. */
function withStatedValues(context: Context, { entity, values }: StatedSample, row: Row): Row {
  const { row: numbered } = withNumbers(context, entity, rowWith(row, valuesOf(values)), null);
  const lists = entity.lists.flatMap(({ name, entity: of }): [string, Value][] => {
    const lines = numbered.values[name] ?? null;
    return isRows(lines)
      ? [[name, lines.map((line) => withComputedFields(context, entityOf(context.model, of), line, null))]]
      : [];
  });
  return withComputedFields(context, entity, rowWith(numbered, valuesOf(lists)), null);
}

/**
 * Returns the first `(new)` transition whose guard holds and from which events lead to the stated state, as far as
 * there is one.
 */
function startFor(
  context: Context,
  { states }: StatedSample,
  machine: CompiledMachine,
  row: Row,
): CompiledTransition | undefined {
  const all = initialTransitions(machine);
  const target = states.get(machine.machine.name);
  const leading = all.filter(
    ({ transition }) => target === undefined || pathToState(machine, transition.to, target) !== null,
  );
  const possible = leading.length > 0 ? leading : all;
  return possible.find((start) => guardRefusal(context, start, row) === null) ?? possible[0];
}

/**
 * Returns the shortest sequence of transitions from one state to another; empty if they are the same, null if there is
 * none.
 */
function pathToState(
  { transitions }: CompiledMachine,
  first: string | null,
  target: string,
): CompiledTransition[] | null {
  const paths = new Map<string, CompiledTransition[]>([[first ?? '', []]]);
  for (const [state, path] of paths) {
    if (state === target) return path;
    for (const one of transitions) {
      const { from, to, event, timer } = one.transition;
      if (from === state && (event !== null || timer !== null) && !paths.has(to)) paths.set(to, [...path, one]);
    }
  }
  return null;
}

function problemAt(stated: StatedSample, failed: Failure): Diagnostic {
  const field = String(failed.path[0] ?? '');
  const place = stated.places.get(field) ?? stated.at;
  const message = field === '' ? failed.message : `${field}: ${failed.message}`;
  const element = failed.decidedBy[0] ?? null;
  return sampleProblem(
    place,
    `The sample data contradicts the document. ${message}`,
    'Change the cell, or the rule.',
    element,
  );
}
