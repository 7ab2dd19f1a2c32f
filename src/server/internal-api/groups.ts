import { isGrouped } from '../../engine/access/screen-access.ts';
import { FILTERS } from '../../engine/compile/saved-filters.ts';
import type { WireGroups } from '../../engine/core/wire-format.ts';
import {
  type Grouping,
  groupOf,
  joinedGroups,
  planGroups,
  planTimeRange,
  readGrouping,
  readSums,
  wireGroups,
} from '../../engine/query/grouping.ts';
import { isRefusal, type ListRequest, planList } from '../../engine/query/list.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { plannedPage } from '../api/read-record.ts';
import { JSON_TYPE, jsonAnswer, refusedAnswer, standardAnswer, textAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { pageText } from '../http/record-json.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { titlesOf } from './lists.ts';

/** Parameters that filter and sort the list. The groups are those of the resulting rows. */
const LIST: readonly string[] = ['filter', 'q', 'sort', FILTERS];
const PAGES: readonly string[] = ['page', 'limit'];

/**
 * `GET /_/groups?screen=…&by=…&sums=…`: the groups of a screen's list, each with the number and sums of the rows that
 * the principal may read. `sums`: field names, each percent-encoded, separated by commas.
 */
export async function getGroups(context: RequestContext): Promise<Response> {
  const groupRequest = readGroupRequest(context, ['sums']);
  if (groupRequest instanceof Response) return groupRequest;
  const { request, plan, grouping, query } = groupRequest;
  const { runtime, version, principal, now } = context;
  const { compiled } = version;
  const entity = compiled.entities.get(request.entity);
  if (entity === undefined) return standardAnswer(context, 'NOT_FOUND', { entity: 'list' });
  const sums = readSums(compiled, principal, entity, namesIn(query.get('sums')));
  if (isRefusal(sums)) return refusedAnswer(context, sums);
  const spanned = planTimeRange(plan, grouping);
  const [ends] = spanned === null ? [] : await runtime.store.aggregate(spanned, { principal, now });
  const span = spanned === null ? null : ([ends?.value ?? null, ends?.furtherValues?.[0] ?? null] as const);
  const planned = planGroups(compiled, plan, grouping, sums, span);
  if (planned === null) return jsonAnswer(context, TOO_MANY);
  const found = joinedGroups(compiled, grouping, await runtime.store.aggregate(planned, { principal, now }));
  if (found === null) return jsonAnswer(context, TOO_MANY);
  const keys = found.map(({ key }) => key);
  const titles = await titlesOf(context, planned, keys);
  return jsonAnswer(context, wireGroups(compiled, planned, grouping, { found, titles, sort: plan.sort }));
}

const TOO_MANY: WireGroups = { groups: [], tooMany: true };

/**
 * `GET /_/groups/rows?screen=…&by=…&keys=…`: the rows of the given groups in the list's order, and the group of each.
 * `keys`: percent-encoded and separated by commas; an empty key is the group without a value.
 */
export async function getGroupRows(context: RequestContext): Promise<Response> {
  const groupRequest = readGroupRequest(context, ['keys', ...PAGES]);
  if (groupRequest instanceof Response) return groupRequest;
  const { compiled } = context.version;
  const { request, plan, grouping } = groupRequest;
  const { name } = grouping.attribute;
  const others = plan.select.filter(({ field }) => field !== name);
  const select = [...others, { field: name, gate: grouping.gate }];
  const selected: ListPlan = { ...plan, key: `grouped ${JSON.stringify([name, plan.key])}`, select, maxCount: 0 };
  const { page, rows } = await plannedPage(context, request, selected);
  const groups = Object.fromEntries(
    rows.map(({ id, values }) => [id, groupOf(compiled, grouping, values[name] ?? null)]),
  );
  const { bytes, mark } = pageText(compiled, { ...page, groups });
  return textAnswer(context, bytes, { mediaType: JSON_TYPE, mark });
}

interface GroupRequest {
  readonly request: ListRequest;
  readonly plan: ListPlan;
  readonly grouping: Grouping;
  readonly query: ReadonlyMap<string, string>;
}

/**
 * Returns the grouped list and its grouping, or the refusal: that of the list itself, or of a field that can't be
 * grouped by.
 */
function readGroupRequest(context: RequestContext, own: readonly string[]): GroupRequest | Response {
  const query = readQuery(context, ['screen', 'by', ...LIST, ...own]);
  if (query instanceof Response) return query;
  const { version, principal, now, runtime } = context;
  const { compiled } = version;
  const from = query.get('screen');
  const by = query.get('by');
  if (from === undefined || by === undefined)
    return standardAnswer(context, 'UNREADABLE', { reason: 'its parameters “screen” and “by” must be given' });
  const screen = compiled.screens.get(from)?.screen;
  const entity = compiled.entities.get(screen?.entity ?? '');
  if (screen === undefined || entity === undefined) return standardAnswer(context, 'NOT_FOUND', { entity: 'screen' });
  const keys = query.get('keys');
  const request: ListRequest = {
    entity: entity.name,
    from,
    query: [...query].filter(([name]) => [...LIST, ...PAGES].includes(name)),
    ...(own.includes('keys') ? { groups: { by, keys: keysIn(keys ?? '') } } : {}),
    secret: runtime.secret,
  };
  const plan = planList(compiled, principal, request, now);
  if (isRefusal(plan)) return refusedAnswer(context, plan);
  const grouping = isGrouped(screen) ? readGrouping(compiled, principal, entity, by) : null;
  if (grouping === null) return standardAnswer(context, 'UNREADABLE', { reason: 'this list can’t be grouped' });
  return isRefusal(grouping) ? refusedAnswer(context, grouping) : { request, plan, grouping, query };
}

const namesIn = (text = ''): string[] => keysIn(text).filter((name) => name !== null);

/** Splits keys, which are percent-encoded because they may contain commas. */
function keysIn(text: string): (string | null)[] {
  return text.split(',').map((part) => (part === '' ? null : unescaped(part)));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
