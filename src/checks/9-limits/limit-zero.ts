import type { Typed } from '../../expressions/types/typed.ts';
import type { Place } from '../../model/types/element.ts';
import type { LimitName } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';

/**
 * The consequence of a zero, for limits where it makes no sense. For other limits, zero turns something off, which may
 * be intended.
 */
const MEANS: ReadonlyMap<LimitName, string> = new Map([
  ['page size', 'no list shows a record'],
  ['largest page', 'no list shows a record'],
  ['requests', 'nobody can do anything'],
  ['upload size', 'no file can be uploaded'],
  ['export rows', 'no list can be exported'],
  ['import rows', 'no file can be imported'],
  ['session', 'people are signed out at once'],
  ['timeout', 'every request times out at once'],
  ['refresh', 'screens refresh without a pause'],
]);

export const check = defineCheck({
  code: 'limit-zero',
  point: 9,
  severity: 'error',
  about: 'A limit of zero that blocks the product.',
  *find(context) {
    const { model } = context;
    yield* shutByConstants(context);
    for (const { id, name, at, value } of model.limits) {
      const means = value === 0 ? MEANS.get(name) : undefined;
      if (means === undefined) continue;
      yield {
        element: id,
        at,
        message: `The limit ${name} is 0: ${means}.`,
        next: 'Correct the number, or remove the row.',
      };
    }
  },
});

function* shutByConstants(context: CheckContext): Generator<Finding> {
  const { schema } = context;
  const reported = new Set<string>();
  for (const { name, counter, at } of belowZero(context)) {
    const constant = schema.constants.get(name);
    if (constant === undefined || reported.has(name)) continue;
    reported.add(name);
    yield {
      element: constant.id,
      at: constant.at,
      also: [at],
      message: `${name} is 0, and \`${counter} < ${name}\` never holds: ${counter} starts at 0 and counts up.`,
      next: 'Correct the number, or remove the condition.',
    };
  }
}

interface Shut {
  readonly name: string;
  readonly counter: string;
  readonly at: Place | null;
}

/** Finds conditions that compare a counter of the product with a constant of zero. */
function belowZero({ formulas, schema }: CheckContext): readonly Shut[] {
  const found: Shut[] = [];
  for (const { formula, parts } of formulas) {
    for (const part of parts) {
      if (part.op !== 'binary' || (part.operator !== '<' && part.operator !== '>')) continue;
      const [less, more] = part.operator === '<' ? [part.left, part.right] : [part.right, part.left];
      if (more.op === 'constant' && more.value === 0 && less.op === 'field' && isCounter(less, schema))
        found.push({ name: more.name, counter: less.field, at: formula.at });
    }
  }
  return found;
}

/** Whether the product maintains the field as a counter that starts at 0. */
function isCounter(typed: Extract<Typed, { op: 'field' }>, schema: CheckContext['schema']): boolean {
  const attribute = schema.entities.get(typed.entity)?.attributes.get(typed.field);
  if (attribute?.kind !== 'field' || attribute.type.kind !== 'integer') return false;
  const first = attribute.field.default?.tree;
  return attribute.field.byProduct && first?.op === 'number' && Number(first.digits) === 0;
}
