import type { ErrorEntry, Reference } from '../../model/types/model.ts';
import { STANDARD_CODES, type StandardCode } from '../../model/types/standard-codes.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, columnNamed, filled, fits, names, rowsOf } from '../columns.ts';
import { type ErrorSink, holdsErrors, readErrorsInWords } from '../liberal/8-errors.ts';
import { ERROR_LOOKS } from '../liberal/8-looks.ts';
import { withUsual } from '../liberal/8-stands-for.ts';
import { byLook, keepHeadings, reportRows } from '../liberal/by-look.ts';
import { inLine, otherCells, quotation } from '../liberal/kept.ts';
import { withPairs } from '../liberal/paired.ts';
import type { Rest } from '../liberal/walk.ts';
import type { Block } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import type { Section } from '../outline.ts';
import { type About, isBlank, isNotShown, type Reader, references, stated, words } from '../reader.ts';
import { notesOf } from './7-calls.ts';
import { finder, helpOf, withParts } from './parts.ts';

export const ERROR_COLUMNS: readonly Column[] = [
  {
    name: 'Code',
    aliases: ['Error', 'Name', 'ID', 'Error code', 'Key'],
    blank: 'an error: everything refers to the code',
    notShown: 'the entry is left out, and the gap is listed',
    about:
      'The code that rules, transitions and calls name. An entry of the same code as a standard refusal renames that. One code may stand in several rows with different causes.',
  },
  {
    name: 'Status',
    aliases: ['HTTP', 'HTTP status', 'Status code', 'HTTP code'],
    blank: 'that of the situation which raises it',
    notShown: 'that of the situation which raises it',
    about: 'The status of the answer over HTTP, 400 to 599.',
  },
  {
    name: 'When',
    aliases: ['Cause', 'Causes', 'Raised by', 'Raised when', 'Situation', 'Occurs', 'Trigger'],
    blank: 'whatever names the code',
    notShown: 'whatever names the code, and the gap is listed',
    about:
      'What raises it, where a code has several entries: rules, events, or permissions as their row of the matrix is called: `R-07, submit, Book: delete`. The entry of what refuses is the one that people read; else the first one without causes.',
  },
  {
    name: 'Message',
    aliases: [
      'Text',
      'Text for the user',
      'Says',
      'User message',
      'Meaning',
      'Message to the user',
      'Message for the user',
      'Shown text',
      'What the user sees',
      'User sees',
    ],
    blank: 'a sentence of ours',
    notShown: 'a sentence of ours, and the gap is listed',
    about:
      'What is wrong, for people. `{CONSTANT}`, `{entity}`, `{who}`, `{by}`, `{status}`, `{event}`, `{condition}`, `{wait}` and `{n}`, its seconds, are filled in; where a guard refuses also the fields and states of its record, `{hours}`, as far as the person reads them.',
  },
  {
    name: 'What to do',
    aliases: ['Next', 'Action', 'Help', 'Remedy', 'Next step', 'User action'],
    blank: 'nothing is advised',
    notShown: 'nothing is advised, and the gap is listed',
    about: 'What people can do next.',
  },
  {
    name: 'Stands for',
    aliases: ['Used for', 'Instead of', 'In place of', 'Replaces'],
    blank: 'itself alone',
    notShown: 'itself alone, and the gap is listed',
    about:
      'Standard refusals that are answered with this entry, its code and status: `INVALID`, `NOT_ALLOWED, NOT_FOUND`.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Comment', 'Comments', 'Remarks', 'Description', 'Details', 'About', 'Behaviour', 'Behavior'],
    blank: 'nothing to add',
    notShown: 'nothing to add',
    about: 'Anything else, such as what a screen does then. It is the help text of the entry.',
  },
];

type Table = Extract<Block, { kind: 'table' }>;

/** Point 8: a table of errors, or a list of them in words. */
export function readErrors(reader: Reader, sections: readonly Section[]): { errors: ErrorEntry[]; help: string } {
  const errors: ErrorEntry[] = [];
  const sink: ErrorSink = { errors, table: (table) => readTable(reader, table, errors) };
  const rests: Rest[] = [];
  const read = (blocks: readonly Block[], title: Span | null) => {
    rests.push(readErrorsInWords(reader, blocks, sink, title));
  };
  for (const section of sections) read(section.blocks, null);
  const of = finder(errors.map(({ code }) => code));
  const parts = sections.flatMap((section) => section.parts);
  const groups = parts.filter((each) => of(words(each.title)) === null && holdsErrors(each));
  for (const group of groups) read(group.blocks, group.title);
  const own = parts.filter((each) => !groups.includes(each));
  const all = reader.inWords ? withUsual(errors) : errors;
  return { errors: withParts(reader, own, all, 'error', 8), help: helpOf(reader, rests, 8) };
}

function readTable(reader: Reader, written: Table, errors: ErrorEntry[]): boolean {
  const table = withRows(byLook(written, ERROR_COLUMNS, ERROR_LOOKS));
  if (!fits(table, ERROR_COLUMNS)) {
    const first = words(table.header.cells[0] ?? table.at);
    reader.report(say.tableNotRead(first, names(ERROR_COLUMNS)), table.header.at, { point: 8 });
    reader.lose(8, table.at.text);
    reportRows(reader, table, 8);
    return false;
  }
  keepHeadings(reader, written, ERROR_COLUMNS, 8, table);
  rowsOf(reader, table, ERROR_COLUMNS, 8, true).forEach((cells, index) => {
    errors.push(...errorOf(reader, cells, otherCells(table, index, ERROR_COLUMNS)));
  });
  return true;
}

