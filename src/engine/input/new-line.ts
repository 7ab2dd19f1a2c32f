import { fieldType } from '../../fields/registry/lookup.ts';
import { noValues, type Row, type Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { copyOf, rowWith, storedAs, valuesOf } from '../core/row-values.ts';
import { failure } from '../errors/error-catalogue.ts';
import { entityText } from '../errors/message-values.ts';
import { isEnded } from '../transitions/editable-states.ts';
import { withDependentDefaults } from './default-values.ts';
import { problemOf } from './input-failure.ts';
import { missingFields } from './required-fields.ts';
import { invalidEffectFields } from './validate-effect-values.ts';

/**
 * Returns the initial values of a new line: the initial state of each machine, and the defaults of its fields except those
 * that read other fields (`withDependentDefaults`).
 */
export function newLineValues(context: Context, { entity, defaults, dependentDefaults, machines }: CompiledEntity) {
  const values = noValues();
  for (const field of entity.fields) {
    const byDefault = dependentDefaults.includes(field) ? null : defaults.get(field.name);
    values[field.name] = byDefault ? storedAs(field.type, byDefault.evaluate(scopeOf(context, null))) : null;
  }
  for (const { machine } of machines) if (!machine.stateless) values[machine.name] = machine.initial;
  return values;
}

/**
 * Adds the lines that an effect creates to a list, one per entry of `made`. `startedAt` creates the line at an index.
 */
export function withCreatedLines(
  context: Context,
  {
    entity,
    lines,
    list,
    by,
  }: { readonly entity: CompiledEntity; readonly lines: CompiledEntity; readonly list: string; readonly by: string },
  row: Row,
  made: readonly Values[],
  startedAt: (
    index: number,
    values: Values,
    isStated: (field: string) => boolean,
  ) => { readonly row: Row; readonly failures: readonly Failure[] },
): { readonly row: Row; readonly failures: readonly Failure[] } {
  const failures: Failure[] = [];
  const existing = linesOf(row, list);
  const added = made.map((given, index): Row => {
    const at = existing.length + index;
    const isStated = (name: string) => Object.hasOwn(given, name);
    const bare: Row = {
      entity: lines.name,
      id: '',
      version: 1,
      values: Object.assign(newLineValues(context, lines), copyOf(given)),
    };
    const { values } = withDependentDefaults(context, lines, bare, isStated);
    const started = startedAt(at, values, isStated);
    const missing = missingFields(context, lines, started.row, null, new Set());
    const unfit = invalidEffectFields(context, lines, { row: started.row, fields: Object.keys(given), by });
    for (const failed of [...started.failures, ...missing, ...unfit])
      failures.push({ ...failed, path: [list, at, ...failed.path] });
    return started.row;
  });
  const all = [...existing, ...added];
  const field = entity.entity.fields.find(({ name }) => name === list);
  const frame =
    field === undefined
      ? null
      : fieldType('list').read(
          all.map(() => ({})),
          field.type,
          context.model.bounds,
        );
  if (field !== undefined && frame !== null && 'problem' in frame)
    failures.push(problemOf(context, field, frame.problem, [list]));
  return { row: rowWith(row, valuesOf([[list, all]])), failures };
}

/** Returns the failure of changing a line that is no longer editable. */
export function lineNotEditable(
  context: Context,
  path: Failure['path'],
  field: string,
  { machines }: CompiledEntity,
): Failure {
  return failure(
    context.model,
    path,
    'NOT_AN_INPUT',
    { field },
    machines.map(({ machine }) => machine.id),
  );
}

/**
 * Returns the failure of removing a line that is in a final state or contains a line that is; null if it may be
 * removed. `number`: the line's number for people, starting at 1.
 */
export function refuseLineRemoval(model: CompiledModel, list: string, line: Row, number: number): Failure | null {
  const ended = endedWithin(model, line);
  if (ended.length === 0) return null;
  const entity = entityText(model, entityOf(model, line.entity));
  return failure(model, [list], 'LINE_STAYS', { entity, number }, ended);
}

/** Returns the ids of the machines in a final state: the line's own, else those of lines in it at any depth. */
function endedWithin(model: CompiledModel, line: Row): readonly string[] {
  const own = entityOf(model, line.entity).machines.filter(({ machine }) => isEnded(machine, line));
  if (own.length > 0) return own.map(({ machine }) => machine.id);
  return Object.values(line.values)
    .flatMap((value) => (isRows(value) ? value : []))
    .flatMap((each) => endedWithin(model, each));
}

function linesOf(row: Row | null, list: string): readonly Row[] {
  const lines = row?.values[list] ?? null;
  return isRows(lines) ? lines : [];
}
