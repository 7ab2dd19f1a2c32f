import { divide } from '../../fields/text/decimals.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Outcome, Scope } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { type Closure, type CompileContext, type Frame, safe } from './closure.ts';
import { knownOf, usesUnknown } from './compile-compare.ts';

type Macro = Extract<Typed, { op: 'macro' }>;
type Aggregate = Extract<Typed, { op: 'aggregate' }>;

/** Returns the values of a list; an empty field is an empty list. Undefined if it is unknown. */
function valuesOf(value: Outcome): readonly Value[] | undefined {
  if (value === null) return [];
  return Array.isArray(value) ? (value as readonly Value[]) : undefined;
}

/** Compiles a macro. `all` and `exists` are Kleene's `and` and `or` over the list. */
export function compileMacro(typed: Macro, at: CompileContext): Closure {
  const of = at.compile(typed.of);
  const body = at.inside(typed.local).compile(typed.body);
  const over =
    (answer: (outcomes: readonly Outcome[], values: readonly Value[]) => Outcome): Closure =>
    (scope, frame) => {
      const values = valuesOf(of(scope, frame));
      if (values === undefined) return undefined;
      return answer(
        values.map((value) => body(scope, { value, up: frame })),
        values,
      );
    };
  switch (typed.name) {
    case 'all':
      return over((outcomes) =>
        outcomes.includes(false) ? false : outcomes.every((each) => each === true) ? true : undefined,
      );
    case 'exists':
      return over((outcomes) =>
        outcomes.includes(true) ? true : outcomes.every((each) => each === false) ? false : undefined,
      );
    case 'exists_one':
      return over(exactlyOne);
    case 'filter':
      return over((outcomes, values) => values.filter((_, index) => outcomes[index] === true));
    case 'map':
      return over((outcomes) => (outcomes.includes(undefined) ? undefined : outcomes.map((each) => each ?? null)));
  }
}

function exactlyOne(outcomes: readonly Outcome[]): Outcome {
  const held = outcomes.filter((each) => each === true).length;
  if (held > 1) return false;
  return outcomes.every((each) => typeof each === 'boolean') ? held === 1 : undefined;
}

/**
 * Compiles an aggregate. Empty values are left out. Of an empty list the sum is 0; the minimum, maximum and average are
 * empty.
 */
export function compileAggregate(typed: Aggregate, at: CompileContext): Closure {
  const of = at.compile(typed.of);
  if (typed.body === null) return (scope, frame) => valuesOf(of(scope, frame))?.length;
  const inner = at.inside(typed.local);
  const body = inner.compile(typed.body);
  const known = usesUnknown(typed.body) ? () => false : knownOf(typed.body, inner);
  const combine = combinationOf(typed.name, typed.body.type, typed.type);
  return (scope, frame) => {
    const values = valuesOf(of(scope, frame));
    if (values === undefined) return undefined;
    const given: Value[] = [];
    // Every value is evaluated even if one is unknown, so that everything missing is requested at once.
    let isKnown = true;
    for (const value of values) {
      const inside: Frame = { value, up: frame };
      const outcome = body(scope, inside);
      if (outcome === undefined && !known(scope, inside)) isKnown = false;
      if (outcome !== undefined && outcome !== null) given.push(outcome);
    }
    return isKnown ? combine(given, scope) : undefined;
  };
}

type Combine = (given: readonly Value[], scope: Scope) => Outcome;

/** Returns the function that combines non-empty values: the `average` of type `to` over values of type `from`. */
export function combinationOf(name: Aggregate['name'], from: StaticType, to: StaticType): Combine {
  if (name === 'sum') return sum;
  if (name === 'average') return average(from, to);
  const least = name === 'min';
  return (given) =>
    given.length === 0
      ? null
      : given.reduce((best, value) => ((value as number) < (best as number) === least ? value : best));
}

const sum: Combine = (given, scope) => {
  let total = 0;
  for (const value of given) {
    total += Number(value);
    if (!Number.isSafeInteger(total)) return safe(scope, null);
  }
  return total;
};

function average(of: StaticType, type: StaticType): Combine {
  const from = of.t === 'number' ? of.scale : 0;
  const to = type.t === 'number' ? type.scale : 0;
  return (given, scope) => {
    if (given.length === 0) return null;
    const total = sum(given, scope);
    return typeof total === 'number' ? safe(scope, divide(total, from, given.length, 0, to)) : undefined;
  };
}
