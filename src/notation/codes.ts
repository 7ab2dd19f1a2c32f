import type { Severity } from '../model/diagnostic.ts';

/** What the reader finds, by code. The list is closed; checks have codes of their own. */
export const READER_CODES = {
  'not-read': {
    severity: 'note',
    about: 'A column, key, row or sentence that the notation has no place for. It has no effect.',
  },
  'not-yet': { severity: 'note', about: 'The notation reads it, and this version does not do it yet.' },
  'not-shown': { severity: 'gap', about: 'A value that is said to be not shown.' },
  'expression-syntax': { severity: 'error', about: 'An expression that does not parse. What depends on it refuses.' },
  'type-unknown': {
    severity: 'error',
    about: 'A type that the notation does not know. The field is shown and never written.',
  },
  'value-unknown': { severity: 'warning', about: 'A cell that holds none of the values that may stand there.' },
  'name-missing': { severity: 'error', about: 'A row without the name that everything else refers to.' },
  'name-unknown': { severity: 'warning', about: 'A heading or key that names something which is not stated.' },
  'section-title': { severity: 'warning', about: 'A numbered heading whose text does not fit its point.' },
  'section-twice': { severity: 'warning', about: 'A point that stands in the document more than once.' },
  'table-unfinished': {
    severity: 'warning',
    about: 'Lines that look like a table and lack the line under the heading.',
  },
  'nested-too-deep': { severity: 'warning', about: 'Lists or quotations nested more than 32 deep.' },
} as const satisfies Record<string, { readonly severity: Severity; readonly about: string }>;

export type ReaderCode = keyof typeof READER_CODES;

/** What a finding says: what is wrong in plain words, and what to do next. */
export interface Message {
  readonly code: ReaderCode;
  readonly message: string;
  readonly next: string;
}

const oneOf = (names: readonly string[]) => names.join(', ');

