import {
  addDurations,
  addToDate,
  addToInstant,
  dateDifference,
  instantDifference,
  negated,
  today,
} from '../../fields/calendar/calendar.ts';
import type { Duration, Row, Value } from '../../fields/text/value.ts';
import { functionNamed } from '../functions/functions.ts';
import type { ComputedOnRead } from '../types/computed-by-clock.ts';
import { isLength } from '../types/kinds.ts';
import type { Evaluate, Outcome, Scope } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';
import { walk } from '../types/walk.ts';
import { type Closure, type CompileContext, type Frame, isRow, safe, unknown } from './closure.ts';
import { compileCell, compileWorking } from './compile-cells.ts';
import { compileEquality, compileIn, compileOrder, knownOf, usesUnknown } from './compile-compare.ts';
import { compileAggregate, compileMacro } from './compile-lists.ts';
import { compileMoney, compileNumbers, compileRound } from './compile-numbers.ts';
import { compileQuery } from './compile-queries.ts';

type Op<Name extends Typed['op']> = Extract<Typed, { op: Name }>;

/** `zone` is the document's time zone, an IANA name; calendar units and `today` use it. */
export interface CompileOptions {
  readonly zone: string;
  readonly byClock?: ComputedOnRead | undefined;
}

/** Compiles an expression to a closure that never throws; `undefined` is unknown. */
export function compile(typed: Typed, options: CompileOptions): Evaluate {
  return compiling(options, []).compile(typed);
}

/** Compiles a function that says whether everything an expression reads is loaded; a guest's `me` counts as loaded. */
export function compileKnown(typed: Typed, options: CompileOptions): (scope: Scope) => boolean {
  if (usesUnknown(typed)) return () => false;
  const known = knownOf(typed, compiling(options, []));
  return (scope) => known(scope, undefined);
}

/** Returns the context for compiling parts of an expression. */
export const createCompileContext = (options: CompileOptions): CompileContext => compiling(options, []);

function compiling(options: CompileOptions, locals: readonly string[]): CompileContext {
  const self: CompileContext = {
    zone: options.zone,
    byClock: options.byClock,
    locals,
    compile: (typed) => (isOfClock(typed) ? onceAnInstant(closureOf(typed, self)) : closureOf(typed, self)),
    inside: (local) => compiling(options, [local, ...locals]),
  };
  return self;
}

function closureOf(typed: Typed, at: CompileContext): Closure {
  switch (typed.op) {
    case 'literal':
    case 'constant': {
      const { value } = typed;
      return () => value;
    }
    case 'unknown':
      return unknown;
    case 'this':
      return (scope) => scope.row ?? undefined;
    case 'old':
      return (scope) => scope.old;
    case 'me':
      return (scope) => scope.me ?? undefined;
    case 'now':
      return (scope) => scope.now;
    case 'today':
      return ({ now }) => today(now, at.zone);
    case 'local':
      return localOf(at.locals.indexOf(typed.name));
    case 'field':
      return fieldOf(typed, at);
    case 'call':
      return callOf(typed, at);
    case 'macro':
      return compileMacro(typed, at);
    case 'aggregate':
      return compileAggregate(typed, at);
    case 'query':
      return compileQuery(typed, at);
    case 'cell':
      return compileCell(typed, at);
    case 'working':
      return compileWorking(typed, at);
    case 'not':
      return notOf(at.compile(typed.of));
    case 'negate':
      return negateOf(at.compile(typed.of));
    case 'binary':
      return binaryOf(typed, at);
    case 'list':
      return listOf(typed.items.map(at.compile));
    case 'conditional':
      return conditionalOf(at.compile(typed.test), at.compile(typed.yes), at.compile(typed.no));
  }
}

/** Whether a date or instant depends only on the clock: `today - WINDOW`, `startOfMonth(now)`. */
function isOfClock(typed: Typed): boolean {
  if (typed.type.t !== 'date' && typed.type.t !== 'instant') return false;
  if (typed.op !== 'binary' && typed.op !== 'call' && typed.op !== 'working' && typed.op !== 'today') return false;
  for (const { op } of walk(typed)) if (!CLOCKED.has(op)) return false;
  return true;
}

