import { cachedRecord } from '../../engine/answer/cached-record.ts';
import { wireRecord } from '../../engine/answer/wire-record.ts';
import { contextOf, entityOf } from '../../engine/context/decision-context.ts';
import type { Facts, Needs, RecordKey } from '../../engine/core/needs-and-facts.ts';
import { NO_KEY } from '../../engine/core/record-address.ts';
import { NO_FACTS } from '../../engine/core/tracked-facts.ts';
import type { WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { moreRecordNeeds, recordNeeds } from '../../engine/decide/needs.ts';
import { statesHidden } from '../../engine/errors/catalogue-entries.ts';
import { cursorAfter, isRefusal, type ListRequest, planList } from '../../engine/query/list.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { denyByRole, notFound, notFoundMissing } from '../../engine/records/authorize-record.ts';
import type { Row } from '../../fields/text/value.ts';
import { limitPageSize, withWeights } from '../core/page-weight.ts';
import { type AnswerOptions, JSON_TYPE, refusedAnswer, standardAnswer, textAnswer } from '../http/answer.ts';
import { pageText, recordText } from '../http/record-json.ts';
import { localeOf, type RequestContext } from '../runtime/request-context.ts';
import { isVisible, noteShown } from '../runtime/shown-records.ts';

/** A record that the principal may read, with its facts and wire format; or the refusal. */
export type LoadedRecord =
  | { readonly row: Row; readonly facts: Facts; readonly wire: WireRecord }
  | { readonly refused: Response };

/**
 * Loads one record. A principal who may read no record of the entity gets a refusal that says so. A record that they
 * may not read is answered exactly like one that does not exist.
 */
export async function loadRecord(context: RequestContext, entity: string, id: string): Promise<LoadedRecord> {
  const { version } = context;
  const refused = await refuseUnseen(context, entity, id);
  const prepared = version.compiled.entities.get(entity);
  if (refused !== null) return { refused };
  if (prepared === undefined) return { refused: standardAnswer(context, 'NOT_FOUND', { entity: 'record' }) };
  const { facts, wire: made } = await loadRecords(context, [{ entity, id }]);
  const row = facts.row(entity, id) ?? null;
  const wire = row === null ? null : made(row);
  if (row === null || wire === null)
    return { refused: refusedAnswer(context, notFound({ model: version.compiled }, prepared, row !== null)) };
  noteShown(context, row);
  return { row, facts, wire };
}

/** Returns the refusal of a principal who may read no record of the entity; null if they may read some. */
export function refuseByRole(request: RequestContext, entity: string): Response | null {
  const { version, principal, now } = request;
  const prepared = version.compiled.entities.get(entity);
  if (prepared === undefined) return standardAnswer(request, 'NOT_FOUND', { entity: 'record' });
  const denied = denyByRole(contextOf(version.compiled, principal, NO_FACTS, now), prepared, ['read']);
  return denied === null ? null : refusedAnswer(request, denied);
}

/**
 * Returns the refusal of a principal who may read no record of the entity, or who may not know that this one exists;
 * null if it may be loaded.
 */
export async function refuseUnseen(context: RequestContext, entity: string, id: string): Promise<Response | null> {
  const { compiled } = context.version;
  const refused = refuseByRole(context, entity);
  if (refused !== null) return refused;
  const prepared = entityOf(compiled, entity);
  if (id === NO_KEY)
    return refusedAnswer(context, notFoundMissing({ model: compiled }, { missing: entity, isNoKey: true }));
  if (statesHidden(compiled, entity) || (await isVisible(context, { entity, id }))) return null;
  return refusedAnswer(context, notFound({ model: compiled }, prepared));
}

/** Loads the facts that are needed to answer with these records, and further needs. */
export async function loadFacts(
  context: RequestContext,
  keys: readonly RecordKey[],
  besides: readonly Needs[] = [],
): Promise<Facts> {
  return (await loadRecords(context, keys, besides)).facts;
}

interface LoadedRecords {
  readonly facts: Facts;
  /** A record as this person reads it; null when they may not. */
  readonly wire: (row: Row) => WireRecord | null;
}

/**
 * Loads facts with a function that gives the wire format of records. Records that were built to determine the needs are
 * reused.
 */
async function loadRecords(
  context: RequestContext,
  keys: readonly RecordKey[],
  besides: readonly Needs[] = [],
): Promise<LoadedRecords> {
  const { version, runtime, principal } = context;
  const { compiled } = version;
  const byEntity = Map.groupBy(keys, ({ entity }) => entity);
  const records = [...byEntity].map(([entity, alike]) =>
    recordNeeds(
      compiled,
      principal,
      entity,
      alike.map(({ id }) => id),
    ),
  );
  const [first] = records;
  const needs =
    first !== undefined && records.length + besides.length === 1 ? first : allNeeds([...records, ...besides]);
  const wireRecords = new Map<Row, WireRecord | null>();
  const all = [...keys, ...besides.flatMap(({ rows }) => rows)];
  const facts = await runtime.store.load(needs, (known) => {
    wireRecords.clear();
    const more = moreRecordNeeds(compiled, all, known, (row, recording) => {
      wireRecords.set(row, cachedWireRecord(context, row, recording));
    });
    if (more !== null) wireRecords.clear();
    return more;
  });
  return {
    facts,
    wire: (row) => (wireRecords.has(row) ? (wireRecords.get(row) ?? null) : cachedWireRecord(context, row, facts)),
  };
}

/** Answers with one record and its ETag. */
export async function answerRecord(context: RequestContext, entity: string, id: string): Promise<Response> {
  const loaded = await loadRecord(context, entity, id);
  return 'refused' in loaded ? loaded.refused : recordAnswer(context, loaded.wire);
}

/** Answers with a record in wire format and its ETag. */
export function recordAnswer(context: RequestContext, record: WireRecord, options: AnswerOptions = {}): Response {
  const { bytes, mark } = recordText(context.version.compiled, record);
  return textAnswer(context, bytes, { mediaType: JSON_TYPE, mark, etag: record._.etag, ...options });
}

/**
 * Answers a page of a list, narrowed by the query. `from`: id of the call or screen that lists; null for the entity
 * itself.
 */
export async function answerList(
  context: RequestContext,
  entity: string,
  from: string | null,
  query: ListRequest['query'],
): Promise<Response> {
  const page = await listPage(context, { entity, from, query, secret: context.runtime.secret, whole: true });
  return page instanceof Response ? page : pageAnswer(context, page);
}

/** Answers with a page of records in wire format. */
export function pageAnswer(context: RequestContext, page: WirePage, options: AnswerOptions = {}): Response {
  const { bytes, mark } = pageText(context.version.compiled, page);
  return textAnswer(context, bytes, { mediaType: JSON_TYPE, mark, ...options });
}

/** Returns a page of a list, or the refusal. `maxCount` overrides how far rows are counted. */
export async function listPage(
  context: RequestContext,
  request: ListRequest,
  maxCount?: number,
): Promise<WirePage | Response> {
  const { version, principal, now } = context;
  const planned = planList(version.compiled, principal, request, now);
  if (isRefusal(planned)) return refusedAnswer(context, planned);
  const { page } = await plannedPage(context, request, maxCount === undefined ? planned : { ...planned, maxCount });
  return page;
}

/** Returns the page of a plan that was made from the request, with the rows as selected. */
export async function plannedPage(
  context: RequestContext,
  request: ListRequest,
  plan: ListPlan,
): Promise<{ readonly page: WirePage; readonly rows: readonly Row[] }> {
  const result = await pageOfPlan(context, request, plan);
  const items = await recordsOf(
    context,
    request.entity,
    result.rows.map((row) => row.id),
  );
  return { page: { items, next: result.next, total: result.total }, rows: result.rows };
}

/** Returns the rows of a plan as selected, with the cursor of the next page. */
export async function pageOfPlan(
  { version, runtime, principal, now }: RequestContext,
  request: ListRequest,
  plan: ListPlan,
): Promise<Pick<WirePage, 'next' | 'total'> & { readonly rows: readonly Row[]; readonly more: boolean }> {
  const found = await runtime.store.list(withWeights(version.compiled, plan), { principal, now });
  const { rows, more, total } = limitPageSize(found);
  const last = rows.at(-1);
  const next = more && last !== undefined ? cursorAfter(version.compiled, principal, request, plan, last) : null;
  return { rows, next, total, more };
}

/** Returns records in the given order, as the principal reads them, without those that they may not read. */
export async function recordsOf(
  context: RequestContext,
  entity: string,
  ids: readonly string[],
): Promise<WireRecord[]> {
  const { facts, wire: made } = await loadRecords(
    context,
    ids.map((id) => ({ entity, id })),
  );
  return ids.flatMap((id) => {
    const row = facts.row(entity, id);
    const wire = row ? made(row) : null;
    return wire === null ? [] : [wire];
  });
}

/** A record as this person reads it; null when they may not. */
export function wireOf(context: RequestContext, row: Row, facts: Facts): WireRecord | null {
  const { version, runtime, principal, now } = context;
  return wireRecord(version.compiled, principal, row, facts, now, localeOf(version), runtime.dev);
}

/** Like `wireOf`, for a committed record: the result is cached as long as it is valid. */
function cachedWireRecord(
  { version, runtime, principal, now }: RequestContext,
  row: Row,
  facts: Facts,
): WireRecord | null {
  return cachedRecord(version.compiled, principal, row, facts, now, runtime.dev);
}

/** Merges needs. */
export function allNeeds(parts: readonly Needs[]): Needs {
  return {
    rows: parts.flatMap((part) => part.rows),
    unique: parts.flatMap((part) => part.unique),
    files: parts.flatMap((part) => part.files),
    referrers: parts.flatMap((part) => part.referrers),
    questions: parts.flatMap((part) => part.questions ?? []),
  };
}
