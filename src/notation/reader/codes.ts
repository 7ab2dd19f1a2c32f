import type { Severity } from '../../model/types/diagnostic.ts';

/** The codes of the reader's findings. The list is closed; checks have codes of their own. */
export const READER_CODES = {
  'not-read': {
    severity: 'note',
    about: 'Content that is not part of the notation. It has no effect.',
  },
  'not-yet': { severity: 'note', about: 'Read, but not implemented in this version.' },
  'not-shown': { severity: 'gap', about: 'A value stated as not shown.' },
  'expression-syntax': {
    severity: 'error',
    about: 'An expression that does not parse. What depends on it is refused.',
  },
  'type-unknown': {
    severity: 'error',
    about: 'An unknown type. The field is shown but never written.',
  },
  'value-unknown': { severity: 'warning', about: 'A value that is not accepted there.' },
  'name-missing': { severity: 'error', about: 'A row without its name, or its entity, route or state.' },
  'name-unknown': { severity: 'warning', about: 'A heading or key with the name of nothing stated.' },
  'section-title': { severity: 'warning', about: 'A numbered heading whose text does not fit its point.' },
  'section-twice': { severity: 'warning', about: 'A point that appears more than once.' },
  'heading-mark': {
    severity: 'warning',
    about: 'A line that only looks like a heading, or the heading of a point at another level.',
  },
  'table-unfinished': {
    severity: 'warning',
    about: 'Lines that look like a table, without the line under the column headings.',
  },
  'html-hides': {
    severity: 'warning',
    about: 'A comment or HTML element that may hide its content, which is not read.',
  },
  'nested-too-deep': { severity: 'warning', about: 'Lists or quotations nested more than 32 deep.' },
} as const satisfies Record<string, { readonly severity: Severity; readonly about: string }>;

export type ReaderCode = keyof typeof READER_CODES;

/** The text of a finding: what is wrong in plain words, and what to do next. */
export interface Message {
  readonly code: ReaderCode;
  readonly message: string;
  readonly next: string;
  /**
   * How several findings of one kind in one table, list or paragraph are merged into one. Absent: they are not merged.
   */
  readonly group?: MessageGroup;
}

export interface MessageGroup {
  /** Findings of the same kind with the same advice are merged. */
  readonly kind: string;
  /** The text between the count and the list of subjects: `columns of this table are not read`. */
  readonly many: string;
  /** The subject to list; null if it has no name worth listing. */
  readonly subject: string | null;
}

