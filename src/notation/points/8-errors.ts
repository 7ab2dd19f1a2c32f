import type { ErrorEntry } from '../../model/model.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, filled, fits, names, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import type { Span } from '../markdown/span.ts';
import type { Section } from '../outline.ts';
import { type About, isNotShown, type Reader, stated, words } from '../reader.ts';
import { withParts } from './parts.ts';

export const ERROR_COLUMNS: readonly Column[] = [
  {
    name: 'Code',
    aliases: ['Error', 'Name', 'ID', 'Error code'],
    blank: 'an error: everything refers to the code',
    notShown: 'the entry is left out, and the gap is listed',
    about:
      'The code that rules, transitions and calls name. An entry of the same code as a standard refusal renames that.',
  },
  {
    name: 'Status',
    aliases: ['HTTP', 'HTTP status', 'Status code'],
    blank: 'that of the situation which raises it',
    notShown: 'that of the situation which raises it',
    about: 'The status of the answer over HTTP, 400 to 599.',
  },
  {
    name: 'Message',
    aliases: ['Text', 'Text for the user', 'Says', 'User message', 'Meaning'],
    blank: 'a sentence of ours',
    notShown: 'a sentence of ours, and the gap is listed',
    about:
      'What is wrong, for people. `{CONSTANT}`, `{entity}`, `{who}`, `{by}`, `{status}`, `{event}`, `{condition}` and `{wait}` are filled in.',
  },
  {
    name: 'What to do',
    aliases: ['Next', 'Action', 'Help', 'Remedy', 'Next step', 'Notes', 'User action'],
    blank: 'nothing is advised',
    notShown: 'nothing is advised, and the gap is listed',
    about: 'What people can do next.',
  },
];

/** Point 8: a table of errors. */
export function readErrors(reader: Reader, sections: readonly Section[]): { errors: ErrorEntry[]; help: string } {
  const errors: ErrorEntry[] = [];
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, { point: 8, keys: [] });
    help.push(content.help);
    for (const table of content.tables) {
      if (!fits(table, ERROR_COLUMNS))
        reader.report(
          say.tableNotRead(words(table.header.cells[0] ?? table.at), names(ERROR_COLUMNS)),
          table.header.at,
          { point: 8 },
        );
      else for (const cells of rowsOf(reader, table, ERROR_COLUMNS, 8)) errors.push(...errorOf(reader, cells));
    }
  }
  const parts = sections.flatMap((section) => section.parts);
  return {
    errors: withParts(reader, parts, errors, 'error', 8),
    help: help.filter((text) => text !== '').join('\n\n'),
  };
}

function errorOf(reader: Reader, cells: Cells): ErrorEntry[] {
  const code = filled(cells, 'Code');
  if (code === null || isNotShown(code)) {
    if (code === null) reader.report(say.nameMissing('Code'), cells.at, { point: 8 });
    else
      reader.report(say.notShown('The code of this error', 'The entry is left out until it has one.'), code, {
        point: 8,
      });
    return [];
  }
  const id = reader.id('error', words(code));
  const about = { point: 8, element: id } as const;
  return [
    {
      ...stated(reader, 8, id, cells.at),
      code: words(code),
      status: statusOf(reader, filled(cells, 'Status'), about),
      message: textOf(reader, filled(cells, 'Message'), 'The message', about),
      next: textOf(reader, filled(cells, 'What to do'), 'What to do', about),
      standsFor: [],
      causes: [],
    },
  ];
}

function statusOf(reader: Reader, cell: Span | null, about: About): number | null {
  if (cell === null || isNotShown(cell)) return null;
  const status = /^(?:HTTP\s*)?([45]\d\d)$/i.exec(words(cell))?.[1];
  if (status === undefined)
    reader.report(say.valueUnknown('status of an error', words(cell), 'a number from 400 to 599'), cell, about);
  return status === undefined ? null : Number(status);
}

function textOf(reader: Reader, cell: Span | null, what: string, about: About): string {
  if (cell === null) return '';
  if (!isNotShown(cell)) return words(cell);
  reader.report(say.notShown(what, 'A sentence of ours stands there until it is written.'), cell, about);
  return '';
}
