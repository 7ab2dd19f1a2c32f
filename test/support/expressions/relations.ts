import type { Relation } from '../../../src/expressions/types/relation.ts';
import type { Outcome, Scope } from '../../../src/expressions/types/scope.ts';
import type { StaticType } from '../../../src/expressions/types/static.ts';
import type { Row, Value } from '../../../src/fields/text/value.ts';

/** Rows at hand: the one asked about under null, lines under their local names. */
type Rows = ReadonlyMap<string | null, Row>;

/**
 * Answers a relation as a database would, with NULL for unknown and for empty, over one record. It is written from
 * the contract in `relation.ts` and shares nothing with the compiler. Undefined is NULL.
 */
export function answer(relation: Relation, scope: Scope, rows: Rows): Value | undefined {
  const ask = (part: Relation): Value | undefined => answer(part, scope, rows);
  switch (relation.r) {
    case 'parameter':
      return relation.value(scope) ?? undefined;
    case 'field':
      return fieldOf(relation, scope, rows);
    case 'same': {
      const unknown = [relation.left, relation.right].some(
        (part) => part.r === 'parameter' && part.value(scope) === undefined,
      );
      const [left, right] = [relation.left, relation.right].map((part) => inUnits(ask(part), part));
      return (!unknown && equal(left, right)) !== relation.negated;
    }
    case 'order':
      return over([ask(relation.left), ask(relation.right)], ([a, b]) => ordered(relation.operator, a, b));
    case 'arithmetic':
      return over([ask(relation.left), ask(relation.right)], ([a, b]) => {
        const result = relation.operator === '+' ? a + b : relation.operator === '-' ? a - b : a * b;
        return Number.isSafeInteger(result) ? result : undefined;
      });
    case 'among': {
      const item = ask(relation.item);
      const list = 'r' in relation.list ? ask(relation.list) : relation.list.map(ask);
      if (relation.item.r === 'parameter' && relation.item.value(scope) === undefined) return false;
      if (item === undefined || !Array.isArray(list)) return undefined;
      return list.some((each) => equal(each ?? undefined, item));
    }
    case 'and':
      return kleene(relation.parts.map(ask), false);
    case 'or':
      return kleene(relation.parts.map(ask), true);
    case 'not':
      return over([ask(relation.of)], ([of]) => !of);
    case 'digits':
      return over(
        [ask(relation.of)],
        ([of]) => `${of < 0 ? '-' : ''}${`${Math.abs(of)}`.padStart(relation.length, '0')}`,
      );
    case 'cased':
      return over([ask(relation.of)], ([of]) =>
        relation.to === 'lower' ? `${of}`.toLowerCase() : `${of}`.toUpperCase(),
      );
    case 'conditional':
      return ask(relation.test) === true ? ask(relation.yes) : ask(relation.no);
    case 'lines':
      return linesOf(relation, scope, rows);
    case 'several': {
      const ids = ask(relation.list);
      const each = (Array.isArray(ids) ? ids : []).map((id) => recordAt(scope, relation.entity, String(id)));
      return foldOf(relation, each, scope, rows);
    }
    case 'those': {
      const ids = ask(relation.list);
      const kept = (Array.isArray(ids) ? ids : []).filter((id) => {
        const row = scope.find(relation.entity, String(id));
        return row && answer(relation.where, scope, new Map(rows).set(relation.local, row)) === true;
      });
      return kept.length === 0 ? undefined : kept;
    }
    case 'query':
      return queryOf(relation, scope, rows);
    case 'text':
      return over([ask(relation.of), ask(relation.needle)], ([of, needle]) => {
        const [one, other] = [String(of), String(needle)];
        return relation.what === 'contains'
          ? one.includes(other)
          : relation.what === 'startsWith'
            ? one.startsWith(other)
            : one.endsWith(other);
      });
    case 'word':
    case 'unanswerable':
      throw new Error(`no expression asks this: ${relation.r}`);
  }
}

/** Whether no part of a relation is unanswerable. */
export function isAnswerable(relation: Relation): boolean {
  return !JSON.stringify(relation).includes('"unanswerable"');
}

