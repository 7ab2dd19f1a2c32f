import type { Value } from '../../fields/text/value.ts';
import type { Evaluate, Outcome } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';
import { partsWithin, walk } from '../types/walk.ts';
import { type Closure, type CompileContext, isRow } from './closure.ts';
import { type CompileOptions, createCompileContext } from './compile.ts';

/** Whether only the product sets a field, so that no person can enter it. */
export type IsOfProduct = (entity: string, field: string) => boolean;

/**
 * Compiles a condition optimistically: every value that people can enter and that leaves a part unknown counts as
 * entered in its favour. Parts that are unknown because of a missing value that only the product sets stay unknown.
 * Null if the condition reads no such value.
 */
export function compileBestFilled(typed: Typed, isOfProduct: IsOfProduct, options: CompileOptions): Evaluate | null {
  const reads = [...walk(typed)].some((part) => part.op === 'field' && isOfProduct(part.entity, part.field));
  if (!reads) return null;
  const closure = favoured(typed, createCompileContext(options), { isOfProduct, wish: true });
  return (scope) => closure(scope);
}

interface Favour {
  readonly isOfProduct: IsOfProduct;
  /** The outcome that counts as favourable for a part. */
  readonly wish: boolean;
}

function favoured(typed: Typed, at: CompileContext, favour: Favour): Closure {
  if (typed.op === 'not') {
    const inner = favoured(typed.of, at, { ...favour, wish: !favour.wish });
    return (scope, frame) => negated(inner(scope, frame));
  }
  if (typed.op === 'binary' && (typed.operator === 'and' || typed.operator === 'or')) {
    const sides = [favoured(typed.left, at, favour), favoured(typed.right, at, favour)];
    const deciding = typed.operator === 'or';
    return (scope, frame) =>
      joined(
        sides.map((side) => side(scope, frame)),
        deciding,
      );
  }
  if (typed.op === 'conditional') return conditional(typed, at, favour);
  if (typed.op === 'macro' && (typed.name === 'all' || typed.name === 'exists')) {
    const of = at.compile(typed.of);
    const body = favoured(typed.body, at.inside(typed.local), favour);
    return (scope, frame) => {
      const list = of(scope, frame);
      if (!Array.isArray(list)) return list === null ? typed.name === 'all' : undefined;
      const outcomes = (list as readonly Value[]).map((value) => body(scope, { value, up: frame }));
      return joined(outcomes, typed.name === 'exists');
    };
  }
  return atom(typed, at, favour);
}

function conditional(typed: Extract<Typed, { op: 'conditional' }>, at: CompileContext, favour: Favour): Closure {
  const [test, yes, no] = [at.compile(typed.test), favoured(typed.yes, at, favour), favoured(typed.no, at, favour)];
  const isProducts = lacksOfProduct(typed.test, at, favour.isOfProduct);
  return (scope, frame) => {
    const outcome = test(scope, frame);
    if (typeof outcome === 'boolean') return (outcome ? yes : no)(scope, frame);
    if (isProducts(scope, frame)) return undefined;
    return joined([yes(scope, frame), no(scope, frame)], favour.wish);
  };
}

function atom(typed: Typed, at: CompileContext, { isOfProduct, wish }: Favour): Closure {
  const outcome = at.compile(typed);
  const isProducts = lacksOfProduct(typed, at, isOfProduct);
  return (scope, frame) => {
    const found = outcome(scope, frame);
    if (typeof found === 'boolean') return found;
    return isProducts(scope, frame) ? undefined : wish;
  };
}

type Lacks = (...at: Parameters<Closure>) => boolean;

/** Returns a function that says whether an existing record lacks a value that only the product sets. */
function lacksOfProduct(typed: Typed, at: CompileContext, isOfProduct: IsOfProduct): Lacks {
  const read = fieldsWithin(typed).filter(({ entity, field }) => isOfProduct(entity, field));
  const all = read.map((part) => ({ of: at.compile(part.of), value: at.compile(part) }));
  return (scope, frame) =>
    all.some(({ of, value }) => isThere(of(scope, frame)) && (value(scope, frame) ?? null) === null);
}

const isThere = (of: Outcome): boolean => isRow(of) || typeof of === 'string';

type Field = Extract<Typed, { op: 'field' }>;

/** Returns the fields that an expression reads itself, without those of the records that it queries. */
function fieldsWithin(typed: Typed): readonly Field[] {
  if (typed.op === 'query') return [];
  if (typed.op === 'macro' || typed.op === 'aggregate') return fieldsWithin(typed.of);
  const inside = [...partsWithin(typed)].flatMap(fieldsWithin);
  return typed.op === 'field' ? [typed, ...inside] : inside;
}

const negated = (outcome: Outcome): Outcome => (typeof outcome === 'boolean' ? !outcome : undefined);

/** Kleene's `or` if true decides, `and` if false does. */
function joined(outcomes: readonly Outcome[], deciding: boolean): Outcome {
  if (outcomes.includes(deciding)) return deciding;
  return outcomes.every((each) => each === !deciding) ? !deciding : undefined;
}
