import { isCounted, itemShapeOf, shapedPage } from '../../engine/answer/shaped-answer.ts';
import type { CompiledCall } from '../../engine/compiled/compiled-model.ts';
import { isRefusal, type ListRequest, planList } from '../../engine/query/list.ts';
import { MOST_LISTED, planValues, wireValues } from '../../engine/query/listed-values.ts';
import { selectingKey } from '../../engine/query/record-keys.ts';
import { withShownMembers } from '../../engine/query/shown-members.ts';
import { NO_OPTIONS } from '../../model/lookups/call-options.ts';
import type { Call, ValuesDeed } from '../../model/types/model.ts';
import { jsonAnswer, refusedAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { contractOf } from './contract.ts';
import { countsInHeaders, type FoundPage, headersOfPage, wordsOfPage } from './page-words.ts';
import { placedPlan } from './placed-page.ts';
import { answerList, pageAnswer, pageOfPlan, recordsOf } from './read-record.ts';
import { keyFor, namesOfRows } from './record-keys.ts';
import { statedOptions } from './response-shape.ts';
import { shapedRecords } from './shaped-records.ts';
import { streamedList } from './streamed-list.ts';
import { TooManyRecords, tooManyRecords, withinBounds } from './within-bounds.ts';

/** Answers a list call: in the shape and paging that it states, or whole for a client that asks so. */
export async function answerCallPage(
  context: RequestContext,
  entity: string,
  from: string,
  query: ListRequest['query'],
): Promise<Response> {
  const stated = contractOf(context, from);
  if (stated === undefined) return answerList(context, entity, from, query);
  const call = withShownMembers(context.version.compiled, stated, query);
  if ('situation' in call) return refusedAnswer(context, call);
  const request = { entity, from, query, secret: context.runtime.secret };
  const { mediaType } = call.options;
  return withinBounds(context, () =>
    mediaType === null ? pageOfCall(context, request, call) : streamedList(context, request, call, mediaType),
  );
}

async function pageOfCall(context: RequestContext, request: ListRequest, call: CompiledCall): Promise<Response> {
  const { version, principal, now, url } = context;
  const planned = planList(version.compiled, principal, request, now);
  if (isRefusal(planned)) return refusedAnswer(context, planned);
  const shape = call.responseShape?.kind === 'record' ? null : call.responseShape;
  const counts = countsInHeaders(call.options) || (shape !== null && isCounted(shape));
  const maxCount = counts ? Number.POSITIVE_INFINITY : shape === null ? planned.maxCount : 0;
  const key = keyFor(context, request.from, request.entity);
  const placed = await placedPlan(
    context,
    selectingKey(version.compiled, principal, { ...planned, maxCount }, key),
    key,
  );
  if (placed instanceof Response) return placed;
  const { rows, next, more, total } = await pageOfPlan(context, request, placed.plan);
  const { paging } = call.options;
  // A page that is asked for by its number cannot end before the next one begins.
  const isWhole = paging?.kind === 'none' || (paging?.kind === 'page' && rows.length < placed.plan.limit);
  if (more && isWhole) throw new TooManyRecords(request.entity, placed.plan.limit);
  const exact = total === null || total.atLeast ? null : total.count;
  const names = namesOfRows(key, rows);
  const found: FoundPage = { names, next, more, hasBefore: placed.hasBefore, total: exact };
  const words = wordsOfPage(call, planned, found, url);
  const options = { ...statedOptions(context, request.from, {}), headers: headersOfPage(call.options, words) };
  if (shape === null) {
    const items = await recordsOf(
      context,
      request.entity,
      rows.map(({ id }) => id),
    );
    return pageAnswer(context, { items, next: words.next === null ? null : String(words.next), total }, options);
  }
  const keys = rows.map(({ id }) => ({ entity: request.entity, id }));
  const items = await shapedRecords(context, call, itemShapeOf(shape), keys);
  return jsonAnswer(context, shapedPage(shape, { items, words }), options);
}

/** Answers with the different values of a field in the records of a list, under the parents in the path. */
export async function answerValues(
  context: RequestContext,
  { id: call }: Call,
  { entity, field }: ValuesDeed,
  query: ListRequest['query'],
): Promise<Response> {
  const { version, principal, now, runtime } = context;
  const { compiled } = version;
  const list = planList(compiled, principal, { entity, from: call, query, secret: runtime.secret }, now);
  if (isRefusal(list)) return refusedAnswer(context, list);
  const values = planValues(compiled, principal, list, field);
  if (isRefusal(values)) return refusedAnswer(context, values);
  const found = await runtime.store.aggregate(values.plan, { principal, now });
  const { options, responseShape = null } = contractOf(context, call) ?? {};
  const items = wireValues(compiled, values.type, found, options ?? NO_OPTIONS);
  if (items.length > MOST_LISTED) return tooManyRecords(context, entity, MOST_LISTED);
  const shape = responseShape?.kind === 'page' ? responseShape : VALUES_ALONE;
  return jsonAnswer(
    context,
    shapedPage(shape, { items, words: { total: items.length } }),
    statedOptions(context, call, {}),
  );
}

const VALUES_ALONE = { kind: 'list', each: null } as const;
