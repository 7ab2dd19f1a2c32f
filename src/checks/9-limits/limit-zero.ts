import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { LimitName } from '../../model/types/model.ts';
import type { Place } from '../../model/types/place.ts';
import { type CheckContext, defineCheck, type Finding, type PartContext } from '../check.ts';

/** What nought of them means; of the others it means that something is left out, which may be meant. */
const MEANS: ReadonlyMap<LimitName, string> = new Map([
  ['page size', 'no list shows a record'],
  ['largest page', 'no list shows a record'],
  ['requests', 'nobody can do anything'],
  ['upload size', 'no file is ever taken'],
  ['export rows', 'no list is ever had as a file'],
  ['import rows', 'no file is ever taken in'],
  ['session', 'whoever signs in is signed out at once'],
  ['timeout', 'no answer is waited for'],
  ['refresh', 'screens fetch without a pause'],
]);

export const check = defineCheck({
  code: 'limit-zero',
  point: 9,
  severity: 'error',
  about: 'A limit of nought that shuts the product, or lets nothing be counted up to it.',
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
        next: 'Write the number that is meant, or remove the row.',
      };
    }
  },
});

function* shutByConstants({ gather, schema }: CheckContext): Generator<Finding> {
  const told = new Set<string>();
  for (const { name, counter, at } of gather(belowNought).flat()) {
    const constant = schema.constants.get(name);
    if (constant === undefined || told.has(name)) continue;
    told.add(name);
    yield {
      element: constant.id,
      at: constant.at,
      also: [at],
      message: `${name} is 0, and \`${counter} < ${name}\` never holds: ${counter} begins at 0 and counts up.`,
      next: 'Write the number that is meant, or remove what it allows.',
    };
  }
}

interface Shut {
  readonly name: string;
  readonly counter: string;
  readonly at: Place | null;
}

/** Where a counter of the product's own must be less than a constant of nought. */
function belowNought({ formulas, schema }: PartContext): readonly Shut[] {
  const found: Shut[] = [];
  for (const { formula, typed } of formulas) {
    for (const part of typed === null ? [] : walk(typed)) {
      if (part.op !== 'binary' || (part.operator !== '<' && part.operator !== '>')) continue;
      const [less, more] = part.operator === '<' ? [part.left, part.right] : [part.right, part.left];
      if (more.op === 'constant' && more.value === 0 && less.op === 'field' && isCounter(less, schema))
        found.push({ name: more.name, counter: less.field, at: formula.at });
    }
  }
  return found;
}

/** Kept by the product from nought on. */
function isCounter(typed: Extract<Typed, { op: 'field' }>, schema: CheckContext['schema']): boolean {
  const attribute = schema.entities.get(typed.entity)?.attributes.get(typed.field);
  if (attribute?.kind !== 'field' || attribute.type.kind !== 'integer') return false;
  const first = attribute.field.default?.tree;
  return attribute.field.byProduct && first?.op === 'number' && Number(first.digits) === 0;
}
