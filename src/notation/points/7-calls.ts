import { parseShape } from '../../expressions/parse.ts';
import type { Call, Does, Method, Reference } from '../../model/model.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, filled, fits, names, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import { codeOf, decodeFormula, part, type Span } from '../markdown/span.ts';
import type { Section } from '../outline.ts';
import { type About, isBlank, isNotShown, named, type Reader, references, stated, words } from '../reader.ts';
import { withParts } from './parts.ts';

export const CALL_COLUMNS: readonly Column[] = [
  {
    name: 'Call',
    aliases: ['Name', 'What'],
    blank: 'the method and path are its name',
    notShown: 'the method and path are its name',
    about: 'The name that effects (`call NAME`) and reports use.',
  },
  {
    name: 'Method and path',
    aliases: ['Path', 'Endpoint', 'Route', 'URL', 'Request', 'Address', 'HTTP'],
    blank: 'an error: a call needs an address',
    notShown: 'the call is left out, and the gap is listed',
    about: '`GET /api/tasks/:id`. An outside call starts with a constant or an address: `POST {BANK_URL}/transfers`.',
  },
  {
    name: 'Method',
    aliases: ['Verb'],
    blank: 'the method stands before the path',
    notShown: 'the call is left out, and the gap is listed',
    about: 'The method, where it has a column of its own: GET, POST, PUT, PATCH or DELETE.',
  },
  {
    name: 'Does',
    aliases: ['Action', 'Purpose', 'Operation'],
    blank: 'the call answers that it is not shown what it does',
    notShown: 'the call answers that it is not shown what it does',
    about:
      '`list Task`, `read Task`, `create Task`, `change Task`, `delete Task`, an event and its entity (`submit Task`), or `outside` for a call that the product makes to somebody else.',
  },
  {
    name: 'Sends',
    aliases: ['Body', 'Input', 'Parameters', 'Takes'],
    blank: 'nothing but what an event asks for',
    notShown: 'what the operation can take',
    about:
      'The fields that a request may hold; a field that is not listed is refused. For a list: `filter, sort, page`. For an outside call: its body, as `{ "to": owner.email }` in backticks.',
  },
  {
    name: 'Gets',
    aliases: ['Response', 'Returns', 'Answer', 'Result', 'Output'],
    blank: 'the record, as this person reads it; after a deletion nothing',
    notShown: 'as blank',
    about: 'What the answer holds: `Task`, `page of Task`, or a shape in backticks.',
  },
  {
    name: 'May fail with',
    aliases: ['Errors', 'Fails with', 'Error', 'Error codes'],
    blank: 'the standard refusals alone',
    notShown: 'the standard refusals alone, and the gap is listed',
    about: 'Codes of point 8 besides the standard refusals, which every call has.',
  },
];

/** Point 7: a table of calls. */
export function readCalls(reader: Reader, sections: readonly Section[]): { calls: Call[]; help: string } {
  const calls: Call[] = [];
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, { point: 7, keys: [] });
    help.push(content.help);
    for (const table of content.tables) {
      if (!fits(table, CALL_COLUMNS))
        reader.report(
          say.tableNotRead(words(table.header.cells[0] ?? table.at), names(CALL_COLUMNS)),
          table.header.at,
          { point: 7 },
        );
      else for (const cells of rowsOf(reader, table, CALL_COLUMNS, 7)) calls.push(...callOf(reader, cells));
    }
  }
  const parts = sections.flatMap((section) => section.parts);
  return { calls: withParts(reader, parts, calls, 'call', 7), help: help.filter((text) => text !== '').join('\n\n') };
}

const ADDRESS = /^(GET|POST|PUT|PATCH|DELETE)(?:\s+|$)/i;

