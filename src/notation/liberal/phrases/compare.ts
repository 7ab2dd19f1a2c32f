import { nameKey, withoutArticle } from './fold.ts';
import type { Frame, Operand, Sort } from './frame.ts';
import { roleValue } from './match.ts';
import { oneNamed, optionText } from './names.ts';
import { readOperand } from './operand.ts';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const MOMENTS: ReadonlySet<Sort> = new Set(['date', 'instant']);
const ORDERED: ReadonlySet<Sort> = new Set(['number', 'money', 'size', 'date', 'instant', 'time', 'duration']);

/** A comparison of two values, or null where their sorts do not compare. Of a text or list it is the length. */
export function compared(left: Operand, operator: Comparison, right: Operand): string | null {
  const isOrder = operator !== '==' && operator !== '!=';
  const [one, other] = alike(left, right);
  if (one === null || other === null || one.text === other.text) return null;
  if (isOrder && !ORDERED.has(one.sort)) return null;
  return `${one.text} ${operator} ${other.text}`;
}

type Pair = readonly [Operand, Operand] | readonly [null, null];

function alike(left: Operand, right: Operand): Pair {
  if (MOMENTS.has(left.sort) && MOMENTS.has(right.sort)) return sameMoment(left, right);
  if (left.sort === 'money' && right.sort === 'money') {
    const [one, other] = [currencyOf(left), currencyOf(right)];
    return one === null || other === null || one === other ? [left, right] : [null, null];
  }
  if (left.sort === right.sort) {
    const records = left.sort === 'record' && left.entity !== right.entity;
    return records || ['records', 'texts', 'file', 'files', 'empty', 'unknown', 'roles'].includes(left.sort)
      ? [null, null]
      : [left, right];
  }
  const zero = (of: Operand) => of.text === '0';
  if (left.sort === 'money' && zero(right)) return [left, right];
  if (right.sort === 'money' && zero(left)) return [left, right];
  if (left.sort === 'money' && /^-?\d+(?:\.\d+)?$/.test(right.text) && left.currency)
    return [left, { ...right, text: `${right.text} ${left.currency}` }];
  if (left.sort === 'file' && right.sort === 'size') return [sized(left), right];
  return right.sort === 'number' && isCounted(left) ? [sized(left), right] : [null, null];
}

const currencyOf = (of: Operand) => of.currency ?? /^\S+ ([A-Z]{3})$/.exec(of.text)?.[1] ?? null;

const isCounted = ({ sort }: Operand) => sort === 'records' || sort === 'texts' || sort === 'files';

/** How many, or how long. */
export function sized(of: Operand): Operand {
  return {
    text: `size(${of.text})`,
    sort: of.sort === 'file' ? 'size' : 'number',
    entity: null,
    options: [],
    compound: false,
  };
}

/** Beside a date, of a moment its date counts. */
function sameMoment(left: Operand, right: Operand): Pair {
  if (left.sort === right.sort) return [left, right];
  const dated = (of: Operand): Operand =>
    of.sort === 'date'
      ? of
      : of.text === 'now'
        ? { ...of, text: 'today', sort: 'date' }
        : { ...of, text: `date(${of.text})`, sort: 'date' };
  return [dated(left), dated(right)];
}

/** The value of a choice, state, role, yes/no or text in words, as it stands beside that operand. */
export function valueFor(written: string, subject: Operand, frame: Frame): string | null {
  const quoted = /^(?:"([^"]*)"|'([^']*)')$/.exec(written.trim());
  const text = quoted === null ? written.trim() : (quoted[1] ?? quoted[2] ?? '');
  if (subject.sort === 'choice') {
    const named =
      oneNamed(subject.options, (option) => option, text) ??
      oneNamed(subject.options, (option) => option, stateWords(text));
    return named === null ? null : optionText(frame, named);
  }
  if (subject.sort === 'role') {
    const role = roleValue(text, frame);
    return role === null ? null : optionText(frame, role.value);
  }
  if (subject.sort === 'text' && quoted !== null) return JSON.stringify(text);
  return null;
}

function stateWords(text: string): string {
  return withoutArticle(text).replace(/^(?:(?:in )?(?:state|status)|in) /i, '');
}

/** Names separated by commas and a last "or" (or "and"): "A, B or C", "A/B", "either A or B". */
export function listed(text: string): string[] {
  return text
    .replace(/^(?:either|any of|one of|among|both) /i, '')
    .split(/\s*,\s*(?:or |and |nor )?|\s+(?:or|and|nor)\s+|\s*\|\s*|\s+\/\s+|(?<=\p{L})\/(?=\p{L})/iu)
    .map((name) => name.trim());
}

/** `subject in [A, B]`, for one `subject == A`; null where one of the words is no value of the subject. */
export function oneOf(subject: Operand, text: string, frame: Frame): string | null {
  const whole = valueFor(text, subject, frame);
  if (whole !== null) return `${subject.text} == ${whole}`;
  const values = listed(text).map((name) => valueFor(name, subject, frame));
  if (values.length < 2 || values.some((value) => value === null)) return null;
  return `${subject.text} in [${values.join(', ')}]`;
}

/** The operand that these words are, next to the subject. */
export function beside(written: string, subject: Operand, frame: Frame): Operand | null {
  const found = readOperand(written, frame, subject);
  if (found !== null || subject.sort !== 'money') return found;
  return null;
}

/** Whether two words are the same but for case and number. */
export function sameWord(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}
