import type { BinaryOperator, Tree } from '../../model/types/formula.ts';
import { isPlainName } from './lexicon.ts';

const LEVELS: Readonly<Record<BinaryOperator, number>> = {
  or: 2,
  and: 3,
  '==': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  in: 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
};

const CONDITIONAL = 1;
const NOT = 4;
const COMPARE = 5;
const PREFIX = 8;
const MEMBER = 9;
const ATOM = 10;

/** Returns the canonical text of an expression; parsing it gives the same tree, apart from offsets. */
export function printExpression(tree: Tree): string {
  switch (tree.op) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(tree.value);
    case 'text':
      return printText(tree.value);
    case 'number':
      return tree.unit === null ? tree.digits : `${tree.digits} ${tree.unit}`;
    case 'name':
      return tree.name;
    case 'member': {
      const of = within(tree.of, MEMBER);
      return isPlainName(tree.name) ? `${of}.${tree.name}` : `${of}[${printText(tree.name)}]`;
    }
    case 'index':
      return `${within(tree.of, MEMBER)}[${printExpression(tree.index)}]`;
    case 'query':
      return `${printExpression(tree.of)} where ${printExpression(tree.where)}`;
    case 'call': {
      const args = tree.args.map(printExpression).join(', ');
      return `${tree.receiver === null ? '' : `${within(tree.receiver, MEMBER)}.`}${tree.name}(${args})`;
    }
    case 'unary':
      return printUnary(tree);
    case 'binary': {
      const level = LEVELS[tree.operator];
      return `${within(tree.left, level)} ${tree.operator} ${within(tree.right, level + 1)}`;
    }
    case 'list':
      return `[${tree.items.map(printExpression).join(', ')}]`;
    case 'conditional': {
      const test = within(tree.test, CONDITIONAL + 1);
      return `${test} ? ${printExpression(tree.yes)} : ${within(tree.no, CONDITIONAL)}`;
    }
  }
}

function printUnary(tree: Extract<Tree, { op: 'unary' }>): string {
  if (tree.operator === '-') return `-${within(tree.of, PREFIX)}`;
  const inside = notIn(tree);
  if (inside !== null) return `${within(inside.left, COMPARE)} not in ${within(inside.right, COMPARE + 1)}`;
  return `not ${within(tree.of, PREFIX)}`;
}

function notIn(tree: Tree): Extract<Tree, { op: 'binary' }> | null {
  const negated = tree.op === 'unary' && tree.operator === 'not' ? tree.of : null;
  return negated?.op === 'binary' && negated.operator === 'in' ? negated : null;
}

function within(tree: Tree, level: number): string {
  const text = printExpression(tree);
  return levelOf(tree) < level ? `(${text})` : text;
}

function levelOf(tree: Tree): number {
  if (tree.op === 'binary') return LEVELS[tree.operator];
  if (tree.op === 'conditional') return CONDITIONAL;
  if (tree.op === 'unary') return tree.operator === '-' ? PREFIX : notIn(tree) === null ? NOT : COMPARE;
  if (tree.op === 'number') return PREFIX;
  if (tree.op === 'query') return 0;
  return tree.op === 'member' || tree.op === 'index' || tree.op === 'call' ? MEMBER : ATOM;
}

function printText(value: string): string {
  const escaped = value.replace(/[\\"\n\r\t]/g, (sign) => {
    if (sign === '\n') return '\\n';
    if (sign === '\r') return '\\r';
    return sign === '\t' ? '\\t' : `\\${sign}`;
  });
  return `"${escaped}"`;
}
