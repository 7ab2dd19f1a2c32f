import type { Typed } from '../../expressions/types/typed.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Formula } from '../../model/types/formula.ts';
import { placeWithin } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext, type Finding } from '../runner/check.ts';

const LIKE: readonly string[] = ['==', '!=', '<', '<=', '>', '>=', '+', '-'];

export const check = defineCheck({
  code: 'unit-differs',
  point: 3,
  severity: 'error',
  about: 'Values in different units that are compared, added or assigned.',
  *find({ entities }) {
    for (const context of entities) {
      const { formulas, schema } = context;
      yield* assignedInOtherUnit(context);
      yield* boundedInOtherUnit(context);
      for (const { formula, parts, element, point, what } of formulas) {
        for (const part of parts) {
          if (part.op !== 'binary' || !LIKE.includes(part.operator)) continue;
          const [left, right] = [unitOf(part.left, schema), unitOf(part.right, schema)];
          if (left === null || right === null || same(left.unit, right.unit)) continue;
          const verb = part.operator === '+' ? 'added to' : part.operator === '-' ? 'subtracted with' : 'compared with';
          yield {
            element,
            point,
            at: placeWithin(formula, part.from, part.to) ?? formula.at,
            message: `In ${what}: ${left.name} is in ${left.unit} but is ${verb} ${right.name}, which is in ${right.unit}.`,
            next: `Convert one of them, as in \`${left.name} * …\`, or store both in the same unit.`,
          };
        }
      }
    }
  },
});

/** Reports fields that are computed or set from values in another unit. */
function* assignedInOtherUnit({ entity, machines, typed, schema }: EntityContext): Generator<Finding> {
  const assignments: [element: string, point: 3 | 4, field: string, value: Formula][] = [];
  for (const { id, name, computed } of entity.fields) if (computed !== null) assignments.push([id, 3, name, computed]);
  for (const { id, effects } of machines.flatMap(({ transitions }) => transitions)) {
    for (const effect of effects)
      if (effect.kind === 'set' && effect.on === null) assignments.push([id, 4, effect.field, effect.value]);
  }
  for (const [element, point, field, formula] of assignments) {
    const type = schema.entities.get(entity.name)?.attributes.get(field)?.type;
    const unit = type?.kind === 'integer' || type?.kind === 'decimal' ? type.unit : null;
    const value = unit === null ? null : typed(formula);
    const found = value === null ? null : unitOf(value, schema);
    if (unit === null || found === null || same(unit, found.unit)) continue;
    yield {
      element,
      point,
      at: formula.at,
      message: `${field} is in ${unit}, but ${found.name}, which is assigned to it, is in ${found.unit}.`,
      next: `Convert it to ${unit}, as in \`${found.name} * …\`, or store ${field} in ${found.unit}.`,
    };
  }
}

/** Reports fields whose bounds are constants in another unit. */
function* boundedInOtherUnit({ entity, schema }: EntityContext): Generator<Finding> {
  for (const { id, name, type, at } of entity.fields) {
    if ((type.kind !== 'integer' && type.kind !== 'decimal') || type.unit === null) continue;
    for (const bound of [type.min, type.max]) {
      const constant = bound !== null && 'constant' in bound ? bound.constant : '';
      const unit = schema.constants.get(constant)?.unit ?? null;
      if (unit === null || same(type.unit, unit)) continue;
      yield {
        element: id,
        at,
        message: `${name} is in ${type.unit}, but its bound ${constant} is in ${unit}.`,
        next: `State ${constant} in ${type.unit}.`,
      };
    }
  }
}

const LENGTHS: ReadonlyMap<string, string> = new Map([
  ['days', 'd'],
  ['hours', 'h'],
  ['minutes', 'min'],
  ['seconds', 's'],
]);

/** Functions whose result has the unit of their arguments. */
const UNIT_PRESERVING: ReadonlySet<string> = new Set(['abs', 'ceil', 'coalesce', 'floor', 'max', 'min', 'round']);

interface Measured {
  readonly name: string;
  readonly unit: string;
}

/** Returns the unit of a field; for a sum or a difference, that of the first part that has one. */
function unitOf(typed: Typed, schema: Schema): Measured | null {
  if (typed.op === 'field') {
    const type = schema.entities.get(typed.entity)?.attributes.get(typed.field)?.type;
    const unit = type?.kind === 'integer' || type?.kind === 'decimal' ? type.unit : null;
    return unit === null || unit === undefined ? null : { name: typed.field, unit };
  }
  if (typed.op === 'constant') {
    const unit = schema.constants.get(typed.name)?.unit ?? null;
    return unit === null ? null : { name: typed.name, unit };
  }
  if (typed.op === 'negate') return unitOf(typed.of, schema);
  if (typed.op === 'call') {
    const length = LENGTHS.get(typed.name);
    if (length !== undefined) return { name: `${typed.name}(…)`, unit: length };
    return UNIT_PRESERVING.has(typed.name) ? firstOf(typed.args, schema) : null;
  }
  if (typed.op === 'conditional') return firstOf([typed.yes, typed.no], schema);
  if ((typed.op === 'aggregate' || typed.op === 'query') && typed.name !== 'count')
    return typed.body === null ? null : unitOf(typed.body, schema);
  if (typed.op === 'binary' && (typed.operator === '+' || typed.operator === '-'))
    return firstOf([typed.left, typed.right], schema);
  return null;
}

function firstOf(parts: readonly Typed[], schema: Schema): Measured | null {
  for (const part of parts) {
    const found = unitOf(part, schema);
    if (found !== null) return found;
  }
  return null;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['day', 'd'],
  ['hour', 'h'],
  ['hr', 'h'],
  ['minute', 'min'],
  ['second', 's'],
  ['sec', 's'],
]);

/** `min`, `Min.`, `mins` and `minutes` are the same unit. */
function same(one: string, other: string): boolean {
  const folded = (unit: string) => {
    const word = unit
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/(?<=..)s$/, '');
    return SHORT.get(word) ?? word;
  };
  return folded(one) === folded(other);
}
