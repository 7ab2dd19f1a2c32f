import type { Schema } from '../../model/lookups/schema.ts';
import type { BinaryOperator } from '../../model/types/formula.ts';
import { functionNamed } from '../functions/functions.ts';
import type { Typed } from '../types/typed.ts';
import { dependsOnRow } from '../types/walk.ts';
import { isPerson, nounPhrase, type Phrase, queriedRecords, recordWords } from './words-values.ts';

type Op<Name extends Typed['op']> = Extract<Typed, { op: Name }>;

/**
 * Returns an expression in plain English, for use after "needs" or "because": `total is at most 25 EUR, or receipt is
 * given`.
 */
export function wordsOf(typed: Typed, options: { readonly schema: Schema }): string {
  const phrase: Phrase = {
    schema: options.schema,
    clause: (part, within) => clause(part, within ?? phrase, true, within === undefined ? 0 : 1),
  };
  return typed.type.t === 'boolean' && typed.op !== 'literal'
    ? clause(typed, phrase, true, 0)
    : nounPhrase(typed, phrase);
}

/** Returns a condition as a clause; if `holds` is false, its negation. */
function clause(typed: Typed, phrase: Phrase, holds: boolean, depth: number): string {
  switch (typed.op) {
    case 'not':
      return clause(typed.of, phrase, !holds, depth);
    case 'binary':
      return binaryClause(typed, phrase, holds, depth);
    case 'macro':
      return macroClause(typed, phrase, holds);
    case 'query':
      return `there is ${existing(queriedRecords(typed, phrase, true), holds)}`;
    case 'working':
      return `${nounPhrase(typed.args[0] ?? typed, phrase)} is ${holds ? '' : 'not '}${typed.args[0]?.type.t === 'date' ? 'a working day' : 'in working hours'}`;
    case 'conditional':
      return `${clause(typed.yes, phrase, holds, 2)} if ${clause(typed.test, phrase, true, 2)}, else ${clause(typed.no, phrase, holds, 2)}`;
    case 'call':
      return callClause(typed, phrase, holds);
    case 'literal':
      return (typed.value === true) === holds ? 'always' : 'never';
    default:
      return `${nounPhrase(typed, phrase)} is ${holds ? 'yes' : 'no'}`;
  }
}

function binaryClause(typed: Op<'binary'>, phrase: Phrase, holds: boolean, depth: number): string {
  const { operator, left, right } = typed;
  switch (operator) {
    case 'and':
    case 'or':
      return joined(typed, operator, phrase, holds, depth);
    case '==':
      return equalClause(left, right, phrase, holds);
    case '!=':
      return equalClause(left, right, phrase, !holds);
    case 'in':
      return amongClause(left, right, phrase, holds);
    default:
      return isFixed(left) && !isFixed(right)
        ? orderClause(right, mirrored(holds ? operator : opposite(operator)), left, phrase)
        : orderClause(left, holds ? operator : opposite(operator), right, phrase);
  }
}

function orderClause(left: Typed, operator: BinaryOperator, right: Typed, phrase: Phrase): string {
  const subject = nounPhrase(left, phrase);
  const words = orderPhrase(operator, left, right, phrase);
  if (!isMoment(left) || left.op !== 'field' || !DATED.test(subject)) return `${subject} is ${words}`;
  return /^(?:before|after) /.test(words) ? `${subject.replace(DATED, '')} ${words}` : `${subject} ${words}`;
}

/** Labels such as "spent on" and "paid at" need no "is". */
const DATED = / (?:at|on)$/;

function isMoment(typed: Typed): boolean {
  return typed.type.t === 'date' || typed.type.t === 'instant' || typed.type.t === 'time';
}

/** Whether a value is the same for every record; it becomes the object of the sentence. */
function isFixed(typed: Typed): boolean {
  return !dependsOnRow(typed);
}

/**
 * Joins clauses: `a, and b` at the top, `a and b` one level down, in parentheses below. A negated `and` is the `or` of
 * the negations.
 */
function joined(typed: Op<'binary'>, operator: 'and' | 'or', phrase: Phrase, holds: boolean, depth: number): string {
  const word = holds === (operator === 'and') ? 'and' : 'or';
  const parts = chain(typed, operator).map((part) => clause(part, phrase, holds, depth + 1));
  if (depth === 0) return `${parts.slice(0, -1).join(', ')}, ${word} ${parts.at(-1) ?? ''}`;
  const text = parts.join(` ${word} `);
  return depth === 1 ? text : `(${text})`;
}

function chain(typed: Typed, operator: BinaryOperator): Typed[] {
  if (typed.op !== 'binary' || typed.operator !== operator) return [typed];
  return [...chain(typed.left, operator), ...chain(typed.right, operator)];
}

