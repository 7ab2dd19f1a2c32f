import { readPolicyFor } from '../../engine/access/read-policy.ts';
import { refuseScreen } from '../../engine/access/screen-access.ts';
import { FILTERS } from '../../engine/compile/saved-filters.ts';
import type { CompiledEntity } from '../../engine/compiled/compiled-model.ts';
import { isId } from '../../engine/core/record-address.ts';
import type { WireTile } from '../../engine/core/wire-format.ts';
import { wireRefusal } from '../../engine/errors/problem-details.ts';
import { isRefusal, planAggregate, wireTile } from '../../engine/query/list.ts';
import { searchedFields } from '../../engine/query/list-filter.ts';
import type { AggregatePlan } from '../../engine/query/list-plan.ts';
import { referringTo } from '../../engine/query/related-records.ts';
import { withSource } from '../../engine/view/tile-source.ts';
import type { Value } from '../../fields/text/value.ts';
import { answerList, listPage, loadFacts, loadRecord, wireOf } from '../api/read-record.ts';
import { jsonAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { collectCan } from '../http/shared-can.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';
import { offeredFor } from './offered.ts';

/**
 * `GET /_/list?screen=…`: the rows of a screen's list, by its own filter and the person's. Other parameters are those
 * of a list call.
 */
export function getList(context: RequestContext): Promise<Response> | Response {
  const query = [...context.url.searchParams];
  const screens = query.flatMap(([name, value]) => (name === 'screen' ? [value] : []));
  const [screen] = screens;
  if (screens.length !== 1 || screen === undefined)
    return standardAnswer(context, 'UNREADABLE', { reason: 'its parameter “screen” must name one screen' });
  const entity = context.version.compiled.screens.get(screen)?.screen.entity ?? null;
  if (entity === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'screen' });
  return answerList(
    context,
    entity,
    screen,
    query.filter(([name]) => name !== 'screen'),
  );
}

/** Number of related records on the first page. */
const FIRST_RELATED = 5;

/**
 * `GET /_/related?screen=…&field=…&record=…`: the records that refer to a record by a field, as its screen lists them.
 * The first page is short; pages with `page=` have the usual size. `sort` is that of a list call.
 */
export async function getRelated(context: RequestContext): Promise<Response> {
  const query = readQuery(context, ['screen', 'field', 'record', 'sort', 'page']);
  if (query instanceof Response) return query;
  const { version, principal } = context;
  const prepared = version.compiled.screens.get(query.get('screen') ?? '');
  if (prepared === undefined) return standardAnswer(context, 'NOT_FOUND', { entity: 'screen' });
  const refusal = refuseScreen(version.compiled, principal, prepared);
  if (refusal !== null) return refusedAnswer(context, refusal);
  const field = query.get('field');
  const found = referringTo(version.compiled, principal, prepared.screen).find(
    ({ attribute }) => attribute.id === field,
  );
  if (found === undefined) return standardAnswer(context, 'NOT_FOUND', { entity: 'list' });
  const record = query.get('record') ?? '';
  if (!isId(record))
    return standardAnswer(context, 'UNREADABLE', { reason: 'its parameter “record” must name a record' });
  // If the record is not readable, its related records are not either.
  const loaded = await loadRecord(context, prepared.screen.entity ?? '', record);
  if ('refused' in loaded) return loaded.refused;
  const rest = ['sort', 'page'].flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const few = query.has('page')
    ? []
    : [['limit', String(Math.min(FIRST_RELATED, version.compiled.largestPage))] as const];
  // With the suffix, no field name can be taken for a parameter.
  const { entity, attribute } = found;
  return answerList(context, entity.name, null, [[`${attribute.name}.in`, record], ...rest, ...few]);
}

/** `GET /_/tiles?screen=…&filters=…`: the numbers and charts of a screen, over the rows that the principal may read. */
export async function getTiles(context: RequestContext): Promise<Response> {
  const query = readQuery(context, ['screen', FILTERS]);
  if (query instanceof Response) return query;
  const { compiled } = context.version;
  const prepared = compiled.screens.get(query.get('screen') ?? '');
  if (prepared === undefined) return standardAnswer(context, 'NOT_FOUND', { entity: 'screen' });
  const refusal = refuseScreen(compiled, context.principal, prepared);
  if (refusal !== null) return refusedAnswer(context, refusal);
  const { screen } = prepared;
  const planned = [...screen.numbers, ...screen.charts].map(({ id, aggregate }) => ({
    id,
    aggregate,
    plan: planAggregate(compiled, context.principal, id, context.now, query.get(FILTERS)),
  }));
  const [first] = planned;
  if (first !== undefined && isRefusal(first.plan) && planned.every(({ plan }) => isRefusal(plan))) {
    return refusedAnswer(context, first.plan);
  }
  const tiles = await Promise.all(
    planned.map(({ id, aggregate, plan }): WireTile | Promise<WireTile> =>
      isRefusal(plan)
        ? { id, aggregate, points: [], refusal: wireRefusal(compiled, plan, context.runtime.dev) }
        : soonOr(tileOf(context, id, plan), { id, aggregate, points: [], isComputing: true }),
    ),
  );
  const entity = compiled.entities.get(screen.entity ?? '');
  const isPartial = entity !== undefined && readPolicyFor(compiled, entity, context.principal).rows !== null;
  return jsonAnswer(context, { tiles, isPartial });
}

