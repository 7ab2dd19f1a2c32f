import type { Typed } from '../../expressions/types/typed.ts';
import { type Linear, linearOf, minus, type Term, type TermTable, termOf } from './terms.ts';

/** An elementary condition. `equal` and `different` compare values without an order: choices, texts, records, roles. */
export type Atom =
  | { readonly atom: 'empty' | 'filled'; readonly term: string }
  /** `form` ≤ 0, or < 0 if strict. */
  | { readonly atom: 'order'; readonly form: Linear; readonly strict: boolean }
  /** `form` ≠ 0. */
  | { readonly atom: 'apart'; readonly form: Linear }
  | { readonly atom: 'equal' | 'different'; readonly left: Operand; readonly right: Operand }
  /** A condition that the solver treats as opaque. */
  | { readonly atom: 'holds' | 'fails'; readonly condition: string };

export type Operand = { readonly term: string } | { readonly constant: string };

/** When a condition holds: atoms joined by "and" (`all`) and "or" (`any`). */
export type Cases = boolean | Atom | { readonly all: readonly Cases[] } | { readonly any: readonly Cases[] };

type Binary = Extract<Typed, { op: 'binary' }>;

/**
 * Returns the cases in which a condition has the value `truth`; with `orUnknown` also those in which it is unknown. If
 * the cases cannot be given exactly, the result contains too many, never too few.
 */
export function casesOf(typed: Typed, truth: boolean, orUnknown: boolean, all: TermTable): Cases {
  const within = (part: Typed, wanted = truth) => casesOf(part, wanted, orUnknown, all);
  switch (typed.op) {
    case 'literal':
    case 'constant':
      return typeof typed.value === 'boolean' ? typed.value === truth : orUnknown;
    case 'not':
      return within(typed.of, !truth);
    case 'binary':
      return typed.operator === 'and' || typed.operator === 'or'
        ? joined(typed, truth, within)
        : compared(typed, truth, orUnknown, all);
    case 'conditional': {
      const yes = allOf([within(typed.test, true), within(typed.yes)]);
      return anyOf([yes, allOf([within(typed.test, false), within(typed.no)])]);
    }
    case 'field':
    case 'local':
      return flag(typed, truth, orUnknown, all);
    default:
      return opaque(typed, truth, orUnknown, all);
  }
}

export function allOf(parts: readonly Cases[]): Cases {
  const open = parts.filter((part) => part !== true);
  if (open.includes(false)) return false;
  return open.length < 2 ? (open[0] ?? true) : { all: open };
}

export function anyOf(parts: readonly Cases[]): Cases {
  const open = parts.filter((part) => part !== false);
  if (open.includes(true)) return true;
  return open.length < 2 ? (open[0] ?? false) : { any: open };
}

function joined(typed: Binary, truth: boolean, within: (part: Typed) => Cases): Cases {
  const parts = [within(typed.left), within(typed.right)];
  return (typed.operator === 'and') === truth ? allOf(parts) : anyOf(parts);
}

function compared(typed: Binary, truth: boolean, orUnknown: boolean, all: TermTable): Cases {
  const { operator, left, right } = typed;
  if (operator === '==' || operator === '!=')
    return equality(left, right, (operator === '==') === truth, all) ?? opaque(typed, truth, orUnknown, all);
  if (operator === 'in') return membership(typed, truth, orUnknown, all);
  const form = ordered(typed, all);
  if (form === null) return opaque(typed, truth, orUnknown, all);
  const strict = (operator === '<' || operator === '>') === truth;
  const known = allOf([...filledAll(form), { atom: 'order', form: truth ? form : minus(NOTHING, form), strict }]);
  return orUnknown ? anyOf([known, anyEmpty(form)]) : known;
}

const NOTHING: Linear = { terms: new Map(), constant: 0n };

/**
 * Returns the form that is ≤ 0, or < 0, exactly when the comparison holds; null if the operands are not ordered forms.
 */
function ordered({ operator, left, right }: Binary, all: TermTable): Linear | null {
  if (!['<', '<=', '>', '>='].includes(operator)) return null;
  const [one, other] = [linearOf(left, all), linearOf(right, all)];
  if (one === null || other === null) return null;
  return operator.startsWith('<') ? minus(one, other) : minus(other, one);
}

function filledAll(form: Linear): Atom[] {
  return [...form.terms.keys()].map((term) => ({ atom: 'filled', term }));
}

function anyEmpty(form: Linear): Cases {
  return anyOf([...form.terms.keys()].map((term) => ({ atom: 'empty', term })));
}

/**
 * Cases for `==` and `!=`. They are never unknown: empty equals empty. Null if the solver does not handle the kind of
 * values.
 */
