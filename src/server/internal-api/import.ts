import { isImported, refuseScreen } from '../../engine/access/screen-access.ts';
import { contextOf } from '../../engine/context/decision-context.ts';
import { NO_FACTS } from '../../engine/core/tracked-facts.ts';
import type { WireColumn, WireImport, WireImportPreview } from '../../engine/core/wire-format.ts';
import { refuse } from '../../engine/errors/error-catalogue.ts';
import { problemOf } from '../../engine/errors/problem-details.ts';
import { denyByRole } from '../../engine/records/authorize-record.ts';
import { type CsvRow, type ReadCsv, readCsvInSteps } from '../../fields/text/csv.ts';
import { cleanText } from '../../fields/text/fold.ts';
import type { ServerMessages } from '../../messages/message-types.ts';
import type { Field, Screen } from '../../model/types/model.ts';
import { readBodyAndRefresh } from '../api/latest-version.ts';
import { keyOf } from '../api/write-record.ts';
import { runInSteps } from '../core/yield-to-requests.ts';
import { jsonAnswer, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { readBytes } from '../http/body.ts';
import { readQuery } from '../http/query-parameters.ts';
import { isOlderPage } from '../http/stale-client.ts';
import { importRows, type Keep } from '../import-export/import-csv.ts';
import { guessColumns, importableFields, type MappedColumn } from '../import-export/parse-import-rows.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { messagesIn } from '../runtime/server-messages.ts';
import { viewFor } from './application.ts';
import { limitOf, notOffered, tooManyRows } from './export.ts';

/**
 * The rows of a request are held in memory while they are decided, so these limits apply whatever the document says. A
 * larger file is sent in parts.
 */
const mostBytes = 10_000_000;
const mostRows = 10_000;
const samplesShown = 3;
/** Number of rows in which samples are searched. */
const rowsLooked = 100;

const DOES = ['look', 'check', 'all', 'valid'] as const;
type Does = (typeof DOES)[number];
const KEEP: Readonly<Record<Exclude<Does, 'look'>, Keep>> = { check: 'none', all: 'all', valid: 'allowed' };

/**
 * `POST /_/import?screen=&do=&columns=` with a CSV file as the body: creates a record per row, decided like a request
 * to the create call. `do`: `look` describes the columns, `check` reports what would happen to each row, `all` writes
 * all rows or none, `valid` writes the valid ones. `columns`: a JSON list with a field or null per column; by default
 * the headings decide. `rowsBefore`, `linesBefore`: the body is a part of a file, its headings and then rows behind so
 * many others; they count for the limit, and rows and lines are numbered as in the file.
 */
export async function postImport(initial: RequestContext): Promise<Response> {
  const refused = readTarget(initial);
  if (refused instanceof Response) return refused;
  const bytes = await readBodyAndRefresh(initial, (request) => readBytes(request, mostBytes));
  if (!bytes.ok) return unreadableAnswer(initial, bytes);
  const { context } = bytes;
  const target = context === initial ? refused : readTarget(context);
  if (target instanceof Response) return target;
  const key = keyOf(context);
  if (key instanceof Response) return key;
  const limit = limitOf(context, 'import rows');
  if (limit instanceof Response) return limit;
  const text = textOf(bytes.value);
  const { rowsBefore, linesBefore } = target;
  const left = Math.max(0, limit.rows - rowsBefore);
  const read: ReadCsv | null =
    text === null ? null : await runInSteps(readCsvInSteps(text, Math.min(left, mostRows) + 1));
  if (text === null || read === null) return unreadableFile(context, 'notUtf8');
  if ('problem' in read) return unreadableFile(context, read.problem, read.line + linesBefore);
  const [heading, ...data] = read.rows;
  if (heading === undefined) return unreadableFile(context, 'noHeadings');
  if (read.more) {
    const rows = left <= mostRows ? limit.rows : mostRows;
    return tooManyRows(context, { ...limit, rows }, messagesIn(context).tooManyToImport);
  }
  const columns = columnsOf(context, target, heading);
  if (columns instanceof Response) return columns;
  if (target.does === 'look') return jsonAnswer(context, describeFile(target, heading, data, columns));
  const filled = columns.flatMap((name, at): MappedColumn[] => {
    const field = target.fields.find((each) => each.name === name);
    return field === undefined ? [] : [{ field, at }];
  });
  const rows = data.map(({ line, cells }) => ({ line: line + linesBefore, cells }));
  const file = { entity: target.entity, headings: heading.cells, filled, rows, rowsBefore };
  const report = await importRows(context, file, { keep: KEEP[target.does], key, text });
  return report instanceof Response ? report : answerOf(context, target.does, report);
}

interface ImportTarget {
  readonly screen: Screen;
  readonly entity: string;
  readonly does: Does;
  readonly columns: string | undefined;
  readonly fields: readonly Field[];
  /** Rows and lines of the file between its headings and the part that was sent. */
  readonly rowsBefore: number;
  readonly linesBefore: number;
}

/** Returns the target of the import, or the refusal. Runs before the file is read. */
function readTarget(context: RequestContext): ImportTarget | Response {
  const { version, principal, now } = context;
  const query = readQuery(context, ['screen', 'do', 'columns', 'rowsBefore', 'linesBefore']);
  if (query instanceof Response) return query;
  const prepared = version.compiled.screens.get(query.get('screen') ?? '');
  const name = prepared?.screen.entity ?? null;
  const entity = name === null ? undefined : version.compiled.entities.get(name);
  if (prepared === undefined || entity === undefined) return standardAnswer(context, 'NOT_FOUND', { entity: 'screen' });
  const { screen } = prepared;
  const refusal =
    denyByRole(contextOf(version.compiled, principal, NO_FACTS, now), entity, ['create']) ??
    refuseScreen(version.compiled, principal, prepared);
  if (refusal !== null) return refusedAnswer(context, refusal);
  if (!isImported(screen)) return notOffered(context, screen.id, screen.imported === 'not shown' ? 'Import' : null);
  const does = DOES.find((one) => one === query.get('do'));
  if (does === undefined) return unreadable(context, 'its parameter “do” must be look, check, all or valid');
  const [rowsBefore, linesBefore] = [countIn(query.get('rowsBefore')), countIn(query.get('linesBefore'))];
  if (rowsBefore === null || linesBefore === null)
    return unreadable(context, 'its parameters “rowsBefore” and “linesBefore” must be numbers');
  if (!isCsv(context.request.headers.get('content-type')))
    return refusedAnswer(context, {
      ...refuse(context.version.compiled, 'UNSUPPORTED_MEDIA_TYPE'),
      message: messagesIn(context).notCsv,
    });
  const view = viewFor(context).entities.find((each) => each.name === entity.name);
  const fields = importableFields(version, entity.name, view?.createInputs ?? []);
  return { screen, entity: entity.name, does, columns: query.get('columns'), fields, rowsBefore, linesBefore };
}

/** Returns a count of at most nine digits; 0 if there is none, null if it is no count. */
function countIn(text = '0'): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

const unreadable = (context: RequestContext, reason: string) => standardAnswer(context, 'UNREADABLE', { reason });

function unreadableFile(
  context: RequestContext,
  problem: keyof ServerMessages['fileProblems'],
  line: number | null = null,
): Response {
  const { fileProblems, inLine, unreadableFile } = messagesIn(context);
  const why = fileProblems[problem];
  const reason = line === null ? why : inLine({ line, reason: why });
  return refusedAnswer(context, {
    ...refuse(context.version.compiled, 'UNREADABLE', { reason }),
    message: unreadableFile.message({ reason }),
    next: unreadableFile.next,
  });
}

const isCsv = (type: string | null) => /^text\/csv\s*(?:;|$)/i.test(type ?? '');

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the field of each column: as the person chose, else by its heading. */
function columnsOf(
  context: RequestContext,
  { columns, fields }: ImportTarget,
  { cells }: CsvRow,
): (string | null)[] | Response {
  if (columns === undefined) return guessColumns(context.version, cells, fields);
  const named = namesIn(columns);
  if (named === null || named.length !== cells.length)
    return unreadable(context, `its parameter “columns” must be a JSON list of ${cells.length} fields or nulls`);
  const names = named.filter((name) => name !== null);
  const unknown = names.find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined && isOlderPage(context))
    return standardAnswer(context, 'DOCUMENT_CHANGED', { field: unknown });
  if (unknown !== undefined) return unreadable(context, `“${unknown}” can’t be imported here`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? named : unreadable(context, `two columns fill “${twice}”`);
}

function namesIn(text: string): (string | null)[] | null {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) && names.every((name) => name === null || typeof name === 'string') ? names : null;
  } catch {
    return null;
  }
}

