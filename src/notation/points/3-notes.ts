import { parseExpression } from '../../expressions/syntax/parse.ts';
import { parseRange } from '../../fields/text/number-range.ts';
import { readPattern as patternIn } from '../../fields/text/pattern.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Field } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { say } from '../codes.ts';
import { defaultOf } from '../liberal/3-default.ts';
import { codeOf, decodeFormula, part, type Span, split } from '../markdown/span.ts';
import { type About, cellProse, formula, isBlank, isNotShown, type Reader, reference, words } from '../reader.ts';
import { looksLikeRule, nearest } from '../rule-words.ts';
import { NOTE_KEYWORDS } from './3-note-keywords.ts';
import { sizeBound } from './3-size.ts';

/** The part of a field that Notes can state, help included. */
export interface Noted {
  readonly changes: Change;
  readonly help: string;
}

export type Change = { -readonly [K in keyof Field]?: Field[K] };

/** Reads the comma-separated notes of a field. What is no keyword is its help; what looks like one is reported. */
export function readNotes(
  reader: Reader,
  notes: readonly Span[],
  type: Type,
  names: ReadonlySet<string>,
  about: About,
  words: Worded,
): Noted {
  const changes: Change = { type };
  const help: string[] = [];
  let afterWas = false;
  for (const note of notes) {
    if (isBlank(note)) continue;
    if (isNotShown(note)) {
      reader.report(
        say.notShown('Something about this field', 'What it is stays open; nothing is assumed from it.'),
        note,
        about,
      );
      continue;
    }
    const verbatim = /^"([^"]+)"$/.exec(note.text);
    if (verbatim !== null) {
      help.push(cellProse(part(note, 1, note.text.length - 1)));
      continue;
    }
    const former = formerName(note, afterWas);
    if (former !== null) {
      changes.was = [...(changes.was ?? []), former];
      afterWas = true;
    } else {
      for (const left of leftOf(reader, note, changes, about, words)) {
        if (words.isComputed) reader.report(say.noteNotRead(left.text, null), left, about);
        else reportNote(reader, left, names, about);
        help.push(cellProse(left));
      }
    }
  }
  return { changes, help: help.join(', ') };
}

/** What of a note has no effect. A semicolon divides it where what stands at one of its sides is understood. */
function leftOf(reader: Reader, note: Span, changes: Change, about: About, words: Worded): readonly Span[] {
  const isRead = (one: Span) =>
    !(words.isMinor && /[1-9]/.test(one.text)) &&
    (readNote(reader, one, changes, about, words.computed) || words.told(one, changes));
  if (isRead(note)) return [];
  const parts = note.text.includes(';') ? split(note, ';') : [];
  const left = parts.filter((one) => one.text !== '' && !isRead(one));
  return left.length < parts.length ? left : [note];
}

/** Whether a part of a list is a keyword of the notes, so that what stands before it can be a type with commas. */
export function isNote(note: Span): boolean {
  return (
    FLAGS.has(note.text.toLowerCase()) ||
    PATTERNS.some((pattern) => pattern.test(note.text)) ||
    parseRange(note.text) !== null
  );
}

function formerName(note: Span, afterWas: boolean): string | null {
  const match = WAS.exec(note.text);
  if (match !== null) return words(part(note, match[0].length));
  return afterWas && /^\S+$/.test(note.text) && !isNote(note) ? words(note) : null;
}