function callOf(reader: Reader, cells: Cells): Call[] {
  const address = addressOf(reader, cells);
  if (address === null) return [];
  const { method, path } = address;
  const title = filled(cells, 'Call');
  const name = title === null || isNotShown(title) ? `${method} ${path}` : words(title);
  const id = reader.id('call', name);
  const about = { point: 7, element: id } as const;
  const gets = filled(cells, 'Gets');
  return [
    {
      ...stated(reader, 7, id, cells.at),
      ...named(name),
      method,
      path,
      does: doesOf(filled(cells, 'Does')),
      ...sendsOf(reader, cells.cell('Sends'), about),
      gets: gets === null || isNotShown(gets) ? '' : words(gets),
      errors: errorsOf(reader, cells.cell('May fail with'), about).map((error) => ({ ...error, cause: null })),
      query: [],
    },
  ];
}

function addressOf(reader: Reader, cells: Cells): { method: Method; path: string } | null {
  const cell = filled(cells, 'Method and path');
  const own = filled(cells, 'Method');
  const unknown = [cell, own].find((span) => isNotShown(span));
  if (unknown !== undefined && unknown !== null) {
    reader.report(say.notShown('The address of this call', 'The call is left out until it has one.'), unknown, {
      point: 7,
    });
    return null;
  }
  if (cell === null) {
    reader.report(say.nameMissing('Method and path'), cells.at, { point: 7 });
    return null;
  }
  const text = codeOf(cell) ?? cell;
  const match = ADDRESS.exec(text.text);
  const method = methodNamed(match?.[1] ?? (own === null ? '' : words(own)));
  const path = words(match === null ? text : part(text, match[0].length));
  if (method === null || path === '') {
    reader.report(
      say.valueUnknown('method and path', words(cell), '`GET /api/tasks`, with GET, POST, PUT, PATCH or DELETE'),
      cell,
      { point: 7 },
    );
    return null;
  }
  return { method, path };
}

function methodNamed(word: string): Method | null {
  const method = word.trim().toUpperCase();
  switch (method) {
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method;
    default:
      return null;
  }
}

function doesOf(cell: Span | null): Does {
  if (cell === null || isNotShown(cell)) return { kind: 'unknown', text: '' };
  const span = codeOf(cell) ?? cell;
  if (/^outside(?: call)?$/i.test(span.text)) return { kind: 'outside' };
  const space = lastSpace(span.text);
  if (space < 0 || part(span, space).text === '') return { kind: 'unknown', text: words(span) };
  const event = words(part(span, 0, space));
  const entity = words(part(span, space));
  const verb = event.toLowerCase();
  switch (verb) {
    case 'list':
    case 'read':
    case 'create':
    case 'change':
    case 'delete':
      return { kind: verb, entity };
    case 'search':
      return { kind: 'list', entity };
    case 'get':
      return { kind: 'read', entity };
    case 'add':
      return { kind: 'create', entity };
    case 'update':
      return { kind: 'change', entity };
    case 'remove':
      return { kind: 'delete', entity };
    default:
      return { kind: 'event', event, entity };
  }
}

/** Before the last word; a word in backticks is one. */
function lastSpace(text: string): number {
  const open = text.endsWith('`') ? text.lastIndexOf('`', text.length - 2) : text.length;
  return text.lastIndexOf(' ', open);
}

function sendsOf(reader: Reader, cell: Span | null, about: About): Pick<Call, 'sends' | 'sendsShape'> {
  if (cell === null || isNotShown(cell)) return { sends: null, sendsShape: null };
  const shape = codeOf(cell) ?? cell;
  if (!shape.text.startsWith('{')) return { sends: references(reader, cell), sendsShape: null };
  const { text, offsetOf } = decodeFormula(shape);
  for (const problem of parseShape(text).problems) {
    if (problem.severity !== 'error') continue;
    const from = offsetOf(problem.from);
    reader.report(
      say.expression(problem.message, problem.next),
      { text: ' '.repeat(Math.max(0, offsetOf(problem.to) - from)), from },
      about,
    );
  }
  return { sends: [], sendsShape: { text, at: reader.place(shape), tree: null } };
}

function errorsOf(reader: Reader, cell: Span | null, about: About): Reference[] {
  if (cell === null || isBlank(cell)) return [];
  if (!isNotShown(cell)) return references(reader, cell);
  reader.report(say.notShown('How this call can fail', 'It answers with the standard refusals.'), cell, about);
  return [];
}