function describeFile(
  { fields }: ImportTarget,
  { cells }: CsvRow,
  rows: readonly CsvRow[],
  columns: readonly (string | null)[],
): WireImportPreview {
  const looked = cells.map((heading, at): WireColumn => {
    return { heading, samples: samplesIn(rows, at), field: columns[at] ?? null };
  });
  return { rows: rows.length, columns: looked, fields: fields.map(({ name }) => name) };
}

/** Returns the first non-empty cells of a column. */
function samplesIn(rows: readonly CsvRow[], column: number): string[] {
  const samples: string[] = [];
  for (const { cells } of rows.slice(0, rowsLooked)) {
    const cell = cells[column] ?? '';
    const sample = cell === '' ? null : cleanText(cell);
    if (sample !== null) samples.push(sample);
    if (samples.length === samplesShown) break;
  }
  return samples;
}

/**
 * Answers with the report. If all rows were to be written and one was refused, the response is a refusal that lists the
 * problems of each row.
 */
function answerOf(context: RequestContext, does: Does, report: WireImport): Response {
  if (does !== 'all' || report.refused.length === 0) return jsonAnswer(context, report);
  const { version, runtime, url } = context;
  const refusal = refuse(version.compiled, 'INVALID', { count: report.refused.length });
  const problem = problemOf(version.compiled, refusal, { instance: url.pathname, dev: runtime.dev });
  return jsonAnswer(
    context,
    { ...problem, import: report },
    { status: refusal.status, mediaType: 'application/problem+json' },
  );
}
