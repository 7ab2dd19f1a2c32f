import { parseBody } from '../../expressions/syntax/parse.ts';
import { readShape } from '../../model/lookups/call-shape.ts';
import type { Call, CallError, Does } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, filled, fits, names, rowsOf } from '../columns.ts';
import { bodyOf } from '../liberal/7-body.ts';
import { type CallSink, holdsCalls, readCallsInWords } from '../liberal/7-calls.ts';
import { deedOf, sentField } from '../liberal/7-deed.ts';
import { withBase } from '../liberal/7-every.ts';
import { CALL_LOOKS } from '../liberal/7-looks.ts';
import { type Several, severalIn, sharedAmong } from '../liberal/7-several.ts';
import { byLook, keepHeadings, reportRows } from '../liberal/by-look.ts';
import { inLine, otherCells, quotation } from '../liberal/kept.ts';
import { EMPTY_LEXICON } from '../liberal/lexicon.ts';
import { matchEntity } from '../liberal/phrases/match.ts';
import type { Rest } from '../liberal/walk.ts';
import type { Block } from '../markdown/document.ts';
import { codeOf, decodeFormula, type Span } from '../markdown/span.ts';
import type { Section } from '../outline.ts';
import { type About, cellProse, isBlank, isNotShown, type Reader, references, words } from '../reader.ts';
import { soundsLikeRule } from '../rule-words.ts';
import { type Address, addressIn, doesOf } from './7-address.ts';
import { callErrors, callMade, nameOfCall } from './7-call.ts';
import { finder, helpOf, withParts } from './parts.ts';

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
    aliases: ['Path', 'Endpoint', 'Route', 'URL', 'Request', 'Address', 'HTTP', 'Method + path', 'Method & path'],
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
    aliases: ['Action', 'Purpose', 'Operation'],
    blank: 'the call answers that it is not shown what it does',
    notShown: 'the call answers that it is not shown what it does',
    about:
      '`list Task`, `read Task`, `create Task`, `change Task`, `delete Task`, an event and its entity (`submit Task`), or `outside` for a call that the product makes to somebody else.',
  },
  {
    name: 'Sends',
    aliases: ['Body', 'Input', 'Parameters', 'Takes', 'Request body', 'Payload'],
    blank: 'nothing but what an event asks for',
    notShown: 'what the operation can take',
    about:
      'The fields that a request may hold; a field that is not listed is refused. For a list: `filter, sort, page`. `Idempotency-Key` may stand among them: each call that writes heeds it. For an outside call: its body, as `{ "to": owner.email }` in backticks; `[{ … }]` is a list of such.',
  },
  {
    name: 'Gets',
    aliases: ['Response', 'Returns', 'Answer', 'Result', 'Output', 'Gives', 'Answers', 'Response body'],
    blank: 'the record, as this person reads it; after a deletion nothing',
    notShown: 'as blank',
    about: 'What the answer holds: `Task`, `page of Task`, fields by name (`title, dueOn`), or a shape in backticks.',
  },
  {
    name: 'May fail with',
    aliases: ['Errors', 'Fails with', 'Error', 'Error codes', 'Can fail with', 'Possible errors'],
    blank: 'the standard refusals alone',
    notShown: 'the standard refusals alone, and the gap is listed',
    about:
      'Codes of point 8 besides the standard refusals, which every call has. In brackets what raises it: `NOT_FREE (R-07)`.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Comment', 'Comments', 'Remarks', 'Description', 'About', 'Details'],
    blank: 'nothing to add',
    notShown: 'nothing to add',
    about: 'Anything else. It is the help text of the call.',
  },
];

type Table = Extract<Block, { kind: 'table' }>;