function fieldOf(relation: Extract<Relation, { r: 'field' }>, scope: Scope, rows: Rows): Value | undefined {
  let at: Row | null | undefined = rows.get(relation.local);
  for (const step of relation.path) {
    const id: Outcome = at?.values[step.field];
    at = typeof id === 'string' ? scope.find(step.to, id) : null;
  }
  return at?.values[relation.field] ?? undefined;
}

/** A number is kept in units of its scale: as the text of it, which is the same in any. */
function inUnits(value: Value | undefined, relation: Relation): Value | undefined {
  const type = typeOf(relation);
  if (typeof value !== 'number' || type?.t !== 'number') return value;
  const digits = 10n ** BigInt(DIGITS - type.scale);
  return `${BigInt(value) * digits}`;
}

const DIGITS = 30;

function typeOf(relation: Relation): StaticType | null {
  if (relation.r !== 'conditional') return 'type' in relation && relation.type.t !== 'empty' ? relation.type : null;
  return typeOf(relation.yes) ?? typeOf(relation.no);
}

function equal(a: Outcome, b: Outcome): boolean {
  if (typeof a === 'object' || typeof b === 'object') return JSON.stringify(a) === JSON.stringify(b);
  return a === b;
}

function ordered(operator: string, a: number, b: number): boolean {
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

function over(
  values: readonly Outcome[],
  answerOf: (values: [number, number]) => Value | undefined,
): Value | undefined {
  return values.includes(undefined) ? undefined : answerOf(values as [number, number]);
}

function kleene(values: readonly Outcome[], decides: boolean): boolean | undefined {
  if (values.includes(decides)) return decides;
  return values.includes(undefined) ? undefined : !decides;
}

function queryOf(relation: Extract<Relation, { r: 'query' }>, scope: Scope, rows: Rows): Value | undefined {
  const { where, body, what } = relation;
  const found = (scope.rows?.(relation.entity) ?? [])
    .map((each) => new Map(rows).set(relation.local, each))
    .filter((inside) => where === null || answer(where, scope, inside) === true);
  if (what === 'exists') return found.length > 0;
  if (what === 'count' || body === null) return found.length;
  const given = found.map((inside) => answer(body, scope, inside)).filter((value) => value !== undefined) as number[];
  const sum = given.reduce((total, value) => total + value, 0);
  if (what === 'sum') return sum;
  if (given.length === 0) return undefined;
  if (what === 'min') return Math.min(...given);
  if (what === 'max') return Math.max(...given);
  return sum / given.length;
}

function linesOf(relation: Extract<Relation, { r: 'lines' }>, scope: Scope, rows: Rows): Value | undefined {
  const list = rows.get(relation.outer)?.values[relation.field];
  return foldOf(relation, Array.isArray(list) ? (list as readonly Row[]) : [], scope, rows);
}

/** A record that is not there has an id and only empty fields. */
function recordAt(scope: Scope, entity: string, id: string): Row {
  return scope.find(entity, id) ?? { entity, id, version: 0, values: { id } };
}

function foldOf(
  relation: Extract<Relation, { r: 'lines' | 'several' }>,
  lines: readonly Row[],
  scope: Scope,
  rows: Rows,
): Value | undefined {
  const { body, what } = relation;
  if (body === null) return lines.length;
  const values = lines.map((line) => answer(body, scope, new Map(rows).set(relation.local, line)));
  if (what === 'exists' || what === 'all') return kleene(values, what === 'exists');
  const given = values.filter((value) => value !== undefined) as number[];
  if (what === 'count') return given.length;
  const sum = given.reduce((total, value) => total + value, 0);
  if (what === 'sum') return sum;
  if (given.length === 0) return undefined;
  if (what !== 'average') return given.reduce((best, value) => (value < best === (what === 'min') ? value : best));
  const scale = (type: Relation | null) =>
    type !== null && 'type' in type && type.type.t === 'number' ? type.type.scale : 0;
  const exact = (Math.abs(sum) * 10 ** (scale(relation) - scale(body))) / given.length;
  return Math.sign(sum) * Math.floor(exact + 0.5) + 0;
}
