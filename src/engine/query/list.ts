import type { Relation } from '../../expressions/types/relation.ts';
import { orderedPart } from '../../fields/text/fold.ts';
import type { Row } from '../../fields/text/value.ts';
import { pagingNames } from '../../model/lookups/call-parameters.ts';
import type { SortKey } from '../../model/types/model.ts';
import { refuseCaller } from '../access/call-access.ts';
import { type ReadPolicy, readPolicyFor } from '../access/read-policy.ts';
import { refuseScreen } from '../access/screen-access.ts';
import { activeFilterRelations, FILTERS, filterRelation } from '../compile/saved-filters.ts';
import type { CompiledEntity, CompiledModel, CompiledScreen } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import { contextOf } from '../context/decision-context.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { refuseParameter } from '../errors/parameter-refusal.ts';
import { denyByRole } from '../records/authorize-record.ts';
import type { Sorting, StatedFilters } from './call-parameters.ts';
import { openCursor, type Position, sealCursor } from './cursor.ts';
import { readGroups } from './grouping.ts';
import { isOrderable, isText, readFilters } from './list-filter.ts';
import type { ListPlan } from './list-plan.ts';
import { readSize, sizesOf } from './paging.ts';
import { readStatedQuery, statesQuery } from './stated-query.ts';

/**
 * A request for a list. `from` is the id of the screen or call whose filter and sort apply; null: all records of the
 * entity. `query` has the decoded URL parameters; a call that states its parameters accepts only those: `field=value` ·
 * `field.min=` · `field.max=` (both inclusive) · `field.in=a,b` · `field.empty=true|false` · `q=` text · `filter=` a
 * condition in the document's notation · `sort=-spentOn,title` · `page=` cursor · `limit=` up to the page size ·
 * `total=exact|none`.
 */
export interface ListRequest {
  readonly entity: string;
  readonly from: string | null;
  readonly query: readonly (readonly [string, string])[];
  /** The client asks in the words of every list, not in those of the call. */
  readonly whole?: boolean;
  /** Only the rows of these groups. */
  readonly groups?: { readonly by: string; readonly keys: readonly (string | null)[] };
  /** A further condition, already restricted to what the person may read. */
  readonly where?: Relation;
  /** Signs cursors. */
  readonly secret: Uint8Array;
}

/** Rows are counted up to this number; exactly on request. */
const COUNT_TO = 1000;
/** The standard parameters take precedence over fields of the same name. */
const OWN_PARAMETERS: readonly string[] = ['sort', 'page', 'limit', 'total'];
/** Parameters that a call always accepts: how much of the response is wanted. */
const ALWAYS: readonly string[] = ['limit', 'total'];

/** Returns the plan or the refusal: 401, 403, or 400 for a parameter that this person does not have. */
export function planList(
  model: CompiledModel,
  principal: Principal,
  request: ListRequest,
  now: number,
): ListPlan | Refusal {
  const entity = model.entities.get(request.entity);
  if (entity === undefined) return refuse(model, 'NOT_FOUND', { entity: 'list' });
  const context = contextOf(model, principal, NO_FACTS, now);
  const screen = request.from === null ? null : (model.screens.get(request.from) ?? null);
  const refusal =
    denyByRole(context, entity, ['read']) ??
    refuseScreen(model, principal, screen) ??
    refuseCaller(model, principal, request.from);
  if (refusal !== null) return refusal;
  const policy = readPolicyFor(model, entity, principal);
  const query = readQuery(model, principal, entity, request, screen);
  if ('situation' in query) return query;
  const after = positionOf(model, principal, request, query.page);
  if (after === undefined) return refuse(model, 'UNREADABLE', { reason: 'its page belongs to another list' });
  const call = request.from === null ? undefined : model.calls.get(request.from);
  const ofCall = call?.where === 'unknown' ? NO_ROW : (call?.where?.relation ?? null);
  const where = [screen?.filter?.relation ?? null, ofCall, policy.rows, request.where ?? null, ...query.where].filter(
    (part) => part !== null,
  );
  const sort = query.sort.map((key) => ({ ...key, gate: policy.fields.get(key.field) ?? null }));
  const isSent = isOfPerson(request);
  return {
    key: JSON.stringify([
      model.hash,
      entity.name,
      request.from,
      rolesKey(model, principal),
      query.shape,
      query.sort,
      isSent,
      // JSON omits the functions of the parameters; what is left determines the SQL.
      request.where ?? null,
    ]),
    entity: entity.name,
    where,
    search: query.search,
    // All other fields are loaded with the record itself, under the same permissions.
    select: [...new Map(sort.map(({ field, gate }) => [field, { field, gate, isPart: true } as const])).values()],
    sort,
    after,
    limit: query.limit,
    maxCount: query.maxCount,
    ...(query.offset > 0 ? { offset: query.offset } : {}),
    ...(query.start === null ? {} : { start: query.start }),
    ...(isSent ? { hasOwnConditions: true } : {}),
  };
}

