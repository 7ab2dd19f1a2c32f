import {
  type ParameterPlace,
  parameterCondition,
  typeOfParameter,
} from '../../expressions/syntax/parameter-condition.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import { formatInstant } from '../../fields/calendar/calendar.ts';
import type { Value } from '../../fields/text/value.ts';
import type { CallParameter } from '../../model/types/call-parameter.ts';
import type { Type } from '../../model/types/types.ts';
import type { CompiledCall, CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { refuseParameter } from '../errors/parameter-refusal.ts';
import { conditionOfTree } from './list-condition.ts';
import { readParameterValue } from './list-filter.ts';

/** A sort key of a list. */
export interface Sorting {
  readonly field: string;
  readonly descending: boolean;
}

/** What the stated parameters of a call ask of a list. */
export interface StatedFilters {
  readonly where: readonly Relation[];
  /** What determines the SQL of `where`. */
  readonly shape: readonly string[];
  /** The order that a parameter names; null: none. */
  readonly sort: readonly Sorting[] | null;
  readonly descending: boolean | null;
}

/** A list call and who sends it. */
export interface CallQuery {
  readonly model: CompiledModel;
  readonly principal: Principal;
  readonly entity: CompiledEntity;
  readonly call: CompiledCall;
}

/** Maximum number of values of one parameter. */
const MOST_VALUES = 50;

/** The condition that no row meets. */
const NO_ROW: Relation = { r: 'or', parts: [] };

/**
 * Converts the parameters that a call states to relations over what this person may read. A parameter that is absent
 * has its default.
 */
export function readStatedFilters(
  request: CallQuery,
  given: ReadonlyMap<string, readonly string[]>,
): StatedFilters | Refusal {
  const where: Relation[] = [];
  let sort: readonly Sorting[] | null = null;
  let descending: boolean | null = null;
  for (const [name, rows] of request.call.parameterRows) {
    const values = given.get(name) ?? [];
    const chosen = chosenRows(request.model, name, rows, values);
    if ('situation' in chosen) return chosen;
    const isGiven = values.some((text) => text.trim() !== '');
    const conditions: Relation[] = [];
    let { isOpen } = chosen;
    for (const { row, text } of chosen.rows) {
      if (row.effect.kind === 'filter') {
        const condition = conditionOf(request, row, text, isGiven);
        if ('situation' in condition) return condition;
        if ('ignored' in condition) isOpen = true;
        else conditions.push(condition);
      } else if (row.effect.kind === 'order') sort = row.effect.sort;
      else if (row.effect.kind === 'direction') ({ descending } = row.effect);
      else isOpen = true;
    }
    const together = rows.some(({ fitsAll }) => fitsAll) ? 'and' : 'or';
    if ((isOpen && together === 'or') || conditions.length === 0) continue;
    const [first] = conditions;
    where.push(first !== undefined && conditions.length === 1 ? first : { r: together, parts: conditions });
  }
  return { where, shape: where.map((each) => JSON.stringify(each)), sort, descending };
}

/** The rows that the values of a parameter choose. `isOpen`: no value, or one that no row names, which has no effect. */
export interface ChosenRows {
  readonly rows: readonly { readonly row: CallParameter; readonly text: string }[];
  readonly isOpen: boolean;
}

/** Returns the rows that the values of a parameter choose, or those of its default; or the refusal of a value. */
export function chosenRows(
  model: CompiledModel,
  name: string,
  rows: readonly CallParameter[],
  given: readonly string[],
): ChosenRows | Refusal {
  const texts = valuesGiven(model, name, rows, given);
  if (!Array.isArray(texts)) return texts as Refusal;
  const chosen = texts.length > 0 ? texts : defaultsOf(rows);
  const found = chosen.map((text) => ({ row: rowFor(rows, text), text }));
  const known = found.flatMap(({ row, text }) => (row === null ? [] : [{ row, text }]));
  if (known.length === found.length) return { rows: known, isOpen: found.length === 0 };
  if (rows.some(({ othersIgnored }) => othersIgnored)) return { rows: known, isOpen: true };
  return unreadable(model, name, `one of ${rows.map(({ option }) => option).join(', ')}`);
}

/** Returns the row that is about a value: one that names it, else the one for any value. */
function rowFor(rows: readonly CallParameter[], text: string): CallParameter | null {
  return rows.find(({ option }) => option === text) ?? rows.find(({ option }) => option === null) ?? null;
}

function defaultsOf(rows: readonly CallParameter[]): string[] {
  return rows.flatMap(({ option, default: stated }) => (stated === null ? [] : [option ?? stated])).slice(0, 1);
}

/** Returns the values of a parameter. An empty one counts as absent, unless a row is about it. */
function valuesGiven(
  model: CompiledModel,
  name: string,
  rows: readonly CallParameter[],
  given: readonly string[],
): string[] | Refusal {
  const several = rows.some((row) => row.several);
  if (given.length > 1 && !several) return refuseParameter(model, name, 'is given twice');
  const texts = several ? given.flatMap((text) => text.split(',')) : given;
  const values = texts
    .map((text) => text.trim())
    .filter((text) => text !== '' || rows.some(({ option }) => option === ''));
  if (values.length > MOST_VALUES) return unreadable(model, name, `at most ${MOST_VALUES} values`);
  return [...new Set(values)];
}

function unreadable(model: CompiledModel, name: string, expected: string): Refusal {
  return refuseParameter(model, name, `must be ${expected}`);
}

/**
 * Returns the condition of a row for a value. One over a field that this person can never read is refused; as a default
 * it holds for no record.
 */
function conditionOf(
  request: CallQuery,
  row: CallParameter,
  text: string,
  isGiven: boolean,
): Relation | Refusal | { readonly ignored: true } {
  const place = placeOf(request);
  const type = typeOfParameter(row, place);
  const value = type === null ? null : readParameterValue(request.model, type, text, request.call.options);
  if (value !== null && 'reason' in value)
    return row.othersIgnored ? { ignored: true } : unreadable(request.model, row.name, value.reason);
  const relation = relationOf(
    request,
    row,
    value === null || type === null ? text : textOf(value.value, text, type),
    place,
  );
  if (relation !== null) return relation;
  return isGiven ? refuse(request.model, 'UNKNOWN_PARAMETER', { parameter: row.name }) : NO_ROW;
}

/** Returns the text of a value's literal: whole numbers without leading zeros, instants in UTC. */
function textOf(value: Value, text: string, { kind }: Type): string {
  if (typeof value !== 'number' || kind === 'decimal' || kind === 'money') return text;
  if (kind === 'date and time') return formatInstant(value);
  return /^-?\d+$/.test(text) ? String(value) : text;
}

/** Maximum number of cached conditions per call and set of roles. */
const MOST_CONDITIONS = 200;

function relationOf(request: CallQuery, row: CallParameter, text: string, place: ParameterPlace): Relation | null {
  const { model, principal, entity, call } = request;
  const cached = memoizeByRoles(
    model,
    `parameters of ${call.call.id}`,
    principal,
    () => new Map<string, Relation | null>(),
  );
  const key = JSON.stringify([row.name, row.option, text]);
  const before = cached.get(key);
  if (before !== undefined) return before;
  const tree = parameterCondition(row, text, place);
  const condition = tree === null ? null : conditionOfTree(model, entity, principal, tree);
  const relation = condition === null || 'reason' in condition ? null : condition.relation;
  if (cached.size >= MOST_CONDITIONS) cached.clear();
  cached.set(key, relation);
  return relation;
}

function placeOf({ model, entity }: CallQuery): ParameterPlace {
  return {
    schema: model.schema,
    entity: entity.schema,
    keyOf: (name) => model.addresses.get(name)?.field?.name ?? null,
  };
}
