import { KEYWORDS, type Token, tokensOf } from './lexicon.ts';
import type { ExpressionProblem } from './problem.ts';

/** Operators of other languages, and the ones of this language. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['=', '=='],
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['≠', '!='],
  ['=<', '<='],
  ['≤', '<='],
  ['=>', '>='],
  ['≥', '>='],
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['–', '-'],
]);

/** Characters that no expression has, and what to write instead. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['€', 'Write the currency after the number, as in 25 EUR.'],
  ['$', 'Write the currency after the number, as in 25 USD.'],
  ['£', 'Write the currency after the number, as in 25 GBP.'],
  ['&', 'Write "and".'],
  ['|', 'Write "or".'],
  ['∧', 'Write "and".'],
  ['∨', 'Write "or".'],
  ['¬', 'Write "not".'],
  ['∈', 'Write "in".'],
  ['“', 'Put text between straight quotes, as in "text".'],
  ['”', 'Put text between straight quotes, as in "text".'],
  ['„', 'Put text between straight quotes, as in "text".'],
  ['‘', "Put text between straight quotes, as in 'text'."],
  ['’', "Put text between straight quotes, as in 'text'."],
  [';', 'An expression is one condition or value; join two with "and" or "or".'],
  ['^', 'Write a product: a * a.'],
  ['`', 'Leave the backtick out.'],
  ['\\', 'Leave the backslash out.'],
]);

/** Everyday words where an operator is needed. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['is', 'Write "==" to compare, and "is empty" or "== null" for an empty field.'],
  ['isnt', 'Write "!=" to compare, and "!= null" for a field that is given.'],
  ['equals', 'Write "==" to compare.'],
  ['equal', 'Write "==" to compare.'],
  ['has', 'Write "!= null" for a field that is given.'],
  ['contains', 'Write it with a point and parentheses, as in title.contains("x").'],
  ['between', 'Write both bounds, as in x between 1 and 9.'],
  ['if', 'Write test ? one : other.'],
  ['then', 'Write test ? one : other.'],
  ['else', 'Write test ? one : other.'],
]);

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Whether the grammar accepts this operator only to report which one to write. */
export function isForeign(operator: string): boolean {
  return OPERATORS.has(operator);
}

/** Returns the mistakes that the tokens alone show. `broken`: the structure cannot be judged until they are fixed. */
export function mistakesIn(text: string): {
  readonly problems: readonly ExpressionProblem[];
  readonly broken: boolean;
} {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return { problems: [nothingHere(text)], broken: true };
  const operators: ExpressionProblem[] = [];
  const breaking: ExpressionProblem[] = [];
  for (const token of tokens) {
    const meant = token.kind === 'operator' ? OPERATORS.get(token.text) : undefined;
    if (meant !== undefined) operators.push(operatorMistake(token, meant));
    else if (token.kind === 'unclosed') breaking.push(unclosedText(token));
    else if (token.kind === 'unknown') breaking.push(unknownCharacter(token));
  }
  const bracket = breaking.length === 0 ? bracketMistake(tokens) : null;
  if (bracket !== null) breaking.push(bracket);
  return { problems: [...breaking, ...operators].slice(0, 8), broken: breaking.length > 0 };
}

/** Returns what is wrong where the parser stopped. */
export function structureMistake(text: string, at: number): ExpressionProblem {
  const tokens = tokensOf(text);
  const index = tokens.findIndex((token) => token.to > at);
  const found = index < 0 ? null : (tokens[index] ?? null);
  const before = (index < 0 ? tokens.at(-1) : tokens[index - 1]) ?? null;
  if (found === null || before === null) return atAnEnd(text, found, before);
  const is = tokens[before.text === 'not' ? index - 2 : index - 1];
  if (is?.text.toLowerCase() === 'is' && is !== tokens[0]) return wordFor(is) ?? twoOperands(tokens, before, found);
  if (endsOperand(before) && !endsOperand(found)) return afterOperand(before, found);
  if (endsOperand(before)) return twoOperands(tokens, before, found);
  const missing = `Something is missing between "${short(before)}" and "${short(found)}".`;
  return error(before.from, found.to, missing, 'Write a field, a number or a text there.');
}

function atAnEnd(text: string, found: Token | null, before: Token | null): ExpressionProblem {
  if (found === null && before === null) return nothingHere(text);
  if (found === null && before !== null) {
    const message = `Something is missing after "${short(before)}".`;
    return error(
      before.from,
      before.to,
      message,
      'Write the field, number or text that belongs there, or leave it out.',
    );
  }
  const first = found ?? { from: 0, to: text.length, text };
  return error(
    first.from,
    first.to,
    `An expression can't start with "${short(first)}".`,
    'Start with a field, a number or a text.',
  );
}

