import { isExported } from '../../engine/access/screen-access.ts';
import { cursorAfter, isRefusal, planList } from '../../engine/query/list.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../fields/text/csv.ts';
import type { ServerMessages } from '../../messages/message-types.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { LimitName } from '../../model/types/model.ts';
import type { ListResult } from '../../store/core/store.ts';
import { recordsOf } from '../api/read-record.ts';
import { attachmentDisposition } from '../core/content-disposition.ts';
import { PROTOCOL } from '../core/protocol-errors.ts';
import { createYield } from '../core/yield-to-requests.ts';
import { privateHeaders, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { cellOf, headingsOf } from '../import-export/csv-cells.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { messagesIn } from '../runtime/server-messages.ts';
import { viewFor } from './application.ts';

const OWN: readonly string[] = ['screen', 'columns'];
/** Parameters of pages, which an export does not have. */
const PAGING: readonly string[] = ['page', 'limit', 'total'];

/**
 * `GET /_/export?screen=&columns=["title","total"]`: the rows of a list as CSV, filtered and sorted like `/_/list`,
 * with the requested columns or else those of the screen. Rows are read while the file is sent, and memory is bounded
 * by bytes of text. If there are more rows than the limit, the export is refused.
 */
export async function getExport(context: RequestContext): Promise<Response> {
  const query = [...context.url.searchParams];
  const [id, ...others] = query.flatMap(([name, value]) => (name === 'screen' ? [value] : []));
  if (id === undefined || others.length > 0)
    return standardAnswer(context, 'UNREADABLE', { reason: 'its parameter “screen” must name one screen' });
  const paging = query.find(([name]) => PAGING.includes(name));
  if (paging !== undefined) return standardAnswer(context, 'UNKNOWN_PARAMETER', { parameter: paging[0] });
  const { compiled } = context.version;
  const screen = compiled.screens.get(id)?.screen;
  const entity = screen?.entity ?? null;
  if (screen === undefined || entity === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'screen' });
  const most = limitOf(context, 'export rows');
  if (most instanceof Response) return most;
  const listQuery = query.filter(([name]) => !OWN.includes(name));
  const source = { context, entity, screen: id, query: listQuery, most: most.rows };
  const first = await findRows(source, null);
  if (first instanceof Response) return first;
  // Refusing the list itself takes precedence.
  if (!isExported(screen)) return notOffered(context, id, screen.exported === 'not shown' ? 'Export' : null);
  const columns = columnsOf(context, id, entity, context.url.searchParams.getAll('columns'));
  if (columns instanceof Response) return columns;
  if (first.total !== null && first.total.count > most.rows)
    return tooManyRows(context, most, messagesIn(context).tooManyToExport);
  const headers = privateHeaders(context);
  headers.set('content-type', 'text/csv; charset=utf-8; header=present');
  headers.set('content-disposition', attachmentDisposition(`${screen.label}.csv`));
  headers.set('cache-control', 'private, no-store');
  return new Response(await streamRows(source, columns, first), { headers });
}

interface Source {
  readonly context: RequestContext;
  readonly entity: string;
  readonly screen: string;
  readonly query: readonly (readonly [string, string])[];
  readonly most: number;
}

/** Maximum bytes of text of the rows in memory. A single larger row is read alone. */
export const MAX_BYTES_IN_MEMORY = 1_000_000;
/** Page size if the list is sorted by a field that may be long; else the largest page size is used. */
const ROWS_WITH_LONG_SORT = 100;

/** The ids of the rows of a page, with the size of each. */
interface FoundRows {
  readonly ids: readonly string[];
  readonly weights: readonly number[];
  readonly next: string | null;
  readonly total: ListResult['total'];
}

async function findRows(source: Source, page: string | null): Promise<FoundRows | Response> {
  const { context, entity, screen, query, most } = source;
  const { runtime, version, principal, now } = context;
  const paging = page === null ? [] : [['page', page] as const];
  const limit = ['limit', String(version.compiled.largestPage)] as const;
  const request = { entity, from: screen, query: [...query, ...paging, limit], secret: runtime.secret };
  const planned = planList(version.compiled, principal, request, now);
  if (isRefusal(planned)) return refusedAnswer(context, planned);
  const attributes = version.compiled.schema.entities.get(entity)?.attributes;
  const isLong = planned.sort.some(({ field }) => mayBeLong(attributes?.get(field)));
  const plan: ListPlan = {
    ...planned,
    key: `weighed ${planned.key}`,
    limit: isLong ? Math.min(ROWS_WITH_LONG_SORT, planned.limit) : planned.limit,
    maxCount: page === null ? most + 1 : 0,
    withWeights: true,
  };
  const { rows, weights = [], more, total } = await runtime.store.list(plan, { principal, now });
  const last = rows.at(-1);
  const next = more && last !== undefined ? cursorAfter(version.compiled, principal, request, plan, last) : null;
  return { ids: rows.map(({ id }) => id), weights, next, total };
}

const mayBeLong = (attribute: Attribute | undefined): boolean =>
  attribute?.type.kind === 'long text' || (attribute?.type.kind === 'text' && attribute.type.max === null);

