import { defaultOfType } from '../../expressions/syntax/default-tree.ts';
import { parseRange } from '../../fields/text/number-range.ts';
import { readPattern as patternIn } from '../../fields/text/pattern.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Field } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { codeOf, decodeFormula, part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import {
  cellProse,
  type FindingContext,
  formula,
  isBlank,
  isNotShown,
  type Reader,
  reference,
  words,
} from '../reader/reader.ts';
import { nearestKeyword } from '../reader/rule-words.ts';
import { statedTone } from '../reader/stated-tones.ts';
import { sizeBound } from './field-size.ts';
import { NOTE_KEYWORDS } from './note-keywords.ts';

/** The attributes that the notes of a field state, including its type with bounds. */
export type StatedAttributes = { -readonly [K in keyof Field]?: Field[K] };

/** Reads the comma-separated notes of a field: keywords and help in double quotes. Any other note is reported. */
export function readNotes(reader: Reader, notes: readonly Span[], type: Type, about: FindingContext): StatedAttributes {
  const changes: StatedAttributes = { type, ...(type.kind === 'password' ? { writeOnly: true } : {}) };
  const help: string[] = [];
  let isAfterWas = false;
  let isAfterColours = false;
  for (const note of notes) {
    const wasFormer = isAfterWas;
    const wasColours = isAfterColours;
    isAfterWas = false;
    isAfterColours = false;
    if (isBlank(note)) continue;
    if (isNotShown(note)) {
      reader.report(
        messages.notShown('Something about this field', 'It is unknown, and nothing is assumed from it.'),
        note,
        about,
      );
      continue;
    }
    if (QUOTED.test(note.text)) {
      help.push(cellProse(part(note, 1, note.text.length - 1)));
      continue;
    }
    const colour = colourIn(note, wasColours);
    if (colour !== null && type.kind === 'choice') {
      const names = type.options.map(({ name }) => name);
      const stated = statedTone(reader, colour, names, 'option of this field', about);
      changes.colours = [...(changes.colours ?? []), ...(stated === null ? [] : [stated])];
      isAfterColours = true;
      continue;
    }
    const former = formerName(note, wasFormer);
    if (former !== null) {
      changes.was = [...(changes.was ?? []), former];
      isAfterWas = true;
    } else if (!readNote(reader, note, changes, about)) {
      reader.report(messages.noteNotRead(note.text, nearestKeyword(note.text, [...FLAGS.keys()])), note, about);
    }
  }
  if (help.length > 0) changes.help = help.join(', ');
  return changes;
}

const QUOTED = /^"[^"]+"$/;

/** Whether a part of a list is a keyword of the notes; the parts before it may be a type with commas. */
export function isNote(note: Span): boolean {
  return (
    FLAGS.has(note.text.toLowerCase()) ||
    PATTERNS.some((pattern) => pattern.test(note.text)) ||
    parseRange(note.text) !== null
  );
}

