import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import { dayIn } from './calendar.ts';
import { callFunction, plainName } from './functions.ts';
import { literal } from './literals-with-unit.ts';
import { attributeNamed } from './names.ts';
import { fractionOf } from './number.ts';
import { arithmetic, equals, isAmong, negative, ordered } from './operators.ts';
import { newToken } from './placeholder-values.ts';
import { evaluateQuery } from './queries.ts';
import { number, type Outcome, type Row, text, type Val } from './value.ts';

/** The scope in which an expression is evaluated. */
export interface Scope {
  readonly model: Model;
  readonly zone: string;
  readonly now: number;
  /** The record, and the record before the write; null if there is none. */
  readonly row: Row | null;
  readonly old: Row | null;
  /** The record of the person, or nobody. */
  readonly me: Val;
  readonly locals: ReadonlyMap<string, Outcome>;
  /** Returns a live record by id; null if there is none. */
  readonly find: (entity: string, id: string) => Row | null;
  /** Returns all live records of an entity, or all its lines. */
  readonly all: (entity: string) => readonly Row[];
  /** Inside a query: the record that `this` stands for, while bare names belong to the queried record. */
  readonly self?: Row | null;
}

/** Evaluates an expression. `undefined` means unknown. */
export function evaluate(tree: Tree, scope: Scope): Outcome {
  switch (tree.op) {
    case 'null':
      return null;
    case 'boolean':
      return tree.value;
    case 'text':
      return text(tree.value);
    case 'number':
      return literal(tree.digits, tree.unit);
    case 'name':
      return named(tree.name, scope);
    case 'member':
      return memberOf(tree.of, tree.name, scope);
    case 'call':
      return call(tree, scope);
    case 'index':
      return lookedUp(tree, scope);
    case 'query':
      return evaluateQuery(tree, scope, evaluate) ?? undefined;
    case 'unary':
      return tree.operator === 'not' ? not(evaluate(tree.of, scope)) : negative(evaluate(tree.of, scope));
    case 'binary':
      return binary(tree, scope);
    case 'list':
      return listOf(tree.items.map((item) => evaluate(item, scope)));
    case 'conditional': {
      const test = evaluate(tree.test, scope);
      return typeof test === 'boolean' ? evaluate(test ? tree.yes : tree.no, scope) : undefined;
    }
  }
}

/** Whether a condition certainly holds; unknown counts as not. */
export function holds(tree: Tree | null, scope: Scope): boolean {
  return tree !== null && evaluate(tree, scope) === true;
}

/** Returns the parts that `and` joins at the top level. */
export function partsOf(tree: Tree): readonly Tree[] {
  return tree.op === 'binary' && tree.operator === 'and' ? [...partsOf(tree.left), ...partsOf(tree.right)] : [tree];
}

/** Returns all subexpressions, starting with the expression itself, in text order. */
export function within(tree: Tree): readonly Tree[] {
  switch (tree.op) {
    case 'member':
    case 'unary':
      return [tree, ...within(tree.of)];
    case 'index':
      return [tree, ...within(tree.of), ...within(tree.index)];
    case 'query':
      return [tree, ...within(tree.of), ...within(tree.where)];
    case 'call':
      return [tree, ...(tree.receiver === null ? [] : within(tree.receiver)), ...tree.args.flatMap(within)];
    case 'binary':
      return [tree, ...within(tree.left), ...within(tree.right)];
    case 'list':
      return [tree, ...tree.items.flatMap(within)];
    case 'conditional':
      return [tree, ...within(tree.test), ...within(tree.yes), ...within(tree.no)];
    default:
      return [tree];
  }
}

/** Resolves a name: local, field, constant, keyword; otherwise the name of a choice, state or role. */
function named(name: string, scope: Scope): Outcome {
  if (scope.locals.has(name)) return scope.locals.get(name);
  const { row, model } = scope;
  if (row !== null && name !== 'this' && attributeNamed(model, row.entity, name) !== null) return row.get(name);
  const constant = model.constants.find((each) => each.name === name);
  if (constant !== undefined) {
    const tree = constant.value?.tree ?? null;
    return tree === null ? undefined : evaluate(tree, { ...scope, row: null, old: null, locals: new Map() });
  }
  return word(name, scope);
}