/** Returns whether the person filters, sorts or completely counts the list. */
function isOfPerson({ query, groups }: ListRequest): boolean {
  const isStated = ([name, value]: readonly [string, string]) =>
    name === 'page' || name === 'limit' || (name === 'total' && value === 'none');
  return groups !== undefined || !query.every(isStated);
}

/** Returns the cursor of the page after `last`, the last row as the plan selected it. */
export function cursorAfter(
  model: CompiledModel,
  principal: Principal,
  request: ListRequest,
  plan: ListPlan,
  last: Row,
): string {
  return sealCursor(positionAfter(model, plan, last), bindingOf(model, principal, request), request.secret);
}

/** Returns the position after a row, as the plan selected it. */
export function positionAfter(model: CompiledModel, plan: ListPlan, last: Row): Position {
  const attributes = model.schema.entities.get(plan.entity)?.attributes;
  const keys = plan.sort.map(({ field }) => {
    const value = last.values[field] ?? null;
    // A cursor is part of a URL, and only the beginning of a text determines the order.
    return typeof value === 'string' && isText(attributes?.get(field)?.type.kind) ? orderedPart(value) : value;
  });
  return { keys, id: last.id };
}

/** Returns whether the value is a refusal. */
export function isRefusal(answer: object): answer is Refusal {
  return 'situation' in answer;
}

/** Returns the default sort: the screen's, as far as it is readable; else newest first. */
export function sortOf(policy: ReadPolicy, stated: readonly Pick<SortKey, 'field' | 'descending'>[]): Sorting[] {
  const readable = stated
    .filter(({ field }) => policy.fields.has(field))
    .map(({ field, descending }) => ({ field, descending }));
  return readable.length > 0 ? readable : [{ field: 'createdAt', descending: true }];
}

const NONE = { where: [], shape: [], search: null };

/** The condition that no row meets. */
const NO_ROW: Relation = { r: 'or', parts: [] };

interface Query {
  readonly where: readonly Relation[];
  readonly shape: readonly string[];
  readonly search: ListPlan['search'];
  readonly sort: readonly Sorting[];
  readonly page: string | null;
  readonly limit: number;
  readonly offset: number;
  readonly start: NonNullable<ListPlan['start']> | null;
  readonly maxCount: number;
}

function readQuery(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  request: ListRequest,
  screen: CompiledScreen | null,
): Query | Refusal {
  const policy = readPolicyFor(model, entity, principal);
  const call = request.from === null ? undefined : model.calls.get(request.from);
  const sends = call?.sends ?? null;
  const within = new Set(call?.parents.flatMap(({ path }) => (path.length === 1 ? path : [])));
  const own = new Map<string, string>();
  const usedNames = new Set<string>();
  const hasFilters = screen !== null && screen.saved.length > 0;
  const stated =
    call === undefined || !statesQuery(call)
      ? null
      : readStatedQuery({ model, principal, entity, call }, request.query, within, request.whole === true);
  if (stated !== null && 'situation' in stated) return stated;
  const isChecked = stated !== null && request.whole !== true;
  const isOwn = (name: string) => OWN_PARAMETERS.includes(name) || (hasFilters && name === FILTERS);
  const filterParameters: (readonly [string, string])[] = [];
  const activeFilters: (readonly [parameter: string, filter: string])[] = [];
  for (const [given, value] of stated?.rest ?? request.query) {
    if (!isChecked && sends !== null && !sends.has(given) && !within.has(given) && !ALWAYS.includes(given))
      return refuse(model, 'UNKNOWN_PARAMETER', { parameter: given });
    const meant = call?.queryNames.get(given) ?? { kind: 'parameter', parameter: given };
    const name = meant.kind === 'parameter' ? meant.parameter : given;
    if (usedNames.has(name)) return refuseParameter(model, name, 'is given twice');
    usedNames.add(name);
    if (meant.kind === 'filter') {
      if (!['', 'true', 'false'].includes(value)) return refuseParameter(model, given, 'must be true or false');
      if (value === 'true') activeFilters.push([given, meant.filter]);
    } else if (isOwn(name)) own.set(name, value);
    else filterParameters.push([name, value]);
  }
  const filters = readFilters(
    model,
    entity,
    principal,
    filterParameters,
    request.whole === true ? undefined : call?.options,
  );
  if ('situation' in filters) return filters;
  const holding: Relation[] = [];
  for (const [parameter, filter] of activeFilters) {
    const relation = filterRelation(model, principal, filter);
    if (relation === null) return refuse(model, 'UNKNOWN_PARAMETER', { parameter });
    holding.push(relation);
  }
  const saved = screen === null ? NONE : activeFilterRelations(model, principal, screen, own.get(FILTERS));
  if ('situation' in saved) return saved;
  const usual = screen?.screen.sort ?? call?.options.sort ?? [];
  const sort = orderOf(model, entity, policy, { usual, text: own.get('sort'), stated: stated?.filters ?? null });
  if ('situation' in sort) return sort;
  const limit = stated?.page?.limit ?? readSize(model, sizesOf(model, screen, call), 'limit', own.get('limit'));
  if (typeof limit !== 'number') return limit;
  const maxCount = readTotal(model, own.get('total'));
  if (typeof maxCount !== 'number') return maxCount;
  const groups = request.groups === undefined ? NONE : readGroups(model, principal, entity, request.groups);
  if ('situation' in groups) return groups;
  const ofCall = stated?.filters ?? NONE;
  const where = [...saved.where, ...ofCall.where, ...filters.where, ...holding, ...groups.where];
  const names = activeFilters.map(([, filter]) => filter);
  const shape = [...saved.shape, ...ofCall.shape, ...filters.shape, ...names, ...groups.shape];
  const { offset = 0, start = null, cursor = own.get('page') ?? null } = stated?.page ?? {};
  return { where, shape, search: filters.search, sort, page: cursor, limit, offset, start, maxCount };
}

