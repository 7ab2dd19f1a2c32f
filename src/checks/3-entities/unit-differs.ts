import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Formula } from '../../model/types/formula.ts';
import { defineCheck, type EntityContext, type Finding } from '../check.ts';
import { placeWithin } from '../places.ts';

const LIKE: readonly string[] = ['==', '!=', '<', '<=', '>', '>=', '+', '-'];

export const check = defineCheck({
  code: 'unit-differs',
  point: 3,
  severity: 'error',
  about: 'Values that are compared, added or kept, and are counted in different units.',
  *findIn(context) {
    const { own, schema } = context;
    yield* keptOtherwise(context);
    for (const { formula, typed, element, point, what } of own) {
      if (typed === null) continue;
      for (const part of walk(typed)) {
        if (part.op !== 'binary' || !LIKE.includes(part.operator)) continue;
        const [left, right] = [unitOf(part.left, schema), unitOf(part.right, schema)];
        if (left === null || right === null || same(left.unit, right.unit)) continue;
        const deed = part.operator === '+' ? 'added to' : part.operator === '-' ? 'set off against' : 'compared with';
        yield {
          element,
          point,
          at: placeWithin(formula, part.from, part.to) ?? formula.at,
          message: `In ${what}: ${left.name} is in ${left.unit} and is ${deed} ${right.name}, which is in ${right.unit}.`,
          next: `Turn one into the other, as in \`${left.name} * …\`, or keep both in the same unit.`,
        };
      }
    }
  },
});

/** A field that is computed or set from what is in another unit. */
function* keptOtherwise({ entity, machines, typed, schema }: EntityContext): Generator<Finding> {
  const kept: [element: string, point: 3 | 4, field: string, value: Formula][] = [];
  for (const { id, name, computed } of entity.fields) if (computed !== null) kept.push([id, 3, name, computed]);
  for (const { id, effects } of machines.flatMap(({ transitions }) => transitions)) {
    for (const effect of effects)
      if (effect.kind === 'set' && effect.on === null) kept.push([id, 4, effect.field, effect.value]);
  }
  for (const [element, point, field, formula] of kept) {
    const type = schema.entities.get(entity.name)?.attributes.get(field)?.type;
    const unit = type?.kind === 'integer' || type?.kind === 'decimal' ? type.unit : null;
    const value = unit === null ? null : typed(formula);
    const found = value === null ? null : unitOf(value, schema);
    if (unit === null || found === null || same(unit, found.unit)) continue;
    yield {
      element,
      point,
      at: formula.at,
      message: `${field} is in ${unit}, and what is kept there is in ${found.unit}: ${found.name}.`,
      next: `Turn it into ${unit}, as in \`${found.name} * …\`, or keep ${field} in ${found.unit}.`,
    };
  }
}

const LENGTHS: ReadonlyMap<string, string> = new Map([
  ['days', 'd'],
  ['hours', 'h'],
  ['minutes', 'min'],
  ['seconds', 's'],
]);

/** They leave the unit of what they are given. */
const KEEPING: ReadonlySet<string> = new Set(['abs', 'ceil', 'coalesce', 'floor', 'max', 'min', 'round']);

interface Measured {
  readonly name: string;
  readonly unit: string;
}

/** The unit behind the numbers of a field; of a sum or a difference, that of its first part that has one. */
function unitOf(typed: Typed, schema: Schema): Measured | null {
  if (typed.op === 'field') {
    const type = schema.entities.get(typed.entity)?.attributes.get(typed.field)?.type;
    const unit = type?.kind === 'integer' || type?.kind === 'decimal' ? type.unit : null;
    return unit === null || unit === undefined ? null : { name: typed.field, unit };
  }
  if (typed.op === 'negate') return unitOf(typed.of, schema);
  if (typed.op === 'call') {
    const length = LENGTHS.get(typed.name);
    if (length !== undefined) return { name: `${typed.name}(…)`, unit: length };
    return KEEPING.has(typed.name) ? firstOf(typed.args, schema) : null;
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

/** `min`, `Min.`, `mins` and `minutes` are one. */
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
