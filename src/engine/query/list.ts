import type { Relation } from '../../expressions/relation/relation.ts';
import { orderedPart } from '../../fields/text/fold.ts';
import type { Row } from '../../fields/text/value.ts';
import type { SortKey } from '../../model/types/model.ts';
import { type Gates, gatesOf } from '../access/read-policy.ts';
import { refusedScreen } from '../access/screen-access.ts';
import { FILTERS, savedRelation, savedRelations } from '../compile/saved-filters.ts';
import type { App, PreparedEntity, PreparedScreen } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import { contextOf } from '../context/decision-context.ts';
import type { Who } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { refusedOutright } from '../records/authorize-record.ts';
import { openCursor, type Position, sealCursor } from './cursor.ts';
import { readGroups } from './grouping.ts';
import { isOrderable, isText, readFilters } from './list-filter.ts';
import type { ListPlan } from './list-plan.ts';

/**
 * A question for a list. `from` is the id of the screen or call whose filter and sort hold; null: all of the entity.
 * `query` are the parameters of the address as they came, decoded; a call that states what it sends takes those only:
 * `field=value` · `field.min=` · `field.max=` (both inclusive) · `field.in=a,b` · `field.empty=true|false` · `q=` text ·
 * `filter=` a condition in the document's notation · `sort=-spentOn,title` · `page=` cursor · `limit=` up to the page size · `total=exact|none`.
 */
export interface ListRequest {
  readonly entity: string;
  readonly from: string | null;
  readonly query: readonly (readonly [string, string])[];
  /** Only the rows of these groups. */
  readonly groups?: { readonly by: string; readonly keys: readonly (string | null)[] };
  /** Signs cursors. */
  readonly secret: Uint8Array;
}

/** Counted exactly up to here; more on request. */
const COUNT_TO = 1000;
/** Our own parameters go before fields of the same name. */
const OWN_PARAMETERS: readonly string[] = ['sort', 'page', 'limit', 'total'];
/** What a call takes without stating it: how much of an answer is wanted. */
const ALWAYS: readonly string[] = ['limit', 'total'];

/** The plan, or why the question is refused: 401, 403, or 400 for a parameter that this person does not have. */
export function planList(app: App, who: Who, request: ListRequest, now: number): ListPlan | Refusal {
  const entity = app.entities.get(request.entity);
  if (entity === undefined) return refuse(app, 'NOT_FOUND', { entity: 'list' });
  const context = contextOf(app, who, NO_FACTS, now);
  const screen = request.from === null ? null : (app.screens.get(request.from) ?? null);
  const refusal = refusedOutright(context, entity, ['read']) ?? refusedScreen(app, who, screen);
  if (refusal !== null) return refusal;
  const gates = gatesOf(app, entity, who);
  const query = readQuery(app, who, entity, request, screen);
  if ('situation' in query) return query;
  const after = positionOf(app, who, request, query.page);
  if (after === undefined) return refuse(app, 'UNREADABLE', { reason: 'its page belongs to another list' });
  const where = [screen?.filter?.relation ?? null, gates.rows, ...query.where].filter((part) => part !== null);
  const sort = query.sort.map((key) => ({ ...key, gate: gates.fields.get(key.field) ?? null }));
  const isSent = isOfPerson(request);
  return {
    key: JSON.stringify([app.hash, entity.name, request.from, rolesKey(app, who), query.shape, query.sort, isSent]),
    entity: entity.name,
    where,
    search: query.search,
    // Whatever else is shown is read with the record itself, by the same permissions.
    select: [...new Map(sort.map(({ field, gate }) => [field, { field, gate, isPart: true } as const])).values()],
    sort,
    after,
    limit: query.limit,
    countTo: query.countTo,
    ...(isSent ? { sent: true } : {}),
  };
}

/** Whether a person narrows or sorts the list, or counts all of it. */
function isOfPerson({ query, groups }: ListRequest): boolean {
  return groups !== undefined || query.some(([name, value]) => !['page', 'limit'].includes(name) && value !== 'none');
}

/** The cursor for the page after `last`, the last row as the plan selected it. */
export function cursorAfter(app: App, who: Who, request: ListRequest, plan: ListPlan, last: Row): string {
  const attributes = app.schema.entities.get(plan.entity)?.attributes;
  const keys = plan.sort.map(({ field }) => {
    const value = last.values[field] ?? null;
    // A cursor stands in an address, and of a text no more decides.
    return typeof value === 'string' && isText(attributes?.get(field)?.type.kind) ? orderedPart(value) : value;
  });
  return sealCursor({ keys, id: last.id }, bindingOf(app, who, request), request.secret);
}

/** Tells a refusal from a plan or anything else. */
export function isRefusal(answer: object): answer is Refusal {
  return 'situation' in answer;
}

/** The sort of a list where nothing else is asked: the screen's, as far as it may be read; else newest created first. */
export function sortOf(gates: Gates, stated: readonly Pick<SortKey, 'field' | 'descending'>[]): Sorting[] {
  const readable = stated
    .filter(({ field }) => gates.fields.has(field))
    .map(({ field, descending }) => ({ field, descending }));
  return readable.length > 0 ? readable : [{ field: 'createdAt', descending: true }];
}

interface Sorting {
  readonly field: string;
  readonly descending: boolean;
}

const NONE = { where: [], shape: [], search: null };

interface Query {
  readonly where: readonly Relation[];
  readonly shape: readonly string[];
  readonly search: ListPlan['search'];
  readonly sort: readonly Sorting[];
  readonly page: string | null;
  readonly limit: number;
  readonly countTo: number;
}

