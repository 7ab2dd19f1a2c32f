import { parseBody } from '../../expressions/syntax/parse.ts';
import { readShape } from '../../model/lookups/call-shape.ts';
import { isSessionCall } from '../../model/lookups/session-call.ts';
import type { Call, CallError, Does } from '../../model/types/model.ts';
import { codeOf, decodeFormula, type Span } from '../markdown/span.ts';
import { say } from '../reader/codes.ts';
import { type Cells, type Column, filled } from '../reader/columns.ts';
import { contentOf } from '../reader/content.ts';
import type { Section } from '../reader/outline.ts';
import { type About, covered, isNotShown, named, type Reader, references, stated, words } from '../reader/reader.ts';
import { type Address, addressIn, doesOf } from './call-address.ts';
import { callErrors } from './call-errors.ts';
import { helpIn, tableRows, withParts } from './parts.ts';
import type { EventNames } from './roles.ts';

export const CALL_COLUMNS: readonly Column[] = [
  {
    name: 'Call',
    aliases: ['Name'],
    blank: 'the method and path are its name',
    notShown: 'the method and path are its name',
    about: 'The name that effects (`call NAME`) and reports use.',
  },
  {
    name: 'Method and path',
    aliases: ['Path', 'Endpoint', 'Method + path'],
    blank: 'an error: a call needs an address',
    notShown: 'the call is left out, and the gap is listed',
    about:
      '`GET /api/tasks/:id`, with the names of its query behind it: `GET /api/tasks?status=&q=`. `{id}` and `<id>` are `:id`. An outside call starts with a constant or an address: `POST {BANK_URL}/transfers`.',
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
    aliases: ['Action', 'Operation'],
    blank: 'the call answers that it is not shown what it does',
    notShown: 'the call answers that it is not shown what it does',
    about:
      '`list Task`, `read Task`, `create Task`, `change Task`, `delete Task`, an event and its entity (`submit Task`), or `outside` for a call that the product makes to somebody else.',
  },
  {
    name: 'Sends',
    aliases: ['Body', 'Request body', 'Input'],
    blank: 'nothing but what an event asks for',
    notShown: 'what the operation can take',
    about:
      'The fields that a request may hold; a field that is not listed is refused. For a list: `filter, sort, page`. `Idempotency-Key` may stand among them: each call that writes heeds it. For an outside call: its body, as `{ "to": owner.email }` in backticks; `[{ … }]` is a list of such.',
  },
  {
    name: 'Gets',
    aliases: ['Response', 'Returns', 'Answer'],
    blank: 'the record, as this person reads it; after a deletion nothing',
    notShown: 'as blank',
    about: 'What the answer holds: `Task`, `page of Task`, fields by name (`title, dueOn`), or a shape in backticks.',
  },
  {
    name: 'May fail with',
    aliases: ['Errors', 'Fails with', 'Error codes'],
    blank: 'the standard refusals alone',
    notShown: 'the standard refusals alone, and the gap is listed',
    about:
      'Codes of point 8 besides the standard refusals, which every call has. In brackets what raises it: `NOT_FREE (R-07)`.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Comments', 'Description'],
    blank: 'nothing to add',
    notShown: 'nothing to add',
    about: 'Anything else. It is the help text of the call.',
  },
];

/** Point 7: a table of calls. `events`: the events of each entity. */
export function readCalls(
  reader: Reader,
  sections: readonly Section[],
  events: EventNames,
): { calls: Call[]; help: string } {
  const calls: Call[] = [];
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, { point: 7, keys: [] });
    help.push(content.help);
    for (const table of content.tables)
      for (const cells of tableRows(reader, table, CALL_COLUMNS, 7)) {
        const address = addressOf(reader, cells);
        if (address !== null) calls.push(callOf(reader, cells, address, events));
      }
  }
  const parts = sections.flatMap((section) => section.parts);
  return { calls: withParts(reader, parts, calls, 'call', 7), help: help.filter((text) => text !== '').join('\n\n') };
}

function callOf(reader: Reader, cells: Cells, address: Address, events: EventNames): Call {
  const { method, path, query } = address;
  const title = filled(cells, 'Call');
  const name = title === null || isNotShown(title) ? `${method} ${path}` : words(title);
  const about = { point: 7, element: reader.id('call', name) } as const;
  const hasEvent = (entity: string, event: string) => events.get(entity)?.has(event) === true;
  const does = doesOf(filled(cells, 'Does'), address, hasEvent);
  if (isSessionCall({ method, path, does })) reader.report(say.sessionCall(name), cells.at, about);
  const gets = filled(cells, 'Gets');
  return {
    ...stated(reader, 7, about.element, cells.at, helpIn(reader, filled(cells, 'Notes'), about)),
    ...named(name),
    method,
    path,
    does,
    ...sendsOf(reader, cells.cell('Sends'), does, about),
    gets: gets === null || isNotShown(gets) ? '' : words(gets),
    errors: errorsOf(reader, filled(cells, 'May fail with'), about),
    query,
  };
}

function addressOf(reader: Reader, cells: Cells): Address | null {
  const cell = filled(cells, 'Method and path');
  const own = filled(cells, 'Method');
  const unknown = [cell, own].find((span) => isNotShown(span)) ?? null;
  if (unknown !== null) {
    const message = say.notShown('The address of this call', 'The call is left out until it has one.');
    reader.report(message, unknown, { point: 7 });
    return null;
  }
  if (cell === null) {
    reader.report(say.nameMissing('Method and path'), cells.at, { point: 7 });
    return null;
  }
  const address = addressIn(reader, cell, own);
  if (address === null) {
    const known = 'one address such as `GET /api/tasks`, with GET, POST, PUT, PATCH or DELETE';
    reader.report(say.valueUnknown('method and path', words(cell), known), cell, { point: 7 });
  }
  return address;
}

function sendsOf(reader: Reader, cell: Span | null, does: Does, about: About): Pick<Call, 'sends' | 'sendsShape'> {
  if (cell === null || isNotShown(cell)) return { sends: null, sendsShape: null };
  const shape = codeOf(cell) ?? cell;
  if (!/^[{[]/.test(shape.text)) return { sends: references(reader, cell), sendsShape: null };
  const decoded = decodeFormula(shape);
  // What somebody sends us holds names alone, under lines too; what we send to somebody else holds formulas.
  const isShape = does.kind !== 'outside' && readShape(decoded.text) !== null;
  for (const { severity, message, next, from, to } of isShape ? [] : parseBody(decoded.text).problems)
    if (severity === 'error') reader.report(say.expression(message, next), covered(decoded, from, to), about);
  return { sends: [], sendsShape: { text: decoded.text, at: reader.place(shape), tree: null } };
}

function errorsOf(reader: Reader, cell: Span | null, about: About): CallError[] {
  if (cell === null) return [];
  if (!isNotShown(cell)) return callErrors(reader, cell);
  reader.report(say.notShown('How this call can fail', 'It answers with the standard refusals.'), cell, about);
  return [];
}