/** What a list may be ordered by: its usual order, `sort=`, and the parameters that its call states. */
interface Orders {
  readonly usual: readonly Pick<SortKey, 'field' | 'descending'>[];
  readonly text: string | undefined;
  readonly stated: Pick<StatedFilters, 'sort' | 'descending'> | null;
}

function orderOf(
  model: CompiledModel,
  entity: CompiledEntity,
  policy: ReadPolicy,
  { usual, text, stated }: Orders,
): readonly Sorting[] | Refusal {
  const named = stated?.sort ?? null;
  const keys = named === null ? readSort(model, entity, policy, text, usual) : sortable(model, entity, policy, named);
  const descending = stated?.descending ?? null;
  return 'situation' in keys || descending === null ? keys : keys.map(({ field }) => ({ field, descending }));
}

function readSort(
  model: CompiledModel,
  entity: CompiledEntity,
  policy: ReadPolicy,
  text: string | undefined,
  usual: Orders['usual'],
): readonly Sorting[] | Refusal {
  if (text === undefined || text.trim() === '') return sortOf(policy, usual);
  const keys = text.split(',').map((part) => part.trim());
  // A field name may begin with a hyphen.
  const isName = (key: string) => !key.startsWith('-') || entity.schema.attributes.has(key);
  const sorting = keys.map((key) =>
    isName(key) ? { field: key, descending: false } : { field: key.slice(1), descending: true },
  );
  return sortable(model, entity, policy, sorting);
}

/** Returns the sort keys, each field once; a refusal if this person cannot sort by one of them. */
function sortable(
  model: CompiledModel,
  entity: CompiledEntity,
  policy: ReadPolicy,
  sorting: readonly Sorting[],
): readonly Sorting[] | Refusal {
  const unknown = sorting.find(({ field }) => {
    const attribute = entity.schema.attributes.get(field);
    return attribute === undefined || !policy.fields.has(field) || !isOrderable(model, entity, attribute);
  });
  if (unknown !== undefined) return refuse(model, 'UNREADABLE', { reason: `it can’t be sorted by “${unknown.field}”` });
  return sorting
    .filter(({ field }, index) => sorting.findIndex((key) => key.field === field) === index)
    .map(({ field, descending }) => ({ field, descending }));
}

/** Returns the maximum count. */
export function readTotal(model: CompiledModel, text = ''): number | Refusal {
  if (!['', 'exact', 'none'].includes(text)) return refuseParameter(model, 'total', 'must be exact or none');
  return text === 'exact' ? Number.POSITIVE_INFINITY : text === 'none' ? 0 : COUNT_TO;
}

/** Returns the position of the requested page; undefined if the cursor does not belong to this query. */
function positionOf(
  model: CompiledModel,
  principal: Principal,
  request: ListRequest,
  page: string | null,
): Position | null | undefined {
  if (page === null) return null;
  return openCursor(page, bindingOf(model, principal, request), request.secret) ?? undefined;
}

/** Returns the text to which cursors are bound: call, filter, sort, person and document; not the page or its size. */
function bindingOf(model: CompiledModel, principal: Principal, { entity, from, query, groups }: ListRequest): string {
  const call = from === null ? undefined : model.calls.get(from);
  const names = ['page', 'limit', 'total', ...pagingNames(call?.options.paging ?? null)];
  const parameters = query.filter(([name]) => !names.includes(name)).map(([name, value]) => [name, value]);
  return JSON.stringify([model.hash, principal.row?.id ?? null, entity, from, groups ?? null, parameters.sort()]);
}

export { planAggregate, wireTile } from './dashboard-tiles.ts';