/** What calls name: `entities`, the names that point 3 gives to one entity each, and the events of each entity. */
export interface CallNames {
  readonly entities: ReadonlySet<string>;
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Point 7: a table of calls, or a list of them in words. */
export function readCalls(
  reader: Reader,
  sections: readonly Section[],
  names: CallNames,
): { calls: Call[]; help: string } {
  const calls: Call[] = [];
  const sink: CallSink = {
    calls,
    table: (table) => readTable(reader, table, sink, names),
    every: [],
    base: '',
  };
  const rests: Rest[] = [];
  const read = (blocks: readonly Block[], title: Span | null) => {
    rests.push(readCallsInWords(reader, blocks, sink, title));
  };
  for (const section of sections) read(section.blocks, null);
  const of = finder(calls.map(({ name }) => name));
  const parts = sections.flatMap((section) => section.parts);
  const groups = parts.filter((each) => of(words(each.title)) === null && holdsCalls(each));
  for (const group of groups) read(group.blocks, group.title);
  const own = parts.filter((each) => !groups.includes(each));
  const all = withEvery(
    calls,
    sink.every.flatMap(({ errors }) => errors),
  );
  for (const { errors, source } of sink.every)
    if (!all.some((call) => call.errors.some((error) => errors.includes(error)))) reader.lose(7, source);
  return { calls: withParts(reader, own, all, 'call', 7), help: helpOf(reader, rests, 7) };
}

/** With the errors that every call may answer; one that a call names already stays as it names it. */
function withEvery(calls: readonly Call[], every: readonly CallError[]): Call[] {
  if (every.length === 0) return [...calls];
  return calls.map((call) => {
    const missing = every.filter(({ name }) => !call.errors.some((error) => error.name === name));
    return call.does.kind === 'outside' || missing.length === 0
      ? call
      : { ...call, errors: [...call.errors, ...missing] };
  });
}

function readTable(reader: Reader, written: Table, { calls, base }: CallSink, named: CallNames): boolean {
  const table = byLook(written, CALL_COLUMNS, CALL_LOOKS);
  if (!fits(table, CALL_COLUMNS)) {
    const first = words(table.header.cells[0] ?? table.at);
    reader.report(say.tableNotRead(first, names(CALL_COLUMNS)), table.header.at, { point: 7 });
    reader.lose(7, table.at.text);
    reportRows(reader, table, 7);
    return false;
  }
  keepHeadings(reader, written, CALL_COLUMNS, 7, table);
  rowsOf(reader, table, CALL_COLUMNS, 7, true).forEach((cells, index) => {
    calls.push(...callsOf(reader, cells, { base, names: named }, otherCells(table, index, CALL_COLUMNS)));
  });
  return true;
}

interface Around {
  /** What all paths begin with. */
  readonly base: string;
  readonly names: CallNames;
}

/** The calls of a row: one, or as many as its cell has addresses. */
function callsOf(reader: Reader, cells: Cells, { base, names }: Around, others: string): Call[] {
  const cell = filled(cells, 'Call');
  const isName = cell !== null && !isNotShown(cell) && addressCell(reader, cells) === null;
  const found = addressesOf(reader, cells);
  const shared = sharedAmong(
    reader,
    found.addresses,
    found.addresses.length > 1 || isQueryCell(cells) ? cells.cell('Sends') : null,
  );
  const addresses = shared.addresses.map((one) => ({ ...one, path: withBase(one.path, base) }));
  const [first] = addresses;
  if (first === undefined) return [];
  const isAlone = addresses.length === 1;
  const title = isName && isAlone ? words(cell) : null;
  const ids = addresses.map((address) => reader.id('call', nameOfCall({ title, address })));
  const about = { point: 7, element: ids[0] ?? '' } as const;
  const help = notesOf(reader, filled(cells, 'Notes'), about);
  const gets = filled(cells, 'Gets');
  const errors = errorsOf(reader, cells.cell('May fail with'), about);
  const left = [...found.left, ...shared.left];
  for (const one of left) reader.report(say.noteNotRead(words(one), null), one, about);
  const kept = [...(isName && !isAlone ? [cell] : []), ...left].map(({ text }) => quotation(text));
  return addresses.map((address, index) => {
    const element = ids[index] ?? '';
    const deed = deedIn(reader, cells, address, { isNarrowed: soundsLikeRule(help), names, isAlone });
    const sends =
      isAlone && !isQueryCell(cells)
        ? sendsOf(reader, cells.cell('Sends'), deed.does, { point: 7, element })
        : sendsOf(reader, shared.bodies[index] ?? null, deed.does, { point: 7, element });
    const draft = {
      at: cells.at,
      title,
      address,
      does: deed.does,
      ...sends,
      gets: gets === null || isNotShown(gets) ? '' : words(gets),
      errors,
      help: inLine(help, deed.words, changedWords(cells), ...kept, others),
    };
    return callMade(reader, draft, element);
  });
}

/** `?state=&q=` among what is sent is the query. */
function isQueryCell(cells: Cells): boolean {
  const cell = filled(cells, 'Sends');
  return cell !== null && (codeOf(cell) ?? cell).text.startsWith('?');
}

interface DeedAround {
  readonly isNarrowed: boolean;
  readonly names: CallNames;
  /** No other call shares the row. */
  readonly isAlone: boolean;
}

/**
 * What a call does, and the words of its cell where they are prose: then, and where no column says it, the method and the
 * path say it where they can and the words narrow nothing.
 */
function deedIn(
  reader: Reader,
  cells: Cells,
  address: Address,
  { isNarrowed, names, isAlone }: DeedAround,
): { readonly does: Does; readonly words: string } {
  const cell = filled(cells, 'Does');
  const does = doesOf(cell, address, (entity, event) => names.events.get(entity)?.has(event) === true);
  const byShape = (narrowed: boolean) => deedOf(narrowed ? null : address, narrowed ? EMPTY_LEXICON : reader.lexicon());
  if (cells.cell('Does') === null) return { does: byShape(isNarrowed), words: '' };
  if (!isAlone && cell !== null)
    return { does: byShape(isNarrowed || soundsLikeRule(cell.text)), words: quotation(cell.text) };
  if (cell === null || !('entity' in does) || !isProse(cell.text)) return { does, words: '' };
  // What names an entity as its heading does needs nothing else to be understood.
  if (names.entities.has(does.entity)) return { does, words: '' };
  const lexicon = reader.lexicon();
  if (lexicon.entities.some(({ name }) => name === does.entity)) return { does, words: '' };
  const meant = does.kind === 'event' ? null : matchEntity(does.entity, { entity: null, lexicon });
  if (meant !== null) return { does: { ...does, entity: meant.name }, words: '' };
  return { does: byShape(isNarrowed || soundsLikeRule(cell.text)), words: quotation(cell.text) };
}

/** The column Call holds the method and path where no other does. */
function addressCell(reader: Reader, cells: Cells): Span | null {
  const cell = filled(cells, 'Call');
  if (cell === null || filled(cells, 'Method and path') !== null) return null;
  return severalIn(reader, cell) === null ? null : cell;
}

/** Three words or more, or a last one that is no name as names are mostly written. A sign written as a number is one. */
function isProse(written: string): boolean {
  const text = written.replaceAll(/&#\d{1,7};/g, 'X');
  return /\s\S+\s/.test(text) || /\s`?\p{Ll}[^\s]*$/u.test(text) || /[.,;!]$/.test(text);
}

const NONE: Several = { addresses: [], left: [] };

function addressesOf(reader: Reader, cells: Cells): Several {
  const cell = filled(cells, 'Method and path') ?? addressCell(reader, cells);
  const own = filled(cells, 'Method');
  const unknown = [cell, own].find((span) => isNotShown(span));
  if (unknown !== undefined && unknown !== null) {
    reader.report(say.notShown('The address of this call', 'The call is left out until it has one.'), unknown, {
      point: 7,
    });
    reader.lose(7, cells.at.text);
    return NONE;
  }
  if (cell === null) {
    reader.report(say.nameMissing('Method and path'), cells.at, { point: 7 });
    reader.lose(7, cells.at.text);
    return NONE;
  }
  const several = own === null ? severalIn(reader, cell) : null;
  const alone = several === null || several.addresses.length < 2 ? addressIn(reader, cell, own) : null;
  if (alone !== null) return { addresses: [alone], left: [] };
  if (several !== null) return several;
  const known = '`GET /api/tasks`, with GET, POST, PUT, PATCH or DELETE';
  reader.report(say.valueUnknown('method and path', words(cell), known), cell, { point: 7 });
  reader.lose(7, cells.at.text);
  return NONE;
}

function sendsOf(reader: Reader, cell: Span | null, does: Does, about: About): Pick<Call, 'sends' | 'sendsShape'> {
  if (cell === null || isNotShown(cell)) return { sends: null, sendsShape: null };
  if (CHANGED.test(cell.text)) return { sends: null, sendsShape: null };
  const shape = codeOf(cell) ?? cell;
  const file = MULTIPART.exec(cell.text)?.[1];
  if (file !== undefined) return { sends: [{ name: file, at: reader.place(cell) }], sendsShape: null };
  if (!/^[{[]/.test(shape.text)) return { sends: references(reader, cell), sendsShape: null };
  const { text, offsetOf } = decodeFormula(shape);
  const problems = shapeProblems(text);
  const body = does.kind === 'outside' || problems.length === 0 ? null : bodyOf(text);
  if (body !== null && body.names !== null && !body.more) {
    const at = reader.place(shape);
    const lexicon = reader.lexicon();
    return { sends: body.names.map((name) => ({ name: sentField(name, does, lexicon), at })), sendsShape: null };
  }
  // What somebody sends us holds names alone, under lines too; what we send to somebody else holds formulas.
  const told = does.kind !== 'outside' && readShape(text) !== null ? [] : problems;
  for (const problem of told) {
    const from = offsetOf(problem.from);
    reader.report(
      say.expression(problem.message, problem.next),
      { text: ' '.repeat(Math.max(0, offsetOf(problem.to) - from)), from },
      about,
    );
  }
  return { sends: [], sendsShape: { text, at: reader.place(shape), tree: null } };
}

/** The words for whatever changed, which no name holds. */
function changedWords(cells: Cells): string {
  const cell = filled(cells, 'Sends');
  return cell !== null && CHANGED.test(cell.text) ? quotation(cell.text) : '';
}

/** Whatever a change may hold. */
const CHANGED = /^(?:what (?:has )?changed|(?:only )?(?:the )?changed fields|(?:the )?changes)$/i;

/** A form with one file in it. */
const MULTIPART = /^multipart(?:\/form-data)?:?\s+(?:with\s+)?`([\p{L}_][\p{L}\p{N}_]*)`$/iu;

const shapeProblems = (text: string) => parseBody(text).problems.filter(({ severity }) => severity === 'error');

function errorsOf(reader: Reader, cell: Span | null, about: About): CallError[] {
  if (cell === null || isBlank(cell)) return [];
  if (!isNotShown(cell)) return callErrors(reader, cell);
  reader.report(say.notShown('How this call can fail', 'It answers with the standard refusals.'), cell, about);
  return [];
}

/** Help from a cell. What sounds like a rule in it has no effect, which is said; a quotation is none. */
export function notesOf(reader: Reader, cell: Span | null, about: About): string {
  if (cell === null || isNotShown(cell)) return '';
  const quoted = /^(?:>|"[^"]*"$)/.test(cell.text);
  if (!quoted && soundsLikeRule(cell.text)) reader.report(say.noteNotRead(words(cell), null), cell, about);
  return cellProse(cell);
}
