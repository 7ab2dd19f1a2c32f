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
import type { Value } from '../../fields/text/value.ts';
import { answerList, listPage, loadFacts, loadRecord, wireOf } from '../api/read-record.ts';
import { jsonAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

/** `GET /_/list?screen=…`: the rows of a screen, by its own filter and the person's. The rest is as in a call. */
export function getList(asking: RequestContext): Promise<Response> | Response {
  const query = [...asking.url.searchParams];
  const screens = query.flatMap(([name, value]) => (name === 'screen' ? [value] : []));
  const [screen] = screens;
  if (screens.length !== 1 || screen === undefined)
    return standardAnswer(asking, 'UNREADABLE', { reason: 'its parameter “screen” must name one screen' });
  const entity = asking.version.app.screens.get(screen)?.screen.entity ?? null;
  if (entity === null) return standardAnswer(asking, 'NOT_FOUND', { entity: 'screen' });
  return answerList(
    asking,
    entity,
    screen,
    query.filter(([name]) => name !== 'screen'),
  );
}

/** So many of what refers to a record are given at first. */
const FIRST_RELATED = 5;

/**
 * `GET /_/related?screen=…&field=…&record=…`: what refers to a record by a field, as its screen lists it: a few at first, from
 * `page=` on as many as a list gives. The sort is as in a call.
 */
export async function getRelated(asking: RequestContext): Promise<Response> {
  const query = readQuery(asking, ['screen', 'field', 'record', 'sort', 'page']);
  if (query instanceof Response) return query;
  const { version, who } = asking;
  const prepared = version.app.screens.get(query.get('screen') ?? '');
  if (prepared === undefined) return standardAnswer(asking, 'NOT_FOUND', { entity: 'screen' });
  const refusal = refuseScreen(version.app, who, prepared);
  if (refusal !== null) return refusedAnswer(asking, refusal);
  const field = query.get('field');
  const found = referringTo(version.app, who, prepared.screen).find(({ attribute }) => attribute.id === field);
  if (found === undefined) return standardAnswer(asking, 'NOT_FOUND', { entity: 'list' });
  const record = query.get('record') ?? '';
  if (!isId(record))
    return standardAnswer(asking, 'UNREADABLE', { reason: 'its parameter “record” must name a record' });
  // Of what they may not read they learn nothing, not even by what refers to it.
  const loaded = await loadRecord(asking, prepared.screen.entity ?? '', record);
  if ('refused' in loaded) return loaded.refused;
  const rest = ['sort', 'page'].flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const few = query.has('page') ? [] : [['limit', String(Math.min(FIRST_RELATED, version.app.largestPage))] as const];
  // Whatever a field is called, with its ending it is no parameter of ours.
  const { entity, attribute } = found;
  return answerList(asking, entity.name, null, [[`${attribute.name}.in`, record], ...rest, ...few]);
}

/** `GET /_/tiles?screen=…&filters=…`: the numbers and charts of a screen, over the rows that this person may read. */
export async function getTiles(asking: RequestContext): Promise<Response> {
  const query = readQuery(asking, ['screen', FILTERS]);
  if (query instanceof Response) return query;
  const { app } = asking.version;
  const prepared = app.screens.get(query.get('screen') ?? '');
  if (prepared === undefined) return standardAnswer(asking, 'NOT_FOUND', { entity: 'screen' });
  const refusal = refuseScreen(app, asking.who, prepared);
  if (refusal !== null) return refusedAnswer(asking, refusal);
  const { screen } = prepared;
  const planned = [...screen.numbers, ...screen.charts].map(({ id, aggregate }) => ({
    id,
    aggregate,
    plan: planAggregate(app, asking.who, id, asking.now, query.get(FILTERS)),
  }));
  const [first] = planned;
  if (first !== undefined && isRefusal(first.plan) && planned.every(({ plan }) => isRefusal(plan))) {
    return refusedAnswer(asking, first.plan);
  }
  const tiles: WireTile[] = [];
  for (const { id, aggregate, plan } of planned) {
    if (isRefusal(plan)) tiles.push({ id, aggregate, points: [], refusal: wireRefusal(app, plan, asking.runtime.dev) });
    else tiles.push(await tileOf(asking, id, plan));
  }
  return jsonAnswer(asking, { tiles });
}

async function tileOf(asking: RequestContext, id: string, plan: AggregatePlan): Promise<WireTile> {
  const { version, who, now, runtime } = asking;
  const found = await runtime.store.aggregate(plan, { principal: who, now });
  const titles = await titlesOf(
    asking,
    plan,
    found.map(({ key }) => key),
  );
  return wireTile(version.app, id, plan, found, titles);
}

/** Titles of the records that a chart is drawn or rows are grouped by, of those that this person may read. */
export async function titlesOf(
  asking: RequestContext,
  plan: AggregatePlan,
  keys: readonly Value[],
): Promise<Map<string, string>> {
  const type = asking.version.app.schema.entities.get(plan.entity)?.attributes.get(plan.by?.field ?? '')?.type;
  const ids = keys.filter((key) => typeof key === 'string');
  if (type?.kind !== 'reference' || ids.length === 0) return new Map();
  const facts = await loadFacts(
    asking,
    ids.map((id) => ({ entity: type.entity, id })),
  );
  return new Map(
    ids.flatMap((id) => {
      const row = facts.row(type.entity, id);
      const wire = row ? wireOf(asking, row, facts) : null;
      return wire === null ? [] : [[id, wire._.title] as const];
    }),
  );
}

const mostLabels = 20;

/**
 * `GET /_/labels/:entity?q=`: choices of a reference, those that this person may read, by title; with `records=true` each
 * as this person reads it, so that a page can tell what a rule says of choosing it.
 */
export async function getLabels(asking: RequestContext): Promise<Response> {
  const query = readQuery(asking, ['q', 'page', 'records']);
  if (query instanceof Response) return query;
  const entity = param(asking, 'entity');
  const isWhole = query.get('records') === 'true';
  const { who, version } = asking;
  const { app } = version;
  const prepared = app.entities.get(entity);
  if (prepared === undefined) return standardAnswer(asking, 'NOT_FOUND', { entity: 'list' });
  const needle = query.get('q')?.trim() ?? '';
  const page = query.get('page');
  const { schema, number } = prepared;
  const reads = (field: string) => readPolicyFor(app, prepared, who).fields.has(field);
  // A number tells the order only of whom it is shown to.
  const known = schema.title ?? (number !== null && reads(number) ? number : null);
  const sort = known === null ? [] : [['sort', known] as const];
  const sought = needle === '' ? [] : soughtBy(needle, prepared, known, reads);
  const asked = [
    ...sort,
    ['limit', String(Math.min(mostLabels, asking.version.app.pageSize))] as const,
    ['total', 'none'] as const,
    ...sought,
    ...(page === undefined ? [] : [['page', page] as const]),
  ];
  const found = await listPage(asking, { entity, from: null, query: asked, secret: asking.runtime.secret });
  if (found instanceof Response) return found;
  return jsonAnswer(asking, {
    items: found.items.map((record) => ({ id: record.id, title: record._.title, ...(isWhole && { record }) })),
    next: found.next,
  });
}

/**
 * What was typed, as it is asked of a list: the number that such records are known by, with or without the name before
 * it, else words, else what finds nothing.
 */
function soughtBy(
  needle: string,
  prepared: CompiledEntity,
  known: string | null,
  reads: (field: string) => boolean,
): (readonly [parameter: string, value: string])[] {
  const { label } = prepared.entity;
  const isNamed = needle.toLowerCase().startsWith(`${label.toLowerCase()} `);
  const number = isNamed ? needle.slice(label.length).trim() : needle;
  const kind = known !== null && reads(known) ? prepared.schema.attributes.get(known)?.type.kind : undefined;
  const field = `this[${JSON.stringify(known)}]`;
  if (kind === 'integer' && /^-?\d{1,15}$/.test(number)) return [['filter', `${field} == ${number}`]];
  if (kind === 'number series' && SERIES.test(number))
    return [['filter', `${field} in [${JSON.stringify(number)}, ${JSON.stringify(number.toUpperCase())}]`]];
  return [searchedFields(prepared, reads).length === 0 ? ['filter', 'false'] : ['q', needle]];
}

/** How a number of a series may look, as a text of an expression. */
const SERIES = /^[\p{L}\p{N} ._/#-]+$/u;