const WAS = /^(?:was|formerly|renamed from)\s+(?=\S+$|`)/i;
const DEFAULT = /^(?:default|defaults to|by default)(?::\s*|\s+)(?=\S)/i;
const COMPUTED = /^(?:=(?!=)|computed(?: as|:)?\s)\s*(?=\S)/i;
const ASKED = /^asked(?: for)? (?:on|when|at)\s+/i;
const ON_DELETE = /^on delete:?\s+(clear|restrict|cascade)$/i;
const STEP = /^(?:in steps of|steps? of|step|a multiple of|multiples of)\s+(\d{1,9})(?:\s\p{L}{1,12})?$/iu;
const PATTERN = /^(?:pattern|matches|regex):?\s+(?=[`/]|\^.+\$$)/i;
const REQUIRED_WHEN = /^(?:required|mandatory|needed) (?:when|if|while):?\s+(?=`)/i;
const SHOWN_WHEN = /^(?:shown|visible|only|asked for) (?:when|if|while):?\s+(?=`)/i;
const LABEL = /^(?:label|labelled|called):?\s+["“]([^"“”]{1,2000})["”]$/i;
const PATTERNS: readonly RegExp[] = [
  WAS,
  DEFAULT,
  COMPUTED,
  ASKED,
  ON_DELETE,
  STEP,
  PATTERN,
  REQUIRED_WHEN,
  SHOWN_WHEN,
  LABEL,
];

const FLAGS: ReadonlyMap<string, (changes: Change) => void> = new Map(
  flagEntries([
    ['title', (changes) => (changes.title = true)],
    ['searchable', (changes) => (changes.searchable = true)],
    ['unique', (changes) => (changes.unique = true)],
    ['sign-in', (changes) => (changes.signIn = true)],
    ['fixed', (changes) => (changes.fixed = true)],
    ['set by the product', (changes) => (changes.byProduct = true)],
    ['ignoring case', (changes) => (changes.ignoringCase = true)],
    ['write-only', (changes) => (changes.writeOnly = true)],
    ['required', (changes) => (changes.required = true)],
  ]),
);

function flagEntries(
  flags: readonly (readonly [string, (changes: Change) => void])[],
): [string, (changes: Change) => void][] {
  const entries = flags.flatMap(([name, apply]) => {
    const keyword = NOTE_KEYWORDS.find((candidate) => candidate.name === name);
    const spellings = name === 'required' ? ['required', 'mandatory'] : [name, ...(keyword?.aliases ?? [])];
    return spellings.map((spelling): [string, (changes: Change) => void] => [spelling, apply]);
  });
  const optional = (changes: Change) => {
    changes.required = false;
  };
  return [...entries, ['optional', optional], ['not required', optional]];
}

/** Reads one note into these changes where it is a keyword. */
export function readNoteAlone(
  reader: Reader,
  note: Span,
  type: Type,
  changes: Change,
  about: About,
  inWords: InWords = NO_WORDS,
): boolean {
  changes.type = type;
  return readNote(reader, note, changes, about, inWords);
}

/** How a field is computed, told in words; null: it is not understood. */
export type InWords = (told: Span) => Formula | null;

/** What reads notes that are no keywords. */
export interface Worded {
  readonly computed: InWords;
  /** Whether all of it has its effect, which these changes then hold. */
  readonly told: (note: Span, changes: Change) => boolean;
  /** Plain numbers are none of its values. */
  readonly isMinor: boolean;
  /** Every note is reported that has no effect. */
  readonly isComputed: boolean;
}

const NO_WORDS: InWords = () => null;

/** People say `default yes` of what is yes or no; everything else is an expression. */
function defaultFormula(reader: Reader, value: Span, type: Type | undefined, about: About): Formula {
  const plain = codeOf(value) === null ? value.text.trim() : null;
  // A choice of several words is no expression.
  const isChoice = type?.kind === 'choice' && type.options.some(({ name }) => name === plain) && /\s/.test(plain ?? '');
  if (isChoice) return quoted(reader, value, plain ?? '');
  const text = type?.kind === 'boolean' && plain !== null ? defaultOf(value.text, type) : null;
  if (text === null) return formula(reader, value, about);
  return { text, at: reader.place(value), tree: parseExpression(text).tree };
}

function quoted(reader: Reader, value: Span, name: string): Formula {
  const text = JSON.stringify(name);
  return { text, at: reader.place(value), tree: parseExpression(text).tree };
}

function readNote(reader: Reader, note: Span, changes: Change, about: About, inWords: InWords): boolean {
  const flag = FLAGS.get(note.text.toLowerCase());
  if (flag !== undefined) {
    flag(changes);
    return true;
  }
  const rest = (pattern: RegExp) => {
    const match = pattern.exec(note.text);
    return match === null ? null : part(note, match[0].length);
  };
  const value = rest(DEFAULT);
  if (value !== null) {
    changes.default = defaultFormula(reader, value, changes.type, about);
    return true;
  }
  const computed = rest(COMPUTED);
  if (computed !== null) {
    const isWords = codeOf(computed) === null && parseExpression(decodeFormula(computed).text).tree === null;
    changes.computed = (isWords ? inWords(computed) : null) ?? formula(reader, computed, about);
    return true;
  }
  const asked = rest(ASKED);
  if (asked !== null) {
    const events = asked.text.split(/(?<!\s)\s+(?:and|or)\s+/).length > 1 ? splitWords(asked) : [asked];
    changes.askedOn = [...(changes.askedOn ?? []), ...events.map((event) => reference(reader, event))];
    return true;
  }
  const onDelete = ON_DELETE.exec(note.text);
  if (onDelete !== null) {
    const means = onDelete[1]?.toLowerCase();
    changes.onDelete = means === 'clear' || means === 'cascade' ? means : 'restrict';
    return true;
  }
  const required = rest(REQUIRED_WHEN);
  if (required !== null) {
    changes.requiredWhen = formula(reader, required, about);
    return true;
  }
  const shown = rest(SHOWN_WHEN);
  if (shown !== null) {
    changes.shownWhen = formula(reader, shown, about);
    return true;
  }
  const label = LABEL.exec(note.text)?.[1];
  if (label !== undefined) {
    const from = note.text.indexOf(label, note.text.search(/["“]/));
    changes.label = words(part(note, from, from + label.length));
    return true;
  }
  const pattern = rest(PATTERN);
  if (pattern !== null) return readPattern(reader, pattern, changes, about, /^matches/i.test(note.text));
  const step = STEP.exec(note.text)?.[1];
  if (step !== undefined && changes.type?.kind === 'integer' && Number(step) > 0) {
    changes.type = { ...changes.type, step: Number(step) };
    return true;
  }
  const bounded = withBounds(changes.type, note.text);
  if (bounded !== null) changes.type = bounded;
  return bounded !== null;
}

/** `/…/`, `^…$`, or in backticks behind “pattern” anything. One that can't be used is kept, and then no value fits it. */
function readPattern(reader: Reader, span: Span, changes: Change, about: About, needsSlashes: boolean): boolean {
  const inner = codeOf(span);
  const text = inner === null ? span.text : decodeFormula(inner).text;
  const isWhole = inner === null ? /^\^.+\$$/.test(text) : !needsSlashes;
  const source = /^\/(.+)\/$/s.exec(text)?.[1] ?? (isWhole ? text : undefined);
  if (source === undefined) return false;
  changes.pattern = source;
  const read = patternIn(source);
  if ('problem' in read) {
    const at = Math.max(0, span.text.indexOf(source));
    reader.report(say.patternUnusable(read.problem, read.from + 1), part(span, at + read.from, at + read.to), about);
  }
  return true;
}

function splitWords(span: Span): Span[] {
  const joint = /\s+(?:and|or)\s+/.exec(span.text);
  if (joint === null) return [span];
  return [part(span, 0, joint.index), ...splitWords(part(span, joint.index + joint[0].length))];
}

/** `1..MAX_LINES`, `at most 10 MB` on a type that has such bounds; null on any other. */
function withBounds(type: Type | undefined, text: string): Type | null {
  if (type === undefined) return null;
  if (type.kind === 'file' && !(type.several && parseRange(text) !== null)) {
    const size = /^(?:at most|up to|max\.?|\.\.)\s*(.+)$/i.exec(text)?.[1];
    const maxSize = size === undefined ? null : sizeBound(size);
    return maxSize === null ? null : { ...type, maxSize };
  }
  if (!('min' in type)) return null;
  const range = parseRange(text, type.kind === 'decimal' || type.kind === 'money');
  return range === null ? null : { ...type, min: range.min ?? type.min, max: range.max ?? type.max };
}

function reportNote(reader: Reader, note: Span, names: ReadonlySet<string>, about: About): void {
  const near = nearest(note.text, NEAR);
  if (near !== null || /^on delete\b/i.test(note.text) || looksLikeRule(note.text, names))
    reader.report(say.noteNotRead(note.text, near), note, about);
}

const NEAR: readonly string[] = [...FLAGS.keys()];

/** The notes in one cell. */
export function notesOf(cell: Span | null): Span[] {
  return cell === null ? [] : split(cell, ',');
}

/** Whether help reads back as it is where it stands among the notes, without a finding of its own. */
export function isPlainHelp(help: string): boolean {
  if (help.startsWith('>')) return false;
  const parts = split({ text: help, from: 0 }, ',');
  return parts.every(
    (part) => !isNote(part) && !isBlank(part) && !isNotShown(part) && !looksLikeRule(part.text, new Set()),
  );
}