/** Every message of the reader. Names in them are cut to a readable length. */
export const say = {
  columnNotRead: (column: string, known: readonly string[]): Message => ({
    code: 'not-read',
    message: `The column “${short(column)}” is not read.`,
    next: `The columns of this table are ${oneOf(known)}. Rename it, or move what it says into prose.`,
  }),
  keyNotRead: (key: string, known: readonly string[]): Message => ({
    code: 'not-read',
    message: `The key “${short(key)}” is not read.`,
    next: known.length === 0 ? 'No keys are read here. Write it as prose.' : `The keys read here are ${oneOf(known)}.`,
  }),
  cellNotRead: (cell: string): Message => ({
    code: 'not-read',
    message: `“${short(cell)}” stands behind the last column and is not read.`,
    next: 'Give the table a heading for it. A | that belongs to the text is written \\|.',
  }),
  tableNotRead: (first: string, known: readonly string[]): Message => ({
    code: 'not-read',
    message: `This table is not read: “${short(first)}” is not a heading that is known here.`,
    next: `A table here has the columns ${oneOf(known)}.`,
  }),
  partNotRead: (title: string, next: string): Message => ({
    code: 'not-read',
    message: `What stands under “${short(title)}” is not read.`,
    next,
  }),
  languageNotRead: (heading: string): Message => ({
    code: 'not-read',
    message: `The column “${heading}” is not read: it names no language.`,
    next: 'Head it with the tag of a language: de, ar, pt-BR.',
  }),
  sectionNotRead: (title: string): Message => ({
    code: 'not-read',
    message: `The section “${short(title)}” is not read.`,
    next: 'The nine points and “Sample data” are. Put its rules into the point that they belong to.',
  }),
  sentenceNotRead: (sentence: string, next: string): Message => ({
    code: 'not-read',
    message: `“${short(sentence)}” looks like a rule and has no effect.`,
    next,
  }),
  noteNotRead: (note: string, near: string | null): Message => ({
    code: 'not-read',
    message: `The note “${short(note)}” is kept as help and has no effect.`,
    next:
      near === null
        ? 'Write it as one of the notes in NOTATION.md, as a rule of point 5, or leave it as an explanation.'
        : `Did you mean “${near}”?`,
  }),
  sessionCall: (call: string): Message => ({
    code: 'not-read',
    message: `${short(call)} signs people in or out, which the product does itself under \`/_/session\`, so this path answers nobody.`,
    next: 'Leave it out, or keep it as an explanation.',
  }),
  stillNotRead: (words: string): Message => ({
    code: 'not-read',
    message: `“${short(words)}” stands among what is not read and has no effect.`,
    next: 'Write it in the notation, and take it out of this quotation.',
  }),
  rowNotRead: (row: string, next: string): Message => ({
    code: 'not-read',
    message: `The row “${short(row)}” is not read.`,
    next,
  }),
  conditionNotRead: (words: string): Message => ({
    code: 'not-read',
    message: `“${short(words)}” may be a condition and is not understood, so nobody can take this way.`,
    next: 'Write it as an expression in the column “Only if” of a table of point 4, or in other words.',
  }),
  targetNotKnown: (event: string): Message => ({
    code: 'not-read',
    message: `“${short(event)}” leads to several states, and nothing says when to which. It is refused until a condition does.`,
    next: 'Write each as a transition of its own with its condition.',
  }),
  effectNotRead: (effect: string): Message => ({
    code: 'not-read',
    message: `The effect “${short(effect)}” is not read, so it does not happen.`,
    next: 'An effect is `field = value`, `ask field`, `notify person` or `call name`; several are separated by semicolons.',
  }),
  notYet: (what: string): Message => ({
    code: 'not-yet',
    message: `not yet: ${what}.`,
    next: 'It is read and kept. Nothing needs to be changed for the version that does it.',
  }),
  notShown: (what: string, consequence: string): Message => ({
    code: 'not-shown',
    message: `${what} is not shown.`,
    next: consequence,
  }),
  expression: (message: string, next: string): Message => ({ code: 'expression-syntax', message, next }),
  typeUnknown: (message: string, next: string): Message => ({ code: 'type-unknown', message, next }),
  valueUnknown: (what: string, value: string, known: string): Message => ({
    code: 'value-unknown',
    message: `“${short(value)}” is no ${what}.`,
    next: `Write ${known}.`,
  }),
  nameMissing: (column: string): Message => ({
    code: 'name-missing',
    message: `This row has no ${column}.`,
    next: `Fill in the column ${column}; everything else refers to it.`,
  }),
  nameUnknown: (name: string, what: string, next: string): Message => ({
    code: 'name-unknown',
    message: `“${short(name)}” is no ${what}.`,
    next,
  }),
  sectionTitle: (point: number, title: string, expected: string): Message => ({
    code: 'section-title',
    message: `Point ${point} is headed “${short(title)}”. The number decides, so it is read as “${expected}”.`,
    next: `Write “## ${point}. ${expected}”, or mend the number.`,
  }),
  sectionTwice: (point: number): Message => ({
    code: 'section-twice',
    message: `Point ${point} stands here a second time. Both are read, one after the other.`,
    next: 'Join the two sections.',
  }),
  tableWithin: (): Message => ({
    code: 'not-read',
    message: 'A table inside a quotation or a list is not read.',
    next: 'Move it out, so that it begins at the first column, with an empty line above it.',
  }),
  tableUnfinished: (): Message => ({
    code: 'table-unfinished',
    message: 'These lines look like a table, and are read as prose.',
    next: 'Write a line such as | --- | --- | under the heading of the table; or take out the empty line that cuts it off.',
  }),
  nestedTooDeep: (): Message => ({
    code: 'nested-too-deep',
    message: 'This line is nested more than 32 deep and is not read.',
    next: 'Take it out of some of the lists or quotations around it.',
  }),
};

/** A text as a message can hold it: one line, at most 60 characters. */
export function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const chars = [...line.slice(0, 200)];
  return chars.length <= 60 ? line : `${chars.slice(0, 57).join('')}…`;
}