/** `` | 413, 415 | `TOO_LARGE`, `NO_PICTURE` | ``: an entry for each code, with the status of its own or the one of all. */
function withRows(table: Table): Table {
  const columns = table.header.cells.map((cell) => columnNamed(ERROR_COLUMNS, words(cell))?.name ?? null);
  const [at, shared] = [columns.indexOf('Code'), columns.indexOf('Status')];
  const isCode = ({ text }: Span) => /^`?[\p{L}][\p{L}\p{N}_.-]*`?$/u.test(text);
  return at < 0 ? table : withPairs(table, { names: at, isName: isCode, values: null, shared });
}

function errorOf(reader: Reader, cells: Cells, others: string): ErrorEntry[] {
  const cell = filled(cells, 'Code');
  const own = statusOnly(filled(cells, 'Status'));
  const code = cell ?? own;
  if (code === null || isNotShown(code)) {
    if (code === null) reader.report(say.nameMissing('Code'), cells.at, { point: 8 });
    else
      reader.report(say.notShown('The code of this error', 'The entry is left out until it has one.'), code, {
        point: 8,
      });
    reader.lose(8, cells.at.text);
    return [];
  }
  const id = reader.id('error', words(code));
  const about = { point: 8, element: id } as const;
  const status = filled(cells, 'Status') ?? statusOnly(cell);
  const open = status !== null && OPEN_STATUS.test(words(status)) ? quotation(`Status: ${status.text}`) : '';
  return [
    {
      ...stated(reader, 8, id, cells.at, inLine(notesOf(reader, filled(cells, 'Notes'), about), others, open)),
      code: words(code),
      status: statusOf(reader, status, about),
      message: textOf(reader, unquoted(filled(cells, 'Message')), 'The message', about),
      next: textOf(reader, filled(cells, 'What to do'), 'What to do', about),
      standsFor: standsForOf(reader, filled(cells, 'Stands for'), about),
      causes: causesOf(reader, filled(cells, 'When'), about),
    },
  ];
}

/** A status that stands alone is the code of its entry. */
function statusOnly(cell: Span | null): Span | null {
  return cell !== null && /^[45]\d\d$/.test(words(cell)) ? cell : null;
}

/** None, or any of several, whichever the situation has. */
const OPEN_STATUS =
  /^(?:none|no (?:status|answer|response)|n\/?a)$|^[45]\d\d(?:(?:\s*(?:,|\/|or|and)\s*|\s*,\s*(?:or|and)\s*)[45]\d\d){1,8}$/i;

function statusOf(reader: Reader, cell: Span | null, about: About): number | null {
  if (cell === null || isNotShown(cell) || OPEN_STATUS.test(words(cell))) return null;
  const written = /^(?:HTTP\s*)?([45]\d\d)(?:\s*(?:\+|and (?:above|up|higher|over)|or (?:above|more|higher)))?$/i;
  const status = written.exec(words(cell))?.[1];
  if (status === undefined) {
    reader.report(say.valueUnknown('status of an error', words(cell), 'a number from 400 to 599'), cell, about);
    reader.lose(8, cell.text);
  }
  return status === undefined ? null : Number(status);
}

function textOf(reader: Reader, cell: Span | null, what: string, about: About): string {
  if (cell === null) return '';
  if (!isNotShown(cell)) return words(cell);
  reader.report(say.notShown(what, 'A sentence of ours stands there until it is written.'), cell, about);
  return '';
}

/** A message may stand in quotes, which are no part of it. */
function unquoted(cell: Span | null): Span | null {
  const isQuoted = cell !== null && /^(?:"[^"]*"|“[^“”]*”)$/.test(cell.text);
  return isQuoted ? part(cell, 1, cell.text.length - 1) : cell;
}

function causesOf(reader: Reader, cell: Span | null, about: About): Reference[] {
  if (cell === null) return [];
  if (!isNotShown(cell)) return references(reader, cell);
  reader.report(say.notShown('What raises this error', 'Whatever names its code does.'), cell, about);
  return [];
}

function standsForOf(reader: Reader, cell: Span | null, about: About): StandardCode[] {
  if (cell === null || isBlank(cell)) return [];
  if (isNotShown(cell)) {
    reader.report(say.notShown('What this error stands for', 'It stands for itself alone.'), cell, about);
    return [];
  }
  return references(reader, cell).flatMap(({ name }) => {
    const code = name.toUpperCase().replaceAll(/[\s-]+/g, '_');
    if (isStandard(code)) return code;
    const known = [...STANDARD_CODES].slice(0, 12).join(', ');
    reader.report(
      say.valueUnknown('standard refusal', name, `one of ${known} and the other codes of ours`),
      cell,
      about,
    );
    reader.lose(8, name);
    return [];
  });
}

const isStandard = (code: string): code is StandardCode => STANDARD_CODES.has(code);
