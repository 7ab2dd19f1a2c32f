import { part, type Span } from '../markdown/span.ts';
import { quantityText } from '../points/9-value.ts';
import { cut, endWithout, findOutside } from './cut.ts';
import { readDuration } from './phrases/quantity.ts';

/** A quantity in words: what stands before and behind it tells which one it is. */
export interface Piece {
  readonly at: Span;
  /** An expression. */
  readonly value: string;
  readonly before: string;
  readonly behind: string;
}

const NUMBER = /(?:[€$£]\s?)?\d[\d,_]*(?:\.\d+)?(?![\d:]|[-/.]\d)/y;

/** The quantities of a clause, one of each stretch between commas; null for a stretch that holds none, or several. */
export function piecesOf(clause: Span): readonly { readonly at: Span; readonly pieces: readonly Piece[] | null }[] {
  const stretches = cut(clause, (text, at) => (text[at] === ',' && /^\s/.test(text.slice(at + 1, at + 2)) ? 1 : 0));
  return stretches.map((at) => ({ at, pieces: piecesIn(at) }));
}

function piecesIn(stretch: Span): Piece[] | null {
  const arrow = findOutside(stretch.text, /→|->|=>/y);
  if (arrow !== null) return led(part(stretch, 0, arrow.at), part(stretch, arrow.end));
  const whole = endWithout(stretch.text, '.');
  const open = whole.indexOf('(');
  if (
    open > 0 &&
    whole.indexOf(')') === whole.length - 1 &&
    /\d/.test(whole.slice(0, open)) &&
    /\d/.test(whole.slice(open))
  ) {
    const [one, other] = [single(part(stretch, 0, open)), single(part(stretch, open + 1, whole.length - 1))];
    return one === null || other === null ? null : [one, other];
  }
  const within = /^(.*\d\S*) (?:in|within) (?=\d)/.exec(whole);
  if (within?.[1] !== undefined) {
    const [one, other] = [single(part(stretch, 0, within[1].length)), single(part(stretch, within[0].length))];
    return one === null || other === null ? null : [one, { ...other, before: 'within' }];
  }
  const one = single(stretch);
  return one === null ? null : [one];
}

/** `7 days late -> 30 days`: what leads to it names the other. */
function led(left: Span, right: Span): Piece[] | null {
  const [one, other] = [single(left), single(right)];
  if (one === null || other === null) return null;
  return [one, { ...other, before: [left.text, other.before].filter((text) => text !== '').join(', ') }];
}

/** The one quantity of a stretch, with the longest unit that fits behind the number. */
export function single(stretch: Span): Piece | null {
  const first = findOutside(stretch.text, NUMBER);
  if (first === null || /[\p{L}\p{N}_]$|\d[:/]$/u.test(stretch.text.slice(0, first.at))) return null;
  const words = /^\s*(?:[%€$£]|\p{L}+(?:[ -]\p{L}+)?)/u.exec(stretch.text.slice(first.end))?.[0] ?? '';
  const candidates = [words, words.replace(/[ -]\p{L}+$/u, '')].filter((unit) => unit !== '');
  const digits = stretch.text.slice(first.at, first.end).replace(/[,_]{1,9}$/, '');
  const rest = (end: number) => endWithout(stretch.text.slice(end), '.');
  for (const unit of candidates) {
    const written = `${digits}${unit}`;
    const value = quantityText(written) ?? workingTime(written);
    const behind = rest(first.end + unit.length);
    if (value !== null && !hasNumber(behind)) return piece(stretch, first.at, value, behind);
  }
  const value = quantityText(digits);
  const behind = rest(first.at + digits.length);
  return value === null || hasNumber(behind) ? null : piece(stretch, first.at, value, behind);
}

const hasNumber = (text: string) => /(?<![\p{L}\p{N}_])\d/u.test(text);

function piece(at: Span, from: number, value: string, behind: string): Piece {
  return { at, value, before: bare(at.text.slice(0, from)), behind: bare(behind) };
}

const bare = (text: string) =>
  endWithout(text.replaceAll('`', '').replaceAll('**', ''), ',:;')
    .replace(/^[\s,.:;]+/, '')
    .replaceAll(/\s+/g, ' ');

/** `5 working days` is counted by the calendar. */
function workingTime(written: string): string | null {
  const found = readDuration(written);
  return found?.working === true ? `${found.count} working ${found.unit}${found.count === '1' ? '' : 's'}` : null;
}

/** The name of a quantity: the key, and in brackets what stands around the quantity. */
export function nameOf(key: string, { before, behind }: Piece): string {
  const around = [before, behind.replace(/^for\s+(?:the\s+|an?\s+)?/i, '')].filter((text) => text !== '');
  if (key === '') return behind === '' ? before : `${behind}${before === '' ? '' : ` (${before})`}`;
  return around.length === 0 ? key : `${key} (${around.join(', ')})`;
}

/** Whether a stretch goes on about the key before it: it begins with a quantity or a word that bounds one. */
export function goesOn(clause: Span): boolean {
  return /^(?:[€$£]?\d|at most\b|at least\b|up to\b|no more than\b|not more than\b|max\b|maximum\b|min\b|minimum\b|minus\b|every\b|under\b|over\b|floor\b)/i.test(
    clause.text,
  );
}