/** Returns the former name that a note states: `was a`, or `b` after it as in `was a, b`. */
function formerName(note: Span, isAfterWas: boolean): string | null {
  const match = WAS.exec(note.text);
  if (match !== null) return words(part(note, match[0].length));
  return isAfterWas && /^[^\s"]+$/.test(note.text) && !isNote(note) ? words(note) : null;
}

/** Returns `Urgent red` of `colours Urgent red`, or the note itself after it. */
function colourIn(note: Span, isAfterColours: boolean): Span | null {
  const match = COLOURS.exec(note.text);
  if (match !== null) return part(note, match[0].length);
  return isAfterColours && !isNote(note) ? note : null;
}

const COLOURS = /^colou?rs:?\s+(?=\S)/i;
const WAS = /^(?:was|formerly|renamed from)\s+(?=\S+$|`)/i;
const DEFAULT = /^(?:default|defaults to|by default)(?::\s*|\s+)(?=\S)/i;
const COMPUTED = /^(?:=(?!=)|computed(?: as|:)\s)\s*(?=\S)/i;
const ASKED = /^asked (?:for )?(?:on|when)\s+(?=\S)/i;
const ON_DELETE = /^on delete:?\s+(clear|restrict|cascade)$/i;
const STEP = /^(?:in steps of|step|a multiple of)\s+(\d{1,9})$/i;
const PATTERN = /^(?:pattern|matches):?\s+(?=[`/]|\^.+\$$)/i;
const REQUIRED_WHEN = /^(?:required (?:when|if)|mandatory when)\s+(?=`)/i;
const SHOWN_WHEN = /^(?:shown (?:when|if)|visible when|only when)\s+(?=`)/i;
const AMONG = /^(?:among|chosen from|one of those where)\s+(?=`)/i;
const LABEL = /^(?:label|labelled|called):?\s+["“]([^"“”]{1,2000})["”]$/i;
const PATTERNS: readonly RegExp[] = [
  COLOURS,
  WAS,
  DEFAULT,
  COMPUTED,
  ASKED,
  ON_DELETE,
  STEP,
  PATTERN,
  REQUIRED_WHEN,
  SHOWN_WHEN,
  AMONG,
  LABEL,
];

const FLAGS: ReadonlyMap<string, (changes: StatedAttributes) => void> = new Map(
  flagEntries([
    ['title', (changes) => (changes.title = true)],
    ['searchable', (changes) => (changes.searchable = true)],
    ['unique', (changes) => (changes.unique = true)],
    ['sign-in', (changes) => (changes.signIn = true)],
    ['fixed', (changes) => (changes.fixed = true)],
    ['set by the product', (changes) => (changes.byProduct = true)],
    ['ignoring case', (changes) => (changes.ignoringCase = true)],
    ['language', (changes) => (changes.language = true)],
    ['write-only', (changes) => (changes.writeOnly = true)],
    ['required', (changes) => (changes.required = true)],
  ]),
);

function flagEntries(
  flags: readonly (readonly [string, (changes: StatedAttributes) => void])[],
): [string, (changes: StatedAttributes) => void][] {
  const entries = flags.flatMap(([name, apply]) => {
    const keyword = NOTE_KEYWORDS.find((candidate) => candidate.name === name);
    const spellings = name === 'required' ? ['required', 'mandatory'] : [name, ...(keyword?.aliases ?? [])];
    return spellings.map((spelling): [string, (changes: StatedAttributes) => void] => [spelling, apply]);
  });
  const optional = (changes: StatedAttributes) => {
    changes.required = false;
  };
  return [...entries, ['optional', optional], ['not required', optional]];
}

/** Reads the default of a field: `yes` or `no`, a choice of several words, or an expression. */
function defaultFormula(reader: Reader, value: Span, type: Type | undefined, about: FindingContext): Formula {
  const plain = codeOf(value) === null ? value.text : null;
  if (type?.kind === 'choice' && /\s/.test(plain ?? '') && type.options.some(({ name }) => name === plain))
    return literal(reader, value, JSON.stringify(plain));
  const word = plain?.toLowerCase();
  if (type?.kind === 'boolean' && (word === 'yes' || word === 'no'))
    return literal(reader, value, word === 'yes' ? 'true' : 'false');
  return defaultOfType(formula(reader, value, about), type);
}

function literal(reader: Reader, value: Span, text: string): Formula {
  return { text, at: reader.place(value), tree: reader.parse(text).tree };
}

/** Reads one note into `changes`; false if it is no keyword. */
function readNote(reader: Reader, note: Span, changes: StatedAttributes, about: FindingContext): boolean {
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
    changes.computed = formula(reader, computed, about);
    return true;
  }
  const events = rest(ASKED);
  if (events !== null) {
    changes.askedOn = [...(changes.askedOn ?? []), reference(reader, events)];
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
  const among = rest(AMONG);
  if (among !== null) {
    if (changes.type?.kind !== 'reference' && changes.type?.kind !== 'references') return false;
    changes.among = formula(reader, among, about);
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

/**
 * Reads a pattern: `/…/`, `^…$`, or any text in backticks after “pattern”. An unusable pattern is kept, and no value
 * matches it.
 */
function readPattern(
  reader: Reader,
  span: Span,
  changes: StatedAttributes,
  about: FindingContext,
  needsSlashes: boolean,
): boolean {
  const inner = codeOf(span);
  const text = inner === null ? span.text : decodeFormula(inner).text;
  const isWhole = inner === null ? /^\^.+\$$/.test(text) : !needsSlashes;
  const source = /^\/(.+)\/$/s.exec(text)?.[1] ?? (isWhole ? text : undefined);
  if (source === undefined) return false;
  changes.pattern = source;
  const read = patternIn(source);
  if ('problem' in read) {
    const at = Math.max(0, span.text.indexOf(source));
    reader.report(
      messages.patternUnusable(read.problem, read.from + 1),
      part(span, at + read.from, at + read.to),
      about,
    );
  }
  return true;
}

/** Applies `1..MAX_LINES` or `at most 10 MB` to a type that has such bounds; null for any other type. */
function withBounds(type: Type | undefined, text: string): Type | null {
  if (type === undefined) return null;
  if (type.kind === 'file' && !(type.several && parseRange(text) !== null)) {
    const size = /^(?:at most\s+|\.\.)(\S.*)$/i.exec(text)?.[1];
    const maxSize = size === undefined ? null : sizeBound(size);
    return maxSize === null ? null : { ...type, maxSize };
  }
  if (!('min' in type)) return null;
  const range = parseRange(text, type.kind === 'decimal' || type.kind === 'money');
  return range === null ? null : { ...type, min: range.min ?? type.min, max: range.max ?? type.max };
}

/** Splits a cell into its notes. */
export function notesOf(cell: Span | null): Span[] {
  return cell === null ? [] : split(cell, ',');
}