const CLOCKED: ReadonlySet<Typed['op']> = new Set<Typed['op']>([
  'binary',
  'call',
  'today',
  'now',
  'literal',
  'constant',
  'negate',
  'working',
]);

/** Memoizes a closure per instant: calendar arithmetic is expensive, and many records are evaluated at one instant. */
function onceAnInstant(closure: Closure): Closure {
  let at = Number.NaN;
  let found: Outcome;
  return (scope) => {
    if (scope.now !== at) {
      found = closure(scope);
      at = scope.now;
    }
    return found;
  };
}

function localOf(index: number): Closure {
  if (index < 0) return unknown;
  if (index === 0) return (_, frame) => frame?.value;
  return (_, frame) => {
    let found = frame;
    for (let i = 0; i < index; i++) found = found?.up;
    return found?.value;
  };
}

function fieldOf(typed: Op<'field'>, at: CompileContext): Closure {
  const name = typed.field;
  const worked = at.byClock?.(typed.entity, name)?.evaluate;
  if (worked !== undefined) return workedOut(typed, worked, at);
  const read =
    name === 'id' ? (row: Row): Outcome => row.values[name] ?? row.id : (row: Row): Outcome => row.values[name];
  if (typed.of.op === 'this' && name !== 'id') return (scope) => scope.row?.values[name];
  if (typed.of.op === 'me' && name !== 'id') return (scope) => scope.me?.values[name];
  const of = at.compile(typed.of);
  const { entity } = typed;
  return (scope, frame) => {
    const found = rowOf(of(scope, frame), entity, scope);
    return found === null || found === undefined ? found : read(found);
  };
}

/** Compiles a field that is computed on reading. Like a stored value, it is empty if the result is unknown. */
function workedOut(typed: Op<'field'>, evaluate: Evaluate, at: CompileContext): Closure {
  const of = at.compile(typed.of);
  return (scope, frame) => {
    const row = rowOf(of(scope, frame), typed.entity, scope);
    return row === null || row === undefined ? row : (evaluate({ ...scope, row, old: row }) ?? null);
  };
}

/** Returns the record that a value refers to: null if there is none, undefined if it was not loaded. */
function rowOf(value: Outcome, entity: string, scope: Scope): Row | null | undefined {
  if (typeof value === 'string') return scope.find(entity, value);
  if (isRow(value)) return value;
  return value === null ? null : undefined;
}

function callOf(typed: Op<'call'>, at: CompileContext): Closure {
  if (typed.name === 'round' || typed.name === 'floor' || typed.name === 'ceil') return compileRound(typed, at);
  const def = functionNamed(typed.name);
  if (def === null) return unknown;
  const args = typed.args.map(at.compile);
  if (typed.name === 'coalesce') return coalesceOf(args);
  if (typed.name === 'values') return valuesOf(args[0] ?? unknown);
  const call = def.make(typed.args, at.zone);
  return (scope, frame) => {
    const values: Value[] = [];
    for (const arg of args) {
      const value = arg(scope, frame);
      if (value === undefined || value === null) return undefined;
      values.push(value);
    }
    const result = call(values, scope);
    return typeof result === 'number' ? safe(scope, result) : result;
  };
}

/** Compiles `values`: what a record holds; empty where there is none. */
function valuesOf(of: Closure): Closure {
  return (scope, frame) => {
    const row = of(scope, frame);
    return isRow(row) ? scope.valuesOf?.(row) : row;
  };
}

/** Compiles `coalesce`: the first non-empty value; unknown if an earlier one is unknown. */
function coalesceOf(args: readonly Closure[]): Closure {
  return (scope, frame) => {
    for (const arg of args) {
      const value = arg(scope, frame);
      if (value !== null) return value;
    }
    return null;
  };
}

function notOf(of: Closure): Closure {
  return (scope, frame) => {
    const value = of(scope, frame);
    return value === true ? false : value === false ? true : undefined;
  };
}

