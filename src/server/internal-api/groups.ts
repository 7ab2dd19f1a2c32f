import { isGrouped } from '../../engine/access/screen-access.ts';
import { FILTERS } from '../../engine/compile/saved-filters.ts';
import type { WireGroups } from '../../engine/core/wire-format.ts';
import {
  type Grouping,
  groupOf,
  joinedGroups,
  planGroups,
  planSpan,
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

/** What narrows a list and puts it in order: the groups are those of the rows that it finds so. */
const LIST: readonly string[] = ['filter', 'q', 'sort', FILTERS];
const PAGES: readonly string[] = ['page', 'limit'];

/**
 * `GET /_/groups?screen=…&by=…&sums=…`: the groups that the rows of a screen's list stand in, each with how many of them the
 * person may read and what these come to. `sums` are names of fields, each escaped, with commas between.
 */
export async function getGroups(asking: RequestContext): Promise<Response> {
  const asked = groupsAsked(asking, ['sums']);
  if (asked instanceof Response) return asked;
  const { request, plan, grouping, query } = asked;
  const { runtime, version, who, now } = asking;
  const { app } = version;
  const entity = app.entities.get(request.entity);
  if (entity === undefined) return standardAnswer(asking, 'NOT_FOUND', { entity: 'list' });
  const besides = readSums(app, who, entity, namesIn(query.get('sums')));
  if (isRefusal(besides)) return refusedAnswer(asking, besides);
  const spanned = planSpan(plan, grouping);
  const [ends] = spanned === null ? [] : await runtime.store.aggregate(spanned, { principal: who, now });
  const span = spanned === null ? null : ([ends?.value ?? null, ends?.besides?.[0] ?? null] as const);
  const planned = planGroups(app, plan, grouping, besides, span);
  if (planned === null) return jsonAnswer(asking, TOO_MANY);
  const found = joinedGroups(app, grouping, await runtime.store.aggregate(planned, { principal: who, now }));
  if (found === null) return jsonAnswer(asking, TOO_MANY);
  const keys = found.map(({ key }) => key);
  const titles = await titlesOf(asking, planned, keys);
  return jsonAnswer(asking, wireGroups(app, planned, grouping, { found, titles, sort: plan.sort }));
}

const TOO_MANY: WireGroups = { groups: [], tooMany: true };

/**
 * `GET /_/groups/rows?screen=…&by=…&keys=…`: the rows of these groups, in the list's order, and which group each stands in.
 * Keys are escaped, with commas between; an empty one is the group without a value.
 */
export async function getGroupRows(asking: RequestContext): Promise<Response> {
  const asked = groupsAsked(asking, ['keys', ...PAGES]);
  if (asked instanceof Response) return asked;
  const { app } = asking.version;
  const { request, plan, grouping } = asked;
  const { name } = grouping.attribute;
  const others = plan.select.filter(({ field }) => field !== name);
  const select = [...others, { field: name, gate: grouping.gate }];
  const selected: ListPlan = { ...plan, key: `grouped ${JSON.stringify([name, plan.key])}`, select, countTo: 0 };
  const { page, rows } = await plannedPage(asking, request, selected);
  const groups = Object.fromEntries(rows.map(({ id, values }) => [id, groupOf(app, grouping, values[name] ?? null)]));
  const { bytes, mark } = pageText(app, { ...page, groups });
  return textAnswer(asking, bytes, { mediaType: JSON_TYPE, mark });
}

interface Asked {
  readonly request: ListRequest;
  readonly plan: ListPlan;
  readonly grouping: Grouping;
  readonly query: ReadonlyMap<string, string>;
}

/** The list that is grouped, and by what; or why not: as the list itself is refused, and where a field is none to group by. */
function groupsAsked(asking: RequestContext, own: readonly string[]): Asked | Response {
  const query = readQuery(asking, ['screen', 'by', ...LIST, ...own]);
  if (query instanceof Response) return query;
  const { version, who, now, runtime } = asking;
  const { app } = version;
  const from = query.get('screen');
  const by = query.get('by');
  if (from === undefined || by === undefined)
    return standardAnswer(asking, 'UNREADABLE', { reason: 'its parameters “screen” and “by” must be given' });
  const screen = app.screens.get(from)?.screen;
  const entity = app.entities.get(screen?.entity ?? '');
  if (screen === undefined || entity === undefined) return standardAnswer(asking, 'NOT_FOUND', { entity: 'screen' });
  const keys = query.get('keys');
  const request: ListRequest = {
    entity: entity.name,
    from,
    query: [...query].filter(([name]) => [...LIST, ...PAGES].includes(name)),
    ...(own.includes('keys') ? { groups: { by, keys: keysIn(keys ?? '') } } : {}),
    secret: runtime.secret,
  };
  const plan = planList(app, who, request, now);
  if (isRefusal(plan)) return refusedAnswer(asking, plan);
  const grouping = isGrouped(screen) ? readGrouping(app, who, entity, by) : null;
  if (grouping === null) return standardAnswer(asking, 'UNREADABLE', { reason: 'its rows stand in no groups' });
  return isRefusal(grouping) ? refusedAnswer(asking, grouping) : { request, plan, grouping, query };
}

const namesIn = (text = ''): string[] => keysIn(text).filter((name) => name !== null);

/** Each is escaped as in an address, since it may hold a comma. */
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