function readQuery(
  app: App,
  who: Who,
  entity: PreparedEntity,
  request: ListRequest,
  screen: PreparedScreen | null,
): Query | Refusal {
  const gates = gatesOf(app, entity, who);
  const call = request.from === null ? undefined : app.calls.get(request.from);
  const sends = call?.sends ?? null;
  const within = new Set(call?.within.flatMap(({ path }) => (path.length === 1 ? path : [])));
  const own = new Map<string, string>();
  const seen = new Set<string>();
  const hasFilters = screen !== null && screen.saved.length > 0;
  const isOwn = (name: string) => OWN_PARAMETERS.includes(name) || (hasFilters && name === FILTERS);
  const asked: (readonly [string, string])[] = [];
  const held: (readonly [parameter: string, filter: string])[] = [];
  for (const [given, value] of request.query) {
    if (sends !== null && !sends.has(given) && !within.has(given) && !ALWAYS.includes(given))
      return refuse(app, 'UNKNOWN_PARAMETER', { parameter: given });
    const meant = call?.asks.get(given) ?? { kind: 'parameter', parameter: given };
    const name = meant.kind === 'parameter' ? meant.parameter : given;
    if (seen.has(name)) return refuse(app, 'UNREADABLE', { reason: `its parameter “${name}” is given twice` });
    seen.add(name);
    if (meant.kind === 'filter') {
      if (!['', 'true', 'false'].includes(value))
        return refuse(app, 'UNREADABLE', { reason: `its parameter “${given}” must be true or false` });
      if (value === 'true') held.push([given, meant.filter]);
    } else if (isOwn(name)) own.set(name, value);
    else asked.push([name, value]);
  }
  const filters = readFilters(app, entity, who, asked);
  if ('situation' in filters) return filters;
  const holding: Relation[] = [];
  for (const [parameter, filter] of held) {
    const relation = savedRelation(app, who, filter);
    if (relation === null) return refuse(app, 'UNKNOWN_PARAMETER', { parameter });
    holding.push(relation);
  }
  const saved = screen === null ? NONE : savedRelations(app, who, screen, own.get(FILTERS));
  if ('situation' in saved) return saved;
  const sort = readSort(app, entity, gates, own.get('sort'), screen);
  if ('situation' in sort) return sort;
  const limit = readLimit(app, own.get('limit'), screen);
  if (typeof limit !== 'number') return limit;
  const countTo = readTotal(app, own.get('total'));
  if (typeof countTo !== 'number') return countTo;
  const groups = request.groups === undefined ? NONE : readGroups(app, who, entity, request.groups);
  if ('situation' in groups) return groups;
  const where = [...saved.where, ...filters.where, ...holding, ...groups.where];
  const shape = [...saved.shape, ...filters.shape, ...held.map(([, filter]) => filter), ...groups.shape];
  return { where, shape, search: filters.search, sort, page: own.get('page') ?? null, limit, countTo };
}

function readSort(
  app: App,
  entity: PreparedEntity,
  gates: Gates,
  text: string | undefined,
  screen: PreparedScreen | null,
): Sorting[] | Refusal {
  if (text === undefined || text.trim() === '') return sortOf(gates, screen?.screen.sort ?? []);
  const keys = text.split(',').map((part) => part.trim());
  // A name may itself begin with a hyphen.
  const isName = (key: string) => !key.startsWith('-') || entity.schema.attributes.has(key);
  const sorting = keys.map((key) =>
    isName(key) ? { field: key, descending: false } : { field: key.slice(1), descending: true },
  );
  const unknown = sorting.find(({ field }) => {
    const attribute = entity.schema.attributes.get(field);
    return attribute === undefined || !gates.fields.has(field) || !isOrderable(app, entity, attribute);
  });
  if (unknown !== undefined) return refuse(app, 'UNREADABLE', { reason: `it can’t be sorted by “${unknown.field}”` });
  return sorting.filter(({ field }, index) => sorting.findIndex((key) => key.field === field) === index);
}

/** How many are asked for at once; blank: what the screen states, else the usual page. */
export function readLimit(app: App, text: string | undefined, screen: PreparedScreen | null): number | Refusal {
  if (text === undefined) return usualLimit(app, screen);
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= app.largestPage) return limit;
  return refuse(app, 'UNREADABLE', { reason: `its parameter “limit” must be a number from 1 to ${app.largestPage}` });
}

/** Up to how many are counted. */
export function readTotal(app: App, text = ''): number | Refusal {
  if (!['', 'exact', 'none'].includes(text))
    return refuse(app, 'UNREADABLE', { reason: 'its parameter “total” must be exact or none' });
  return text === 'exact' ? Number.POSITIVE_INFINITY : text === 'none' ? 0 : COUNT_TO;
}

/** The rows that the screen states, up to the largest page. */
function usualLimit(app: App, screen: PreparedScreen | null): number {
  const stated = screen?.screen.pageSize ?? null;
  const rows = stated === null ? null : app.bounds(stated);
  return rows === null || rows < 1 || !Number.isSafeInteger(rows)
    ? app.pageSize
    : Math.min(rows, Math.max(app.largestPage, app.pageSize));
}

/** Undefined where the cursor is none of this question's. */
function positionOf(app: App, who: Who, request: ListRequest, page: string | null): Position | null | undefined {
  if (page === null) return null;
  return openCursor(page, bindingOf(app, who, request), request.secret) ?? undefined;
}

/** Call, filter, sort, person and document; not the page itself, nor how much of it is asked for. */
function bindingOf(app: App, who: Who, { entity, from, query, groups }: ListRequest): string {
  const asked = query
    .filter(([name]) => !['page', 'limit', 'total'].includes(name))
    .map(([name, value]) => [name, value]);
  return JSON.stringify([app.hash, who.row?.id ?? null, entity, from, groups ?? null, asked.sort()]);
}

export { planAggregate, wireTile } from './dashboard-tiles.ts';