/** Divides the ids into batches of rows that fit into memory together. */
function batchesOf({ ids, weights }: FoundRows): string[][] {
  const batches: string[][] = [];
  let bytes = 0;
  ids.forEach((id, index) => {
    const weight = weights[index] ?? MAX_BYTES_IN_MEMORY;
    const last = batches.at(-1);
    if (last === undefined || bytes + weight > MAX_BYTES_IN_MEMORY) {
      batches.push([id]);
      bytes = weight;
    } else {
      last.push(id);
      bytes += weight;
    }
  });
  return batches;
}

/**
 * Streams the rows. A row that moves in the list during the export appears once. The first batch is read before the
 * response starts, so that its errors can be reported.
 */
async function streamRows(
  source: Source,
  columns: readonly Attribute[],
  first: FoundRows,
): Promise<ReadableStream<Uint8Array>> {
  const { context, entity, most } = source;
  const { version } = context;
  const encoder = new TextEncoder();
  const exportedIds = new Set<string>();
  let found = first;
  let batches = batchesOf(first);
  const nextText = async (): Promise<string> => {
    const [batch = [], ...rest] = batches;
    batches = rest;
    const fresh = batch.filter((id) => !exportedIds.has(id));
    const records = (await recordsOf(context, entity, fresh)).slice(0, most - exportedIds.size);
    for (const { id } of records) exportedIds.add(id);
    return records.map((record) => csvRow(columns.map((column) => cellOf(version, column, record)))).join('');
  };
  const yieldToRequests = createYield();
  let ready: string | null = `${BYTE_ORDER_MARK}${csvRow(headingsOf(version, columns))}${await nextText()}`;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await yieldToRequests();
      if (ready === null && batches.length === 0 && found.next !== null) {
        const next = await findRows(source, found.next);
        // The response has started, so the connection is aborted: an incomplete file must not look complete.
        if (next instanceof Response) throw new Error('The rest of the rows could not be read.');
        found = next;
        batches = batchesOf(next);
      }
      controller.enqueue(encoder.encode(ready ?? (await nextText())));
      ready = null;
      if ((batches.length === 0 && found.next === null) || exportedIds.size >= most) controller.close();
    },
  });
}

/** Returns the requested columns, which the principal must be able to read; by default those of the screen. */
function columnsOf(
  context: RequestContext,
  id: string,
  entity: string,
  given: readonly string[],
): Attribute[] | Response {
  const view = viewFor(context);
  const reads = view.entities.find(({ name }) => name === entity)?.reads ?? [];
  const attributes = context.version.compiled.schema.entities.get(entity)?.attributes;
  const names = given[0] === undefined ? (view.screens.find((one) => one.id === id)?.fields ?? []) : namesIn(given);
  if (names === null)
    return standardAnswer(context, 'UNREADABLE', { reason: 'its parameter “columns” must be one JSON list of names' });
  const unknown = names.find((name) => !reads.includes(name));
  if (unknown !== undefined)
    return standardAnswer(context, 'UNREADABLE', { reason: `there is no column “${unknown}” here` });
  return [...new Set(names)].flatMap((name) => attributes?.get(name) ?? []);
}

function namesIn([text = '', ...more]: readonly string[]): string[] | null {
  try {
    const names: unknown = JSON.parse(text);
    const isNames = Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string');
    return isNames && more.length === 0 ? names : null;
  } catch {
    return null;
  }
}

/** A limit on rows, and the ids of the lines that state it. */
export interface RowLimit {
  readonly rows: number;
  readonly decidedBy: readonly string[];
}

/** Returns a limit of point 9, or the refusal if it is not shown. */
export function limitOf(context: RequestContext, name: LimitName): RowLimit | Response {
  const limit = context.version.model.limits.find((each) => each.name === name);
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const rows = limit?.value ?? null;
  const decidedBy = limit === undefined ? [] : [limit.id];
  if (rows === null) return standardAnswer(context, 'LIMIT_NOT_SHOWN', { limit: label }, { decidedBy });
  return { rows, decidedBy };
}

export function tooManyRows(
  context: RequestContext,
  { rows, decidedBy }: RowLimit,
  { message, next }: ServerMessages['tooManyToExport'],
): Response {
  return refusedAnswer(context, {
    code: 'TOO_MANY_ROWS',
    ...PROTOCOL.TOO_MANY_ROWS,
    message: message({ rows: formatNumber(context, rows) }),
    next,
    decidedBy,
    failures: [],
  });
}

const formatNumber = ({ version }: RequestContext, count: number): string => version.compiled.format.number(count, 0);

/**
 * Answers that the document does not offer an action on a screen. `unknown`: the column that is not shown; null if the
 * document denies the action.
 */
export function notOffered(context: RequestContext, screen: string, unknown: string | null): Response {
  return unknown === null
    ? standardAnswer(
        context,
        'NOT_ALLOWED',
        { who: messagesIn(context).whoChangesTheDocument },
        { decidedBy: [screen] },
      )
    : standardAnswer(
        context,
        'NOT_SHOWN',
        { what: messagesIn(context).ofThisScreen({ what: unknown }) },
        { decidedBy: [screen] },
      );
}
