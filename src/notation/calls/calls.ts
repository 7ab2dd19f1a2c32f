import { parseBody } from '../../expressions/syntax/parse.ts';
import { NO_OPTIONS } from '../../model/lookups/call-options.ts';
import { readShape } from '../../model/lookups/read-shape.ts';
import { isSessionCall } from '../../model/lookups/session-call.ts';
import type { Api, Call, CallError, Does, NamedShape } from '../../model/types/call.ts';
import { codeOf, decodeFormula, type Span } from '../markdown/span.ts';
import type { EventNames } from '../points/roles.ts';
import { helpIn, tableRows, withPartContent } from '../points/tables-and-parts.ts';
import { messages } from '../reader/codes.ts';
import { type Cells, type Column, columnNames, filledCell, type KeyValue } from '../reader/columns.ts';
import { contentOf } from '../reader/content.ts';
import type { Part, Section } from '../reader/outline.ts';
import {
  type FindingContext,
  formula,
  isNotShown,
  originalSpan,
  type Reader,
  references,
  statedElement,
  statedName,
  words,
} from '../reader/reader.ts';
import { splitWhere } from '../reader/where.ts';
import { type Address, addressIn, doesOf } from './call-address.ts';
import { callErrors } from './call-errors.ts';
import { API_KEYS, CALL_PART_KEYS, nameStyleOf, optionsOf, originsOf, otherCallsOf } from './call-options.ts';
import { contractPathsIn } from './contract-paths.ts';
import { PARAMETER_COLUMNS, parametersIn } from './parameters.ts';
import { isShape, shapeIn } from './shapes.ts';
import { schemesIn } from './sign-in-schemes.ts';

export const CALL_COLUMNS: readonly Column[] = [
  {
    name: 'Call',
    aliases: ['Name'],
    blank: 'Method and path.',
    notShown: 'Method and path.',
    about: 'The name used by effects (`call NAME`) and reports.',
  },
  {
    name: 'Method and path',
    aliases: ['Path', 'Endpoint', 'Method + path'],
    blank: 'An error.',
    notShown: 'The call is left out.',
    about:
      '`GET /api/tasks/:id` (or `{id}`, `<id>`); with query names, `GET /api/tasks?status=&q=`: filters of a list, inputs of a call that writes. Outside calls begin with a constant or a host: `POST {BANK_URL}/transfers`.',
  },
  {
    name: 'Method',
    aliases: ['Verb'],
    blank: 'Before the path.',
    notShown: 'The call is left out.',
    about: 'GET, POST, PUT, PATCH or DELETE, if in a column of its own.',
  },
  {
    name: 'Does',
    aliases: ['Action', 'Operation'],
    blank: 'It answers that this is not shown.',
    notShown: 'It answers that this is not shown.',
    about: 'An operation or event and its entity, `list Task`, or `outside`; see below.',
  },
  {
    name: 'Sends',
    aliases: ['Body', 'Request body', 'Input'],
    blank: 'Only what an event asks for.',
    notShown: 'What the operation can take.',
    about:
      'The fields that a request may hold, or a shape; others are refused. Of a list: `filter, sort, page`. `Idempotency-Key` may be listed; all writing calls obey it. Of an outside call: its body, `{ "to": owner.email }` or `[{ … }]`, in backticks.',
  },
  {
    name: 'Gets',
    aliases: ['Response', 'Returns', 'Answer'],
    blank: 'The record, as the caller reads it; of a deletion nothing.',
    notShown: 'As if blank.',
    about: '`Task`, `page of Task`, fields (`title, dueOn`), or a shape. Of a deletion: the record as it was.',
  },
  {
    name: 'May fail with',
    aliases: ['Errors', 'Fails with', 'Error codes'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Codes of point 8 besides the standard refusals; the cause in parentheses: `NOT_FREE (R-07)`.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Comments', 'Description'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Help text of the call.',
  },
];

/** What is read from point 7. */
export interface ReadCalls {
  readonly api: Api;
  readonly shapes: readonly NamedShape[];
  readonly calls: readonly Call[];
  readonly help: string;
}

/** Reads point 7: keys for all calls, a table of calls, and parts of calls and shapes. `events`: those of each entity. */
export function readCalls(
  reader: Reader,
  sections: readonly Section[],
  events: EventNames,
  person: string | null,
): ReadCalls {
  const calls: Call[] = [];
  const help: string[] = [];
  const keys: KeyValue[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, {
      point: 7,
      keys: API_KEYS,
      accepts: `A call is a row of a table with the columns ${columnNames(CALL_COLUMNS).join(', ')}; for all calls there are the keys ${columnNames(API_KEYS).join(', ')}.`,
    });
    help.push(content.help);
    keys.push(...content.keys);
    for (const table of content.tables)
      for (const cells of tableRows(reader, table, CALL_COLUMNS, 7)) {
        const address = addressOf(reader, cells);
        if (address !== null) calls.push(callOf(reader, cells, address, events, person));
      }
  }
  const parts = sections.flatMap((section) => section.parts);
  const about = { point: 7 } as const;
  return {
    api: {
      names: nameStyleOf(reader, keys, about),
      signIn: schemesIn(reader, keys),
      cors: originsOf(reader, keys, about),
      otherCalls: otherCallsOf(reader, keys, about),
      ...contractPathsIn(reader, keys),
      options: optionsOf(reader, keys, API_KEYS, about),
    },
    shapes: parts.filter(isShape).map((part) => shapeIn(reader, part)),
    calls: withParts(
      reader,
      parts.filter((part) => !isShape(part)),
      calls,
    ),
    help: help.filter((text) => text !== '').join('\n\n'),
  };
}