function afterOperand(before: Token, found: Token): ExpressionProblem {
  const word = wordFor(found);
  if (word !== null) return word;
  if (found.text === ',' && before.kind === 'number') {
    return error(
      found.from,
      found.to,
      'A comma does not belong here.',
      'Write 1000 without a separator, and 1.5 with a point.',
    );
  }
  if (found.text === '.')
    return error(
      found.from,
      found.to,
      'A name is missing after the point.',
      'Write the name of a field, as in owner.name.',
    );
  return error(
    found.from,
    found.to,
    `"${short(found)}" does not belong here.`,
    'Leave it out, or write what should follow it.',
  );
}

function twoOperands(tokens: readonly Token[], before: Token, found: Token): ExpressionProblem {
  const word = wordFor(found);
  if (word !== null) return word;
  const next =
    before.kind === 'name' && found.kind === 'name'
      ? `Join them with "and", "or" or "=="; a name that has a space is written ${inBrackets(tokens, before)}.`
      : 'Join them with an operator, such as "==", "and" or "+".';
  return error(before.from, found.to, `An operator is missing between "${short(before)}" and "${short(found)}".`, next);
}

/** Returns `room["hourly rate"]` for `room.hourly rate`: a name of several words, with the path before it. */
function inBrackets(tokens: readonly Token[], first: Token): string {
  const at = tokens.indexOf(first);
  const behind = tokens.slice(at);
  const end = behind.findIndex(({ kind, text }) => kind !== 'name' || KEYWORDS.has(text));
  const name = behind.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  let from = at;
  while (tokens[from - 1]?.text === '.' && tokens[from - 2]?.kind === 'name') from -= 2;
  const path = tokens.slice(from, Math.max(from, at - 1)).map(({ text }) => text);
  return `${path.length === 0 ? 'this' : path.join('')}["${name.join(' ')}"]`;
}

function wordFor(token: Token): ExpressionProblem | null {
  if (token.kind !== 'name') return null;
  const small = token.text.toLowerCase();
  if (small !== token.text && ['and', 'or', 'not', 'in'].includes(small)) {
    return {
      ...error(token.from, token.to, `"${token.text}" is not read.`, `Write "${small}" in small letters.`),
      fix: small,
    };
  }
  const next = WORDS.get(small);
  return next === undefined ? null : error(token.from, token.to, `"${token.text}" is not read here.`, next);
}

function endsOperand(token: Token): boolean {
  if (token.kind === 'name') return !['and', 'or', 'not', 'in'].includes(token.text);
  return token.kind === 'number' || token.kind === 'text' || token.kind === 'close';
}

function bracketMistake(tokens: readonly Token[]): ExpressionProblem | null {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'open') open.push(token);
    if (token.kind !== 'close') continue;
    const opened = open.pop();
    if (opened === undefined) {
      return error(token.from, token.to, `"${token.text}" closes nothing.`, 'Leave it out, or open it before.');
    }
    const wanted = CLOSING.get(opened.text) ?? '';
    if (wanted !== token.text) {
      const message = `"${opened.text}" is closed by "${token.text}".`;
      return { ...error(token.from, token.to, message, `Write "${wanted}" here.`), fix: wanted };
    }
  }
  const last = open.at(-1);
  if (last === undefined) return null;
  return error(
    last.from,
    last.to,
    `"${last.text}" is never closed.`,
    `Add "${CLOSING.get(last.text) ?? ''}" where it ends.`,
  );
}

function operatorMistake(token: Token, meant: string): ExpressionProblem {
  const what = meant === '==' ? `"${token.text}" does not compare.` : `"${token.text}" is not read.`;
  return { ...error(token.from, token.to, what, `Write "${meant}".`), fix: meant };
}

function unclosedText(token: Token): ExpressionProblem {
  const quote = token.text.charAt(0);
  return error(
    token.from,
    token.to,
    'A text is never closed.',
    `Add ${quote === '"' ? "the closing '\"'" : 'the closing "\'"'} where it ends.`,
  );
}

function unknownCharacter(token: Token): ExpressionProblem {
  const next = CHARACTERS.get(token.text) ?? 'Leave it out, or put it between quotes if it is part of a text.';
  return error(token.from, token.to, `"${token.text}" has no meaning in an expression.`, next);
}

function nothingHere(text: string): ExpressionProblem {
  return error(
    0,
    text.length,
    'There is no expression here.',
    'Write a condition such as `amount > 0`, or leave the backticks out.',
  );
}

function short(token: { readonly text: string }): string {
  return token.text.length > 24 ? `${token.text.slice(0, 23)}…` : token.text;
}

function error(from: number, to: number, message: string, next: string): ExpressionProblem {
  return { severity: 'error', from, to, message, next, fix: null };
}