function whyNoHeading(line: string): string {
  const marks = /[#\uff03]+/.exec(line)?.[0] ?? '';
  if (marks.length > 6) return `it begins with ${marks.length} #`;
  if (marks.includes('\uff03')) return `${marks} is not #`;
  return /^[ \t]*[#\uff03]/.test(line)
    ? `there is no space after ${marks}`
    : `there are invisible characters before ${marks}`;
}

const oneOf = (names: readonly string[]) => names.join(', ');

/** Every message of the reader. Names in messages are cut to a readable length. */
export const messages = {
  columnNotRead: (column: string, known: readonly string[]): Message => ({
    code: 'not-read',
    message: `The column “${shortened(column)}” is not read.`,
    next: `The columns of this table are ${oneOf(known)}. Rename the column, or write its content as prose under the table.`,
    group: { kind: 'column', subject: column, many: 'columns of this table are not read' },
  }),
  keyNotRead: (key: string, known: readonly string[], accepts = ''): Message => ({
    code: 'not-read',
    message: `The key “${shortened(key)}” is not read.`,
    next: `The keys read here are ${oneOf(known)}. ${accepts}`.trim(),
    group: { kind: 'key', subject: key, many: 'keys are not read here' },
  }),
  listNotRead: (item: string, known: readonly string[], accepts = ''): Message => ({
    code: 'not-read',
    message: `“${shortened(item)}” is not read.`,
    next: [
      known.length === 0 ? '' : `A list here has lines “- Key: value” with the keys ${oneOf(known)}.`,
      accepts,
      'Write an explanation as a paragraph.',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    group: { kind: 'list', subject: item, many: 'lines of this list are not read' },
  }),
  cellNotRead: (cell: string): Message => ({
    code: 'not-read',
    message: `“${shortened(cell)}” is after the last column and is not read.`,
    next: 'Add a column heading for it. Write a | that belongs to the text as \\|.',
    group: { kind: 'cell', subject: cell, many: 'cells are after the last column and are not read' },
  }),
  tableNotRead: (first: string, known: readonly string[]): Message => ({
    code: 'not-read',
    message:
      known.length === 0
        ? 'This table is not read: no table is expected here.'
        : `This table is not read: “${shortened(first)}” is not a column that is read here.`,
    next:
      known.length === 0
        ? 'Write its rows where they belong, or explain them in a paragraph.'
        : `A table here has the columns ${oneOf(known)}.`,
  }),
  /** For a list item, paragraph or block of code where only tables are read. */
  textNotRead: (text: string, accepted: string): Message => ({
    code: 'not-read',
    message: `“${shortened(text)}” is not read.`,
    next: accepted,
    group: { kind: 'text', subject: text, many: 'lines are not read' },
  }),
  partNotRead: (title: string, next: string): Message => ({
    code: 'not-read',
    message: `The content under “${shortened(title)}” is not read.`,
    next,
  }),
  headingNumbered: (title: string, write: string): Message => ({
    code: 'not-read',
    message: `“${shortened(title)}” begins with a number, so nothing under this heading is read.`,
    next: `A heading here is a name alone. Write “### ${shortened(write)}”.`,
  }),
  languageNotRead: (heading: string): Message => ({
    code: 'not-read',
    message: `The column “${heading}” is not read: it is not a language tag.`,
    next: 'Use a language tag as its heading: de, ar, pt-BR.',
  }),
  sectionNotRead: (title: string): Message => ({
    code: 'not-read',
    message: `The section “${shortened(title)}” is not read.`,
    next: 'Only the nine points, “Sample data” and “Translations” are read. Move its rules into the points that they belong to.',
  }),
  underlined: (title: string): Message => ({
    code: 'not-read',
    message: `The line of - under “${shortened(title)}” makes it a heading, and a section of this name is not read.`,
    next: 'Put an empty line above the line of -, or write one of the nine points.',
  }),
  codeNotRead: (): Message => ({
    code: 'not-read',
    message: 'This block of code is kept as help and has no effect.',
    next: 'Take it out of the block to have it read, or leave it as an explanation.',
  }),
  sentenceNotRead: (sentence: string, next: string): Message => ({
    code: 'not-read',
    message: `“${shortened(sentence)}” looks like a rule and has no effect.`,
    next,
    group: { kind: 'sentence', subject: sentence, many: 'sentences look like rules and have no effect' },
  }),
  noteNotRead: (note: string, near: string | null): Message => ({
    code: 'not-read',
    message: `The note “${shortened(note)}” is not read.`,
    next:
      near === null
        ? 'Write one of the notes in NOTATION.md, a rule of point 5, or help text in double quotes: "as on the invoice".'
        : `Did you mean “${near}”?`,
    group: { kind: 'note', subject: note, many: 'notes are not read' },
  }),
  bodyIsList: (isBulk: boolean): Message => ({
    code: 'expression-syntax',
    message: isBulk ? 'A `bulk` call takes a list by itself.' : 'Only a `bulk` call takes a list.',
    next: isBulk
      ? 'Write the body of one record, without the brackets, as in { "name": title }.'
      : 'Write the body of one record, as in { "name": title }; for a list of them also `bulk create Task` under Does.',
  }),
  sessionCall: (call: string): Message => ({
    code: 'not-read',
    message: `${shortened(call)} signs people in or out, but Does is empty, so this path is not served.`,
    next: 'Write `sign in` or `sign out` and the entity of the people under Does, or leave the call out.',
  }),
  rowNotRead: (row: string, next: string): Message => ({
    code: 'not-read',
    message: `The row “${shortened(row)}” is not read.`,
    next,
    group: { kind: 'row', subject: row, many: 'rows are not read' },
  }),
  effectNotRead: (effect: string): Message => ({
    code: 'not-read',
    message: `The effect “${shortened(effect)}” is not read, so it does not happen.`,
    next: 'An effect is `field = value`, `ask field`, `notify person` or `call name`; several are separated by semicolons.',
    group: { kind: 'effect', subject: effect, many: 'effects are not read, so they do not happen' },
  }),
  buttonNotRead: (button: string): Message => ({
    code: 'not-read',
    message: `The button text “${shortened(button)}” is not read, because nobody raises this transition.`,
    next: 'Remove the text, or name an event.',
    group: {
      kind: 'button',
      subject: button,
      many: 'button texts are not read, because nobody raises these transitions',
    },
  }),
  notYet: (what: string): Message => ({
    code: 'not-yet',
    message: `not yet: ${what}.`,
    next: 'You can leave it as it is until a version implements it.',
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
    message: `“${shortened(value)}” is not a valid ${what}.`,
    next: `Write ${known}.`,
    group: { kind: 'value', subject: value, many: `values are not a valid ${what}` },
  }),
  patternUnusable: (problem: string, character: number): Message => ({
    code: 'value-unknown',
    message: `This pattern cannot be used, so no value matches it: ${problem} (at character ${character}).`,
    next: 'Write a regular expression in RE2 syntax, which has no lookahead, no lookbehind and no references to groups.',
  }),
  nameMissing: (column: string): Message => ({
    code: 'name-missing',
    message: `This row has no ${column}.`,
    next: `Fill in the column ${column}; everything else refers to it.`,
    group: { kind: 'missing', subject: null, many: `rows have no ${column}` },
  }),
  nameUnknown: (name: string, what: string, next: string): Message => ({
    code: 'name-unknown',
    message: `“${shortened(name)}” is not a known ${what}.`,
    next,
    group: { kind: 'name', subject: name, many: `names are not a known ${what}` },
  }),
  sectionTitle: (point: number, title: string, expected: string): Message => ({
    code: 'section-title',
    message: `Point ${point} is headed “${shortened(title)}”. The number decides, so it is read as “${expected}”.`,
    next: `Write “## ${point}. ${expected}”, or correct the number.`,
  }),
  sectionTwice: (point: number): Message => ({
    code: 'section-twice',
    message: `Point ${point} appears a second time. Both are read.`,
    next: 'Merge the two sections.',
  }),
  noHeading: (marks: string): Message => ({
    code: 'heading-mark',
    message: `This line is not a heading, because ${whyNoHeading(marks)}.`,
    next: 'Start the line with one to six # and a single space.',
  }),
  headingLevel: (point: number, level: number): Message => ({
    code: 'heading-mark',
    message: `The heading of point ${point} is at a lower level than the headings of the other points, so it is read as part of the previous point.`,
    next: `Write it with ${level} #.`,
  }),
  headingsInCode: (points: readonly number[]): Message => ({
    code: 'heading-mark',
    message: `This block of code contains the ${points.length === 1 ? 'heading of point' : 'headings of points'} ${points.join(', ')}. Code is not read.`,
    next: 'Remove the ``` or ~~~ lines around it, or the indentation of its lines.',
  }),
  headingUnmarked: (point: number): Message => ({
    code: 'heading-mark',
    message: `This line looks like the heading of point ${point} but is not a heading.`,
    next: 'Put ## and a space before it.',
  }),
  tableWithin: (): Message => ({
    code: 'not-read',
    message: 'A table inside a quotation or a list is not read.',
    next: 'Move it out, so that it begins at the first column, with an empty line above it.',
    group: { kind: 'tables', subject: null, many: 'tables inside a quotation or a list are not read' },
  }),
  headingWithin: (): Message => ({
    code: 'not-read',
    message: 'A heading inside a quotation or a list is not read.',
    next: 'Move it out, so that its # is the first character of its line.',
    group: { kind: 'headings', subject: null, many: 'headings inside a quotation or a list are not read' },
  }),
  listWithin: (): Message => ({
    code: 'not-read',
    message: 'A list inside a quotation is not read.',
    next: 'Move it out of the quotation, or leave it as an explanation.',
    group: { kind: 'lists', subject: null, many: 'lists inside a quotation are not read' },
  }),
  tableUnfinished: (): Message => ({
    code: 'table-unfinished',
    message: 'These lines look like a table but are read as prose.',
    next: 'Add a line such as | --- | --- | under the column headings, start each line with a plain |, or remove the empty line that splits the table.',
  }),
  commentOpen: (): Message => ({
    code: 'html-hides',
    message: 'This comment is not closed, so nothing after it is read.',
    next: 'Write --> where the comment ends.',
  }),
  hiddenByHtml: (tag: string): Message => ({
    code: 'html-hides',
    message: `Nothing inside this <${shortened(tag)}> is read, because the element may hide it.`,
    next: 'Remove the tag and its end tag, or move the content out.',
  }),
  hiddenOpen: (tag: string): Message => ({
    code: 'html-hides',
    message:
      tag === ''
        ? 'An HTML tag or comment before this line is not closed, so nothing after it is read.'
        : `This <${shortened(tag)}> has no end tag and may hide its content, so nothing after it is read.`,
    next: 'Close it, or remove it.',
  }),
  htmlNotRead: (words: string): Message => ({
    code: 'not-read',
    message: `“${shortened(words)}” is HTML and is not read.`,
    next: 'Write it as Markdown: headings, tables, lists and paragraphs.',
    group: { kind: 'html', subject: words, many: 'pieces of HTML are not read' },
  }),
  linkNotRead: (link: string): Message => ({
    code: 'not-read',
    message: `The link address “${shortened(link)}” is not read.`,
    next: 'You can leave it; pages do not show it.',
    group: { kind: 'link', subject: link, many: 'addresses of links are not read' },
  }),
  frontMatterNotRead: (): Message => ({
    code: 'not-read',
    message: 'The lines between --- at the beginning of the document are not read.',
    next: 'Write what they say in the document itself, such as `- Language: de` in point 1.',
  }),
  nestedTooDeep: (): Message => ({
    code: 'nested-too-deep',
    message: 'This line is nested more than 32 deep and is not read.',
    next: 'Move it out of some of the lists or quotations around it.',
    group: { kind: 'deep', subject: null, many: 'lines are nested more than 32 deep and are not read' },
  }),
  cornerNotRead: (corner: string): Message => ({
    code: 'not-read',
    message: `“${shortened(corner)}” in the corner of this table is not read.`,
    next: 'Leave the corner empty; the first column names the rows.',
  }),
  columnUnnamed: (of: string): Message => ({
    code: 'not-read',
    message: 'A column without a heading is not read.',
    next: `Use the name of a ${of} as its heading, or remove it.`,
    group: { kind: 'unnamed', subject: null, many: 'columns without a heading are not read' },
  }),
  matrixNotRead: (first: string, rows: string): Message => ({
    code: 'not-read',
    message: `This table is not read: “${shortened(first)}” is not a row of permissions.`,
    next: `A table here lists roles (Role, Description), or has a column for each role and rows such as ${rows}.`,
  }),
  queryValueNotRead: (pair: string): Message => ({
    code: 'not-read',
    message: `The value in “${shortened(pair)}” is not read.`,
    next: 'Write the name alone, as in `?status=&q=`.',
    group: { kind: 'query', subject: pair, many: 'values in a query are not read' },
  }),
};

/** Returns the message for a missing key column. `near` is a heading that may be meant for it. */
export const columnMissing = (column: string, near: string | null, rows: number): Message => {
  const unread = `${rows} ${rows === 1 ? 'row was' : 'rows were'} not read`;
  return near === null
    ? {
        code: 'name-missing',
        message: `This table has no column “${column}”; ${unread}.`,
        next: `Add the column ${column}; everything else refers to it.`,
      }
    : {
        code: 'name-missing',
        message: `Column “${shortened(near)}” is not recognised; ${unread}.`,
        next: `Did you mean “${column}”?`,
      };
};

/** Returns a text on one line of at most 60 characters, for use in a message. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const chars = [...line.slice(0, 200)];
  return chars.length <= 60 ? line : `${chars.slice(0, 57).join('')}…`;
}