/** Adds to each call what its part states. */
function withParts(reader: Reader, parts: readonly Part[], calls: readonly Call[]): Call[] {
  return withPartContent(
    reader,
    parts,
    calls,
    { what: 'call', point: 7, keys: CALL_PART_KEYS, columns: PARAMETER_COLUMNS },
    (call, content) => ({
      ...call,
      parameters: [...call.parameters, ...content.tables.flatMap((table) => parametersIn(reader, table, call.id))],
      help: [call.help, content.help].filter((text) => text !== '').join('\n\n'),
      options: {
        ...optionsOf(reader, content.keys, CALL_PART_KEYS, { point: 7, element: call.id }),
        ...(content.unread === null && call.options.allowedFor === null ? {} : NOBODY),
      },
    }),
  );
}

function callOf(reader: Reader, cells: Cells, address: Address, events: EventNames, person: string | null): Call {
  const { method, path, query } = address;
  const title = filledCell(cells, 'Call');
  const name = title === null || isNotShown(title) ? `${method} ${path}` : words(title);
  const about = { point: 7, element: reader.id('call', name) } as const;
  const hasEvent = (entity: string, event: string) => events.get(entity)?.has(event) === true;
  const deed = deedOf(filledCell(cells, 'Does'));
  const does = doesOf(deed.head, address, hasEvent, person);
  if (isSessionCall({ method, path, does })) reader.report(messages.sessionCall(name), cells.at, about);
  const gets = filledCell(cells, 'Gets');
  return {
    ...statedElement(reader, 7, about.element, cells.at, helpIn(reader, filledCell(cells, 'Notes'), about)),
    ...statedName(name),
    method,
    path,
    does,
    where: deed.condition === null ? null : formula(reader, deed.condition, about),
    ...sendsOf(reader, cells.cell('Sends'), does, about),
    gets: gets === null || isNotShown(gets) ? '' : words(gets),
    errors: errorsOf(reader, filledCell(cells, 'May fail with'), about),
    query,
    parameters: [],
    options: cells.unread === null ? NO_OPTIONS : { ...NO_OPTIONS, ...NOBODY },
  };
}

/** What is not read of a call may say who may use it, so nobody may. */
const NOBODY = { allowedFor: [] } as const;

/** Splits ``list Task where `…` ``. */
function deedOf(cell: Span | null): { readonly head: Span | null; readonly condition: Span | null } {
  return cell === null || isNotShown(cell) ? { head: cell, condition: null } : splitWhere(cell);
}

function addressOf(reader: Reader, cells: Cells): Address | null {
  const cell = filledCell(cells, 'Method and path');
  const own = filledCell(cells, 'Method');
  const unknown = [cell, own].find((span) => isNotShown(span)) ?? null;
  if (unknown !== null) {
    const message = messages.notShown('The address of this call', 'The call is left out until it has one.');
    reader.report(message, unknown, { point: 7 });
    return null;
  }
  if (cell === null) {
    reader.report(messages.nameMissing('Method and path'), cells.at, { point: 7 });
    return null;
  }
  const address = addressIn(reader, cell, own);
  if (address === null) {
    const known = 'one address such as `GET /api/tasks`, with GET, POST, PUT, PATCH or DELETE';
    reader.report(messages.valueUnknown('method and path', words(cell), known), cell, { point: 7 });
  }
  return address;
}

function sendsOf(
  reader: Reader,
  cell: Span | null,
  does: Does,
  about: FindingContext,
): Pick<Call, 'sends' | 'sendsShape'> {
  if (cell === null || isNotShown(cell)) return { sends: null, sendsShape: null };
  const shape = codeOf(cell) ?? cell;
  if (!/^[{[]/.test(shape.text)) return { sends: references(reader, cell), sendsShape: null };
  if (shape.text.startsWith('[') && does.kind !== 'outside') {
    reader.report(messages.bodyIsList(does.kind === 'bulk'), shape, about);
    return { sends: [], sendsShape: { text: shape.text, at: reader.place(shape), tree: null } };
  }
  const decoded = decodeFormula(shape);
  // A body that the product receives holds names only, also within lines; a body that it sends holds formulas.
  const isShape = does.kind !== 'outside' && readShape(decoded.text) !== null;
  for (const { severity, message, next, from, to } of isShape ? [] : parseBody(decoded.text).problems)
    if (severity === 'error') reader.report(messages.expression(message, next), originalSpan(decoded, from, to), about);
  return { sends: [], sendsShape: { text: decoded.text, at: reader.place(shape), tree: null } };
}

function errorsOf(reader: Reader, cell: Span | null, about: FindingContext): CallError[] {
  if (cell === null) return [];
  if (!isNotShown(cell)) return callErrors(reader, cell);
  reader.report(messages.notShown('How this call can fail', 'It answers with the standard refusals.'), cell, about);
  return [];
}
