import type { ErrorAnswers, ErrorEntry, Reference } from '../../model/types/model.ts';
import { STANDARD_CODES, type StandardCode } from '../../model/types/standard-codes.ts';
import { part, type Span, split } from '../markdown/span.ts';
import { type Message, messages } from '../reader/codes.ts';
import { type Cells, columnNames, filledCell } from '../reader/columns.ts';
import { contentOf } from '../reader/content.ts';
import type { Section } from '../reader/outline.ts';
import { type FindingContext, isNotShown, type Reader, references, statedElement, words } from '../reader/reader.ts';
import { answersOf, bodyOf, memberOf, NO_ANSWERS } from './error-answers.ts';
import { ERROR_COLUMNS, ERROR_KEYS } from './error-columns.ts';
import { helpIn, tableRows, withPartHelp } from './tables-and-parts.ts';

/** Reads point 8: keys for all refusals, and a table of errors. */
export function readErrors(
  reader: Reader,
  sections: readonly Section[],
): { errors: ErrorEntry[]; errorAnswers: ErrorAnswers; help: string } {
  const errors: ErrorEntry[] = [];
  let errorAnswers = NO_ANSWERS;
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, {
      point: 8,
      keys: ERROR_KEYS,
      accepts: `An error is a row of a table with the columns ${columnNames(ERROR_COLUMNS).join(', ')}.`,
    });
    help.push(content.help);
    errorAnswers = answersOf(reader, content.keys, errorAnswers);
    for (const table of content.tables)
      for (const cells of tableRows(reader, table, ERROR_COLUMNS, 8)) errors.push(...errorOf(reader, cells));
  }
  const parts = sections.flatMap((section) => section.parts);
  return {
    errors: withPartHelp(reader, parts, errors, 'error', 8),
    errorAnswers,
    help: help.filter((text) => text !== '').join('\n\n'),
  };
}

function errorOf(reader: Reader, cells: Cells): ErrorEntry[] {
  const code = filledCell(cells, 'Code');
  if (code === null || isNotShown(code) || split(code, ',').length > 1) {
    reader.report(whyNoEntry(code), code ?? cells.at, { point: 8 });
    return [];
  }
  const about = { point: 8, element: reader.id('error', words(code)) } as const;
  return [
    {
      ...statedElement(reader, 8, about.element, cells.at, helpIn(reader, filledCell(cells, 'Notes'), about)),
      code: words(code),
      status: statusOf(reader, filledCell(cells, 'Status'), about),
      message: textOf(reader, unquoted(filledCell(cells, 'Message')), 'The message', about),
      next: textOf(reader, filledCell(cells, 'What to do'), 'What to do', about),
      standsFor: standsForOf(reader, filledCell(cells, 'Stands for'), about),
      causes: causesOf(reader, filledCell(cells, 'When'), about),
      member: memberOf(reader, filledCell(cells, 'At'), about),
      body: bodyOf(reader, filledCell(cells, 'Body'), about),
    },
  ];
}

function whyNoEntry(code: Span | null): Message {
  if (code === null) return messages.nameMissing('Code');
  return isNotShown(code)
    ? messages.notShown('The code of this error', 'The entry is left out until it has one.')
    : messages.valueUnknown('error code', words(code), 'one code in each row');
}

function statusOf(reader: Reader, cell: Span | null, about: FindingContext): number | null {
  if (cell === null || isNotShown(cell)) return null;
  const status = words(cell);
  if (/^[45]\d\d$/.test(status)) return Number(status);
  reader.report(messages.valueUnknown('status of an error', status, 'a number from 400 to 599'), cell, about);
  return null;
}

function textOf(reader: Reader, cell: Span | null, what: string, about: FindingContext): string {
  if (cell === null) return '';
  if (!isNotShown(cell)) return words(cell);
  reader.report(messages.notShown(what, 'A standard text is used until it is stated.'), cell, about);
  return '';
}

/** Strips quotes around a message. */
function unquoted(cell: Span | null): Span | null {
  const isQuoted = cell !== null && /^(?:"[^"]*"|“[^“”]*”)$/.test(cell.text);
  return isQuoted ? part(cell, 1, cell.text.length - 1) : cell;
}

function causesOf(reader: Reader, cell: Span | null, about: FindingContext): Reference[] {
  if (cell === null) return [];
  if (!isNotShown(cell)) return references(reader, cell);
  reader.report(messages.notShown('What raises this error', 'Anything that names its code raises it.'), cell, about);
  return [];
}

function standsForOf(reader: Reader, cell: Span | null, about: FindingContext): StandardCode[] {
  if (cell === null) return [];
  if (isNotShown(cell)) {
    reader.report(messages.notShown('What this error stands for', 'It replaces no standard error.'), cell, about);
    return [];
  }
  return references(reader, cell).flatMap(({ name }) => {
    const code = name.toUpperCase().replaceAll(/[\s-]+/g, '_');
    if (isStandard(code)) return code;
    const known = [...STANDARD_CODES].slice(0, 12).join(', ');
    reader.report(
      messages.valueUnknown('standard refusal', name, `one of ${known} and the other standard codes`),
      cell,
      about,
    );
    return [];
  });
}

const isStandard = (code: string): code is StandardCode => STANDARD_CODES.has(code);