function word(name: string, scope: Scope): Outcome {
  const self = scope.self ?? scope.row;
  if (name === 'this') return self === null ? undefined : { k: 'line', row: self };
  if (name === 'old') return scope.old === null ? null : { k: 'line', row: scope.old };
  if (name === 'me') return scope.me;
  if (name === 'now') return { k: 'instant', ms: scope.now };
  if (name === 'today') return { k: 'date', day: dayIn(scope.zone, scope.now) };
  return text(name);
}

function memberOf(of: Tree, name: string, scope: Scope): Outcome {
  if (of.op === 'name' && of.name === 'this' && !scope.locals.has('this')) return (scope.self ?? scope.row)?.get(name);
  if (of.op === 'name' && isOnlyAName(of.name, scope)) return text(name);
  return step(evaluate(of, scope), name, scope);
}

/** Whether a name is only a prefix, as `Status` in `Status.Draft`. */
function isOnlyAName(name: string, scope: Scope): boolean {
  if (scope.locals.has(name) || ['this', 'old', 'me', 'now', 'today'].includes(name)) return false;
  if (scope.row !== null && attributeNamed(scope.model, scope.row.entity, name) !== null) return false;
  return !scope.model.constants.some((constant) => constant.name === name);
}

/** A path through an empty value is empty; a path from nobody stays nobody, which equals nothing. */
function step(of: Outcome, name: string, scope: Scope): Outcome {
  if (of === null || of === undefined || typeof of === 'boolean') return of === null ? null : undefined;
  if (of.k === 'nobody') return of;
  if (of.k === 'record') {
    const row = scope.find(of.entity, of.id);
    return row === null ? null : row.get(name);
  }
  if (of.k === 'line') return of.row.get(name);
  if (of.k === 'list') return listOf(of.items.map((item) => step(item, name, scope)));
  if (of.k === 'file') return name === 'name' ? text(of.name) : name === 'size' ? sizeOf(of.size) : undefined;
  return undefined;
}

function sizeOf(bytes: number): Outcome {
  const n = fractionOf(String(bytes));
  return n === null ? undefined : number(n, 'B');
}

/** A list with an unknown item is unknown. */
function listOf(items: readonly Outcome[]): Outcome {
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? { k: 'list', items: known } : undefined;
}

function not(of: Outcome): Outcome {
  return typeof of === 'boolean' ? !of : undefined;
}

function binary(tree: Extract<Tree, { readonly op: 'binary' }>, scope: Scope): Outcome {
  const left = evaluate(tree.left, scope);
  // The right side is not evaluated if the left side decides.
  if ((tree.operator === 'and' && left === false) || (tree.operator === 'or' && left === true)) return left;
  const right = evaluate(tree.right, scope);
  switch (tree.operator) {
    case 'and':
      if (right === false) return false;
      return left === true && right === true ? true : undefined;
    case 'or':
      if (right === true) return true;
      return left === false && right === false ? false : undefined;
    case '==':
      return equals(left, right);
    case '!=':
      return not(equals(left, right));
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(tree.operator, left, right);
    case 'in':
      return isAmong(left, grouped(tree.right, scope) ?? right);
    default:
      return arithmetic(tree.operator, left, right, scope);
  }
}

/** Resolves the group name in `status in Running` or `status in [Draft, Running]` to the states of the group. */
function grouped(tree: Tree, scope: Scope): Outcome | null {
  const items = tree.op === 'list' ? tree.items : [tree];
  const groups = items.map((item) =>
    item.op === 'name' && isOnlyAName(item.name, scope) ? groupOf(item.name, scope) : [],
  );
  if (groups.every((states) => states.length === 0)) return null;
  return listOf(items.flatMap((item, at) => (groups[at]?.length ? (groups[at] ?? []) : evaluate(item, scope))));
}

const groupOf = (name: string, { model }: Scope): readonly Val[] =>
  model.machines.flatMap(({ groups }) =>
    groups.flatMap((group) => (group.name === name ? group.states.map((state) => text(state.name)) : [])),
  );

