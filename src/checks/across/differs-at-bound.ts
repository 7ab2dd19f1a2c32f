import { printExpression } from '../../expressions/syntax/print.ts';
import type { Element, Place, Point } from '../../model/types/element.ts';
import type { Formula, Tree } from '../../model/types/formula.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';

export const check = defineCheck({
  code: 'differs-at-bound',
  point: null,
  severity: 'warning',
  about: 'Two conditions on an entity that differ only in `<` and `<=`.',
  *find({ entities }) {
    for (const context of entities) {
      const earlierByKey = new Map<string, Stated[]>();
      for (const stated of conditionsOf(context)) {
        for (const [key, part] of stated.keys) {
          const earlier = (earlierByKey.get(key) ?? []).find(({ strict }) => strict.get(key) !== part.strict);
          if (earlier !== undefined) {
            yield {
              element: stated.element.id,
              point: stated.point,
              at: stated.at,
              also: [earlier.at],
              message: `${stated.what} says \`${part.text}\`, but ${earlier.what} says \`${earlier.texts.get(key) ?? ''}\`. Otherwise they are the same, so they differ only when both sides are equal.`,
              next: 'If both should be the same, use the same comparison, or a computed field for both.',
            };
            break;
          }
        }
        for (const key of stated.keys.keys()) earlierByKey.set(key, [...(earlierByKey.get(key) ?? []), stated]);
      }
    }
  },
});

interface Comparison {
  readonly text: string;
  readonly strict: boolean;
}

interface Stated {
  readonly element: Pick<Element, 'id'>;
  readonly point: Point;
  readonly at: Place | null;
  /** The subject of the message, before "says". */
  readonly what: string;
  /**
   * For each bound of the condition: a key of the rest of the condition and both sides of the bound, with the
   * comparison.
   */
  readonly keys: ReadonlyMap<string, Comparison>;
  readonly strict: ReadonlyMap<string, boolean>;
  readonly texts: ReadonlyMap<string, string>;
}

/** Yields the conditions of an entity that define a notion: computed yes/no fields, filters, guards. */
function* conditionsOf({ entity, machines, screens }: EntityContext): Generator<Stated> {
  for (const field of entity.fields) {
    if (field.type.kind === 'boolean' && field.computed !== null)
      yield* statedOf(field.computed, field, 3, `${entity.name}.${field.name}`);
  }
  for (const machine of machines) {
    for (const transition of machine.transitions)
      yield* statedOf(transition.guard, transition, 4, `the guard of “${transition.event ?? 'a timer'}”`);
  }
  for (const screen of screens) {
    yield* statedOf(screen.filter, screen, 2, `the screen ${screen.name}`);
    for (const filter of screen.filters)
      yield* statedOf(filter.filter, filter, 2, `“${filter.name}” on ${screen.name}`);
  }
}

function* statedOf(
  formula: Formula | null,
  element: Pick<Element, 'id'>,
  point: Point,
  what: string,
): Generator<Stated> {
  if (formula === null || formula.tree === null) return;
  const parts = conjuncts(formula.tree).map(comparisonOf);
  if (parts.length < 2) return;
  const keys = new Map<string, Comparison>();
  for (const [index, part] of parts.entries()) {
    if (part.sides === null) continue;
    const others = parts.filter((_, at) => at !== index).map(({ text }) => text);
    keys.set(JSON.stringify([others.toSorted(), part.sides]), { text: part.text, strict: part.strict });
  }
  if (keys.size === 0) return;
  yield {
    element,
    point,
    at: formula.at,
    what,
    keys,
    strict: new Map([...keys].map(([key, { strict }]) => [key, strict])),
    texts: new Map([...keys].map(([key, { text }]) => [key, text])),
  };
}

function conjuncts(tree: Tree): readonly Tree[] {
  return tree.op === 'binary' && tree.operator === 'and' ? [...conjuncts(tree.left), ...conjuncts(tree.right)] : [tree];
}

interface Part extends Comparison {
  /** The lesser and the greater side; null if the part is not a comparison. */
  readonly sides: readonly [string, string] | null;
}

/** Returns a comparison with the lesser side first: `not (a > b)` becomes `a <= b`. */
function comparisonOf(tree: Tree): Part {
  if (tree.op === 'unary' && tree.operator === 'not' && tree.of.op === 'binary') {
    const { sides, strict } = comparisonOf(tree.of);
    if (sides !== null) return ordered(sides[1], sides[0], !strict);
  }
  if (tree.op === 'binary' && ORDERS.has(tree.operator)) {
    const [left, right] = [printExpression(tree.left), printExpression(tree.right)];
    const strict = tree.operator.length === 1;
    return tree.operator.startsWith('<') ? ordered(left, right, strict) : ordered(right, left, strict);
  }
  return { text: printExpression(tree), sides: null, strict: false };
}

const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function ordered(lesser: string, greater: string, strict: boolean): Part {
  return { text: `${lesser} ${strict ? '<' : '<='} ${greater}`, sides: [lesser, greater], strict };
}
