import type { Typed } from '../../expressions/typed.ts';
import { walk } from '../../expressions/walk.ts';
import type { Schema } from '../../model/schema.ts';
import { defineCheck } from '../check.ts';
import { placeWithin } from '../places.ts';

const LIKE: readonly string[] = ['==', '!=', '<', '<=', '>', '>=', '+', '-'];

export const check = defineCheck({
  code: 'unit-differs',
  point: 3,
  severity: 'error',
  about: 'Two fields that are compared or added, and are counted in different units.',
  *findIn({ own, schema }) {
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
  if (typed.op === 'aggregate' && typed.name !== 'count')
    return typed.body === null ? null : unitOf(typed.body, schema);
  if (typed.op === 'binary' && (typed.operator === '+' || typed.operator === '-'))
    return unitOf(typed.left, schema) ?? unitOf(typed.right, schema);
  return null;
}

/** `min`, `Min.` and `mins` are one. */
function same(one: string, other: string): boolean {
  const folded = (unit: string) =>
    unit
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/(?<=..)s$/, '');
  return folded(one) === folded(other);
}
