import { itemShapeOf } from '../../engine/answer/shaped-answer.ts';
import type { CompiledCall } from '../../engine/compiled/compiled-model.ts';
import { isRefusal, type ListRequest, planList, positionAfter } from '../../engine/query/list.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { csvRow, safeText } from '../../fields/text/csv.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { Row } from '../../fields/text/value.ts';
import { createYield } from '../core/yield-to-requests.ts';
import { emptyAnswer, privateHeaders, refusedAnswer, standardAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { recordsOf } from './read-record.ts';
import { statedOptions } from './response-shape.ts';
import { shapedRecords } from './shaped-records.ts';
import { TooManyRecords } from './within-bounds.ts';

/** Number of records that are read and sent together. */
const BATCH = 200;

/** A list that is sent while it is read, and the form of its records. */
interface Source {
  readonly context: RequestContext;
  readonly call: CompiledCall;
  readonly plan: ListPlan;
  readonly mediaType: NonNullable<CompiledCall['options']['mediaType']>;
}

/**
 * Answers with all records of a list, filtered and sorted like its pages: a JSON object on each line, or CSV with the
 * members as columns. Records are read while the response is sent. A list with more records than the limit of exports
 * is refused.
 */
export async function streamedList(
  context: RequestContext,
  request: ListRequest,
  call: CompiledCall,
  mediaType: Source['mediaType'],
): Promise<Response> {
  const { version, principal, now, runtime } = context;
  const planned = planList(version.compiled, principal, request, now);
  if (isRefusal(planned)) return refusedAnswer(context, planned);
  const limit = version.model.limits.find(({ name }) => name === 'export rows');
  const most = limit?.value ?? null;
  if (most === null) return standardAnswer(context, 'LIMIT_NOT_SHOWN', { limit: 'Export rows' });
  const plan = { ...planned, limit: BATCH, maxCount: most + 1 };
  const first = await runtime.store.list(plan, { principal, now });
  if (first.total !== null && first.total.count > most) throw new TooManyRecords(request.entity, most);
  const { status = 200 } = statedOptions(context, request.from, {});
  if (status === 204) return emptyAnswer(context);
  const source = { context, call, plan, mediaType };
  const lines = linesOf(source, first.rows, first.more);
  // The first lines are made before the response begins, so that their errors can be reported.
  const begin = await lines.next();
  const headers = privateHeaders(context);
  headers.set('content-type', mediaType === 'text/csv' ? 'text/csv; charset=utf-8; header=present' : mediaType);
  headers.set('cache-control', 'private, no-store');
  return new Response(streamOf(begin, lines), { status, headers });
}

function streamOf(begin: IteratorResult<string>, lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const yieldToRequests = createYield();
  let ready: IteratorResult<string> | null = begin;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await yieldToRequests();
        const { done, value } = ready ?? (await lines.next());
        ready = null;
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Yields the text of each batch of records. */
async function* linesOf(source: Source, firstRows: readonly Row[], hasMore: boolean): AsyncGenerator<string> {
  const { context, plan, mediaType } = source;
  const { version, principal, now, runtime } = context;
  let [rows, more, isFirst] = [firstRows, hasMore, true];
  for (;;) {
    const records = await recordsIn(source, rows);
    if (mediaType === 'text/csv') {
      const columns = columnsOf(source);
      const cells = records.map((record) => csvRow(columns.map((name) => cellOf(record, name))));
      yield (isFirst ? csvRow(columns) : '') + cells.join('');
    } else yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
    isFirst = false;
    const last = rows.at(-1);
    if (!more || last === undefined) return;
    const next = { ...plan, after: positionAfter(version.compiled, plan, last), maxCount: 0 };
    ({ rows, more } = await runtime.store.list(next, { principal, now }));
  }
}

/** Returns records in the shape of the call, without those that the person may no longer read. */
async function recordsIn({ context, call, plan }: Source, rows: readonly Row[]): Promise<readonly Json[]> {
  const { entity } = plan;
  const shape = call.responseShape === null ? null : itemShapeOf(call.responseShape);
  if (shape !== null) {
    const keys = rows.map(({ id }) => ({ entity, id }));
    return shapedRecords(context, call, shape, keys);
  }
  const ids = rows.map(({ id }) => id);
  return (await recordsOf(context, entity, ids)).map(({ _, ...fields }) => fields as Json);
}

/** Returns the names of the columns: the members of the shape, or the fields of the entity. */
function columnsOf({ context, call, plan }: Source): readonly string[] {
  const shape = call.responseShape === null ? null : itemShapeOf(call.responseShape);
  if (shape === null)
    return ['id', ...(context.version.compiled.schema.entities.get(plan.entity)?.attributes.keys() ?? [])];
  if ('entries' in shape) return shape.entries.map(({ key }) => key);
  return ['field' in shape ? shape.field : shape.alone.key];
}

/** Returns a member as a cell: texts as they are, lists and objects as JSON. */
function cellOf(record: Json, name: string): string {
  const value = isObject(record) ? member(record, name) : record;
  if (value === null) return '';
  return typeof value === 'string' ? safeText(value) : JSON.stringify(value);
}