function equality(left: Typed, right: Typed, same: boolean, all: TermTable): Cases | null {
  if (isNull(left)) return emptiness(right, same, all);
  if (isNull(right)) return emptiness(left, same, all);
  const [one, other] = [linearOf(left, all), linearOf(right, all)];
  if (one !== null && other !== null) return equalForms(one, other, same);
  const [first, second] = [operandOf(left, all), operandOf(right, all)];
  return first === null || second === null ? null : equalOperands(first, second, same);
}

function equalForms(one: Linear, other: Linear, same: boolean): Cases {
  const form = minus(one, other);
  const given = [...filledAll(one), ...filledAll(other)];
  const [emptyOne, emptyOther] = [anyEmpty(one), anyEmpty(other)];
  if (!same) return anyOf([allOf([...given, { atom: 'apart', form }]), emptyOne, emptyOther]);
  const order = (part: Linear): Atom => ({ atom: 'order', form: part, strict: false });
  return anyOf([allOf([...given, order(form), order(minus(NOTHING, form))]), allOf([emptyOne, emptyOther])]);
}

function equalOperands(left: Operand, right: Operand, same: boolean): Cases {
  const is = (operand: Operand, atom: 'empty' | 'filled'): Cases =>
    'term' in operand ? { atom, term: operand.term } : atom === 'filled';
  const given = [is(left, 'filled'), is(right, 'filled')];
  const [emptyLeft, emptyRight] = [is(left, 'empty'), is(right, 'empty')];
  if (same) return anyOf([allOf([...given, { atom: 'equal', left, right }]), allOf([emptyLeft, emptyRight])]);
  return anyOf([
    allOf([...given, { atom: 'different', left, right }]),
    allOf([emptyLeft, is(right, 'filled')]),
    allOf([is(left, 'filled'), emptyRight]),
  ]);
}

function emptiness(typed: Typed, empty: boolean, all: TermTable): Cases | null {
  if (typed.op === 'literal' || typed.op === 'constant') return (typed.value === null) === empty;
  const direct = typed.op === 'field' || typed.op === 'me' || typed.op === 'old' || typed.op === 'unknown';
  return direct ? { atom: empty ? 'empty' : 'filled', term: termOf(typed, all).key } : null;
}

function membership(typed: Binary, truth: boolean, orUnknown: boolean, all: TermTable): Cases {
  const { left, right } = typed;
  const items = itemsOf(right);
  if (items === null) return opaque(typed, truth, orUnknown, all);
  const item = termOf(left, all).key;
  const each = items.map((one) => equality(left, one, truth, all));
  if (each.includes(null) || items.some((one) => one.op !== 'literal' && one.op !== 'constant'))
    return opaque(typed, truth, orUnknown, all);
  const parts = each.filter((part) => part !== null);
  const given: Atom = { atom: 'filled', term: item };
  const known = allOf([given, truth ? anyOf(parts) : allOf(parts)]);
  return orUnknown ? anyOf([known, { atom: 'empty', term: item }]) : known;
}

/** Returns the items of a list, or of a constant that is a list; null for other expressions. */
function itemsOf(typed: Typed): readonly Typed[] | null {
  if (typed.op === 'list') return typed.items;
  if (typed.op !== 'constant' || typed.type.t !== 'list' || !Array.isArray(typed.value)) return null;
  const { from, to } = typed;
  const type = typed.type.of;
  return typed.value.map((value) => ({ op: 'literal', value, type, from, to }));
}

/**
 * Returns the operand for a value that equals another exactly when their names are equal; null for other types, such as
 * lists and files.
 */
function operandOf(typed: Typed, all: TermTable): Operand | null {
  if (typed.op === 'literal' || typed.op === 'constant') {
    const simple = typeof typed.value === 'string' || typeof typed.value === 'boolean';
    return simple ? { constant: JSON.stringify(typed.value) } : null;
  }
  if (!['choice', 'role', 'record', 'boolean', 'text'].includes(typed.type.t)) return null;
  if (typed.type.t === 'boolean' && typed.op !== 'field') return null;
  return { term: termOf(typed, all).key };
}

function flag(typed: Typed, truth: boolean, orUnknown: boolean, all: TermTable): Cases {
  const term: Term = termOf(typed, all);
  const known = allOf([
    { atom: 'filled', term: term.key },
    { atom: 'equal', left: { term: term.key }, right: { constant: JSON.stringify(truth) } },
  ]);
  return orUnknown ? anyOf([known, { atom: 'empty', term: term.key }]) : known;
}

function opaque(typed: Typed, truth: boolean, orUnknown: boolean, all: TermTable): Cases {
  return orUnknown ? true : { atom: truth ? 'holds' : 'fails', condition: termOf(typed, all).key };
}

function isNull(typed: Typed): boolean {
  return (typed.op === 'literal' || typed.op === 'constant') && typed.value === null;
}