function equalClause(left: Typed, right: Typed, phrase: Phrase, holds: boolean): string {
  if (isNull(right)) return givenClause(left, phrase, !holds);
  if (isNull(left)) return givenClause(right, phrase, !holds);
  if (isPerson(right) && left.type.t === 'record') return personClause(left, phrase, holds);
  if (isPerson(left) && right.type.t === 'record') return personClause(right, phrase, holds);
  if (right.op === 'literal' && typeof right.value === 'boolean') return clause(left, phrase, right.value === holds, 2);
  const [subject, object] = isFixed(left) && !isFixed(right) ? [right, left] : [left, right];
  const name = nounPhrase(subject, phrase);
  if (isMoment(subject) && subject.op === 'field' && DATED.test(name))
    return `${holds ? '' : 'not '}${name} ${nounPhrase(object, phrase)}`;
  return `${name} is ${holds ? '' : 'not '}${nounPhrase(object, phrase)}`;
}

function givenClause(typed: Typed, phrase: Phrase, given: boolean): string {
  if (isPerson(typed)) return given ? 'you are signed in' : 'you are not signed in';
  const verb = typed.type.t === 'list' ? 'are' : 'is';
  return `${nounPhrase(typed, phrase)} ${verb} ${given ? 'given' : 'empty'}`;
}

function personClause(record: Typed, phrase: Phrase, holds: boolean): string {
  if (
    record.op === 'field' &&
    record.of.op === 'this' &&
    (record.field === 'createdBy' || record.field === 'changedBy')
  ) {
    const did = record.field === 'createdBy' ? 'created' : 'last changed';
    return holds ? `you ${did} it` : `somebody else ${did} it`;
  }
  return `you are ${holds ? '' : 'not '}${recordWords(record, phrase)}`;
}

function amongClause(item: Typed, list: Typed, phrase: Phrase, holds: boolean): string {
  const person = isPerson(item);
  const subject = person ? 'you are' : `${nounPhrase(item, phrase)} is`;
  if (list.op !== 'list') return `${subject} ${holds ? '' : 'not '}among ${nounPhrase(list, phrase)}`;
  const items = list.items.map((each) => (person ? recordWords(each, phrase) : nounPhrase(each, phrase)));
  if (items.length === 0) return holds ? 'never' : 'always';
  const last = items.at(-1) ?? '';
  const before = items.slice(0, -1).join(', ');
  if (items.length === 1) return `${subject} ${holds ? '' : 'not '}${last}`;
  if (holds) return `${subject} ${before} or ${last}`;
  return items.length === 2 ? `${subject} neither ${before} nor ${last}` : `${subject} none of ${before} and ${last}`;
}

function orderPhrase(operator: BinaryOperator, left: Typed, right: Typed, phrase: Phrase): string {
  const other = nounPhrase(right, phrase);
  const time = isMoment(left);
  if (operator === '<') return time ? `before ${other}` : `less than ${other}`;
  if (operator === '>') return time ? `after ${other}` : `more than ${other}`;
  if (operator === '<=') return time ? `${other} or earlier` : `at most ${other}`;
  return time ? `${other} or later` : `at least ${other}`;
}

/** Returns the operator for the comparison with its sides exchanged. */
function mirrored(operator: BinaryOperator): BinaryOperator {
  if (operator === '<') return '>';
  if (operator === '>') return '<';
  return operator === '<=' ? '>=' : '<=';
}

function opposite(operator: BinaryOperator): BinaryOperator {
  if (operator === '<') return '>=';
  if (operator === '>') return '<=';
  return operator === '<=' ? '>' : '<';
}

function macroClause(typed: Op<'macro'>, phrase: Phrase, holds: boolean): string {
  const list = nounPhrase(typed.of, phrase);
  if (typed.name === 'all')
    return `${clause(typed.body, phrase, holds, 2)} in ${holds ? 'every one' : 'at least one'} of ${list}`;
  if (typed.name === 'exists')
    return `${clause(typed.body, phrase, true, 2)} in ${holds ? 'at least one' : 'none'} of ${list}`;
  return `${clause(typed.body, phrase, true, 2)} in ${holds ? '' : 'not '}exactly one of ${list}`;
}

/** Returns "a loan", "another loan" or "no loan". */
function existing(record: string, holds: boolean): string {
  if (!holds) return `no ${record}`;
  if (record.startsWith('other ')) return `an${record}`;
  return `${/^[aeio]/i.test(record) ? 'an' : 'a'} ${record}`;
}

function callClause(typed: Op<'call'>, phrase: Phrase, holds: boolean): string {
  const def = functionNamed(typed.name);
  const words = def?.words(typed.args.map((arg) => nounPhrase(arg, phrase))) ?? typed.name;
  return holds ? words : `not (${words})`;
}

function isNull(typed: Typed): boolean {
  return typed.op === 'literal' && typed.value === null;
}