function negateOf(of: Closure): Closure {
  return (scope, frame) => {
    const value = of(scope, frame);
    if (typeof value === 'number') return 0 - value;
    if (typeof value !== 'object' || value === null) return undefined;
    if ('months' in value) return negated(value as Duration);
    return 'currency' in value && 'amount' in value ? { ...value, amount: 0 - Number(value.amount) } : undefined;
  };
}

function listOf(items: readonly Closure[]): Closure {
  return (scope, frame) => {
    const values: Value[] = [];
    for (const item of items) {
      const value = item(scope, frame);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  };
}

function conditionalOf(test: Closure, yes: Closure, no: Closure): Closure {
  return (scope, frame) => {
    const value = test(scope, frame);
    return value === true ? yes(scope, frame) : value === false ? no(scope, frame) : undefined;
  };
}

function binaryOf(typed: Op<'binary'>, at: CompileContext): Closure {
  switch (typed.operator) {
    case 'and':
      return andOf(at.compile(typed.left), at.compile(typed.right));
    case 'or':
      return orOf(at.compile(typed.left), at.compile(typed.right));
    case '==':
    case '!=':
      return compileEquality(typed, at);
    case 'in':
      return compileIn(typed, at);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(typed, at);
    default:
      return arithmeticOf(typed, at);
  }
}

function andOf(left: Closure, right: Closure): Closure {
  return (scope, frame) => {
    const one = left(scope, frame);
    if (one === false) return false;
    const other = right(scope, frame);
    if (other === false) return false;
    return one === true && other === true ? true : undefined;
  };
}

function orOf(left: Closure, right: Closure): Closure {
  return (scope, frame) => {
    const one = left(scope, frame);
    if (one === true) return true;
    const other = right(scope, frame);
    if (other === true) return true;
    return one === false && other === false ? false : undefined;
  };
}

function arithmeticOf(typed: Op<'binary'>, at: CompileContext): Closure {
  const [one, other] = [typed.left.type.t, typed.right.type.t];
  if (one === 'number' && other === 'number') return compileNumbers(typed, at);
  if (one === 'money' || other === 'money') return compileMoney(typed, at);
  const combine = combination(typed, at.zone);
  const [left, right] = [at.compile(typed.left), at.compile(typed.right)];
  return (scope: Scope, frame?: Frame) => {
    const a = left(scope, frame);
    const b = right(scope, frame);
    return a === undefined || a === null || b === undefined || b === null ? undefined : combine(a, b);
  };
}

/** Returns `+` or `-` for texts, dates, instants and lengths of time. A result outside the calendar is unknown. */
function combination(typed: Op<'binary'>, zone: string): (a: Value, b: Value) => Outcome {
  const [one, other] = [typed.left.type.t, typed.right.type.t];
  if (one === 'text') return (a, b) => String(a) + String(b);
  if (typed.operator === '*') {
    return isLength(typed.left.type)
      ? (a, b) => times(a as Duration, Number(b))
      : (a, b) => times(b as Duration, Number(a));
  }
  const signed = typed.operator === '-' ? negated : (duration: Duration) => duration;
  if (isLength(typed.left.type) && isLength(typed.right.type))
    return (a, b) => checked(addDurations(a as Duration, signed(b as Duration)));
  if (one === 'date' && other === 'duration') return (a, b) => addToDate(String(a), signed(b as Duration)) ?? undefined;
  if (one === 'duration' && other === 'date') return (a, b) => addToDate(String(b), a as Duration) ?? undefined;
  if (one === 'instant' && other === 'duration')
    return (a, b) => addToInstant(Number(a), signed(b as Duration), zone) ?? undefined;
  if (one === 'duration' && other === 'instant')
    return (a, b) => addToInstant(Number(b), a as Duration, zone) ?? undefined;
  if (one === 'date' && other === 'date') return (a, b) => dateDifference(String(a), String(b));
  if (one === 'instant' && other === 'instant') return (a, b) => instantDifference(Number(a), Number(b));
  return () => undefined;
}

function times(duration: Duration, count: number): Duration | undefined {
  return checked({ months: duration.months * count, days: duration.days * count, ms: duration.ms * count });
}

function checked(duration: Duration): Duration | undefined {
  return [duration.months, duration.days, duration.ms].every(Number.isSafeInteger) ? duration : undefined;
}