/** Milliseconds for which a response waits for a figure. */
const LONGEST_WAIT = 2_000;

/** Returns the tile if it is computed soon, else the other one. The computation goes on for the next request. */
async function soonOr(tile: Promise<WireTile>, other: WireTile): Promise<WireTile> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<WireTile>((resolve) => {
    timer = setTimeout(() => resolve(other), LONGEST_WAIT);
  });
  try {
    return await Promise.race([tile, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function tileOf(context: RequestContext, id: string, plan: AggregatePlan): Promise<WireTile> {
  const { version, principal, now, runtime } = context;
  const found = await runtime.store.aggregate(plan, { principal, now });
  const titles = await titlesOf(
    context,
    plan,
    found.map(({ key }) => key),
  );
  return withSource(version.compiled, principal, plan, wireTile(version.compiled, id, plan, found, titles));
}

/** Returns the titles of the records by which a chart or grouping divides rows, if the principal may read them. */
export async function titlesOf(
  context: RequestContext,
  plan: AggregatePlan,
  keys: readonly Value[],
): Promise<Map<string, string>> {
  const type = context.version.compiled.schema.entities.get(plan.entity)?.attributes.get(plan.by?.field ?? '')?.type;
  const ids = keys.filter((key) => typeof key === 'string');
  if (type?.kind !== 'reference' || ids.length === 0) return new Map();
  const facts = await loadFacts(
    context,
    ids.map((id) => ({ entity: type.entity, id })),
  );
  return new Map(
    ids.flatMap((id) => {
      const row = facts.row(type.entity, id);
      const wire = row ? wireOf(context, row, facts) : null;
      return wire === null ? [] : [[id, wire._.title] as const];
    }),
  );
}

const mostLabels = 20;

/**
 * `GET /_/labels/:entity?q=`: readable records as choices of a reference, by title. With `records=true` each includes
 * the record, so that a page can evaluate rules about the choice. With `field=` only those that this field offers for the
 * record with the id `record`, with the values in `this` (as JSON) in place of its own.
 */
export async function getLabels(context: RequestContext): Promise<Response> {
  const query = readQuery(context, ['q', 'page', 'records', 'field', 'record', 'this']);
  if (query instanceof Response) return query;
  const entity = param(context, 'entity');
  const withRecords = query.get('records') === 'true';
  const { principal, version } = context;
  const { compiled } = version;
  const prepared = compiled.entities.get(entity);
  if (prepared === undefined) return standardAnswer(context, 'NOT_FOUND', { entity: 'list' });
  const needle = query.get('q')?.trim() ?? '';
  const page = query.get('page');
  const { schema, number } = prepared;
  const reads = (field: string) => readPolicyFor(compiled, prepared, principal).fields.has(field);
  // Sorting by a number reveals it, so the principal must be able to read it.
  const titleField = schema.title ?? (number !== null && reads(number) ? number : null);
  const sort = titleField === null ? [] : [['sort', titleField] as const];
  const search = needle === '' ? [] : labelQuery(needle, prepared, titleField, reads);
  const listQuery = [
    ...sort,
    ['limit', String(Math.min(mostLabels, context.version.compiled.pageSize))] as const,
    ['total', 'none'] as const,
    ...search,
    ...(page === undefined ? [] : [['page', page] as const]),
  ];
  const field = query.get('field');
  const where =
    field === undefined ? null : await offeredFor(context, entity, field, query.get('record'), query.get('this'));
  if (where instanceof Response) return where;
  const found = await listPage(context, {
    ...{ entity, from: null, query: listQuery, secret: context.runtime.secret },
    ...(where !== null && { where }),
  });
  if (found instanceof Response) return found;
  const labels = found.items.map((record) => ({ id: record.id, title: record._.title }));
  if (!withRecords) return jsonAnswer(context, { items: labels, next: found.next });
  const { withIndex, shared } = collectCan(compiled);
  const records = found.items.map(withIndex);
  const items = labels.map((label, index) => ({ ...label, record: records[index] }));
  return jsonAnswer(context, { items, _: shared, next: found.next });
}

/**
 * Converts typed text to list parameters: a search by number, with or without the entity's name before it; else a text
 * search; else a filter that matches nothing.
 */
function labelQuery(
  needle: string,
  prepared: CompiledEntity,
  titleField: string | null,
  reads: (field: string) => boolean,
): (readonly [parameter: string, value: string])[] {
  const { label } = prepared.entity;
  const isNamed = needle.toLowerCase().startsWith(`${label.toLowerCase()} `);
  const number = isNamed ? needle.slice(label.length).trim() : needle;
  const kind =
    titleField !== null && reads(titleField) ? prepared.schema.attributes.get(titleField)?.type.kind : undefined;
  const field = `this[${JSON.stringify(titleField)}]`;
  if (kind === 'integer' && /^-?\d{1,15}$/.test(number)) return [['filter', `${field} == ${number}`]];
  if (kind === 'number series' && SERIES.test(number))
    return [['filter', `${field} in [${JSON.stringify(number)}, ${JSON.stringify(number.toUpperCase())}]`]];
  return [searchedFields(prepared, reads).length === 0 ? ['filter', 'false'] : ['q', needle]];
}

/** Characters of series numbers that need no escape in an expression. */
const SERIES = /^[\p{L}\p{N} ._/#-]+$/u;