function call(tree: Extract<Tree, { readonly op: 'call' }>, scope: Scope): Outcome {
  const { receiver, args } = tree;
  const name = plainName(tree.name);
  const [first, body] = args;
  if (name === 'isEmpty') return equals(evaluate(receiver ?? first ?? NOTHING, scope), null);
  if (name === 'overlaps') return overlaps(args, scope);
  const unit = SHIFTS.get(name);
  if (unit !== undefined) {
    const [of, count] = [receiver, ...args].flatMap((arg) => (arg === null ? [] : [evaluate(arg, scope)]));
    return arithmetic('+', of, arithmetic('*', count, literal('1', unit), scope), scope);
  }
  if (
    receiver !== null &&
    first?.op === 'name' &&
    body !== undefined &&
    ['all', 'exists', 'exists_one', 'none', 'filter', 'map'].includes(name)
  ) {
    return macro(name, evaluate(receiver, scope), (item) =>
      evaluate(body, { ...scope, locals: new Map([...scope.locals, [first.name, item]]) }),
    );
  }
  if (name === 'newToken') return text(newToken(args.map(writtenOut)));
  // The caller used no link: the value equals nothing that is stored.
  if (name === 'link') return text(' ');
  const all = receiver === null ? args : [receiver, ...args];
  const [of] = receiver === null && OVER_RECORDS.includes(name) ? args : [];
  const asked = of === undefined || of.op === 'query' ? null : evaluateQuery(of, scope, evaluate);
  const values = all.map((arg, index) => (index === 0 && asked !== null ? asked : evaluate(arg, scope)));
  return callFunction(name, values, scope);
}

/** Returns the digits of a number, or a text; null if the argument is an expression. */
const writtenOut = (arg: Tree): string | null =>
  arg.op === 'number' ? arg.digits : arg.op === 'text' ? arg.value : null;

/** `addWorkingDays(x, 5)` means `x + 5 working days`. */
const SHIFTS: ReadonlyMap<string, string> = new Map([
  ['addWorkingDays', 'working days'],
  ['addWorkingHours', 'working hours'],
]);

const NOTHING: Tree = { op: 'null', from: 0, to: 0 };

/** Dates belong to their span, so spans of dates overlap if they touch; spans of other values do not. */
function overlaps(args: readonly Tree[], scope: Scope): Outcome {
  const [from = null, to = null, start = null, end = null] = args.map((arg) => evaluate(arg, scope));
  const dates = [from, to, start, end].some((value) => typeof value === 'object' && value?.k === 'date');
  const before = (one: Outcome, other: Outcome) => ordered(dates ? '<=' : '<', one, other);
  const [first, second] = [before(from, end), before(start, to)];
  if (first === false || second === false) return false;
  return first === true && second === true ? true : undefined;
}

/** Functions that accept the name of an entity and then run over its records. */
const OVER_RECORDS: readonly string[] = ['count', 'exists', 'none', 'sum', 'average', 'min', 'max', 'firstFree'];

/** Evaluates `TARGET[priority]` or `PRIORITY[impact][urgency]`, a cell of a constant table; empty if a key is empty. */
function lookedUp(tree: Extract<Tree, { readonly op: 'index' }>, scope: Scope): Outcome {
  const [of, by] = tree.of.op === 'index' ? [tree.of.of, [tree.of.index, tree.index]] : [tree.of, [tree.index]];
  const table = of.op === 'name' ? scope.model.constants.find((each) => each.name === of.name)?.table : null;
  const keys = by.map((each) => evaluate(each, scope));
  if (table === null || table === undefined || keys.includes(undefined)) return undefined;
  if (keys.includes(null)) return null;
  const [row, column] = keys.map((key) =>
    key !== null && typeof key === 'object' && key.k === 'text' ? key.text : '',
  );
  const at = table.rows.findIndex(({ name }) => name === row);
  const across = table.columns.length === 0 ? 0 : table.columns.findIndex(({ name }) => name === column);
  const cell = table.cells[at]?.[across]?.tree ?? null;
  return cell === null ? undefined : evaluate(cell, { ...scope, row: null, old: null, locals: new Map() });
}

function macro(name: string, of: Outcome, body: (item: Val) => Outcome): Outcome {
  if (of === undefined || (of !== null && (typeof of === 'boolean' || of.k !== 'list'))) return undefined;
  const items = of === null ? [] : of.items;
  const results = items.map(body);
  if (name === 'map') return listOf(results);
  if (name === 'all')
    return results.includes(false) ? false : results.every((each) => each === true) ? true : undefined;
  if (name === 'exists')
    return results.includes(true) ? true : results.every((each) => each === false) ? false : undefined;
  if (name === 'none')
    return results.includes(true) ? false : results.every((each) => each === false) ? true : undefined;
  // An item whose condition is unknown is left out.
  if (name === 'filter') return { k: 'list', items: items.filter((_, index) => results[index] === true) };
  return results.every((each) => typeof each === 'boolean') ? results.filter((each) => each).length === 1 : undefined;
}
