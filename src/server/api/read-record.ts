import { cachedRecord } from '../../engine/answer/cached-record.ts';
import { wireRecord } from '../../engine/answer/wire-record.ts';
import { contextOf } from '../../engine/context/decision-context.ts';
import type { Facts, Needs, RecordKey } from '../../engine/core/facts.ts';
import { NO_FACTS } from '../../engine/core/tracked-facts.ts';
import type { WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { moreRecordNeeds, recordNeeds } from '../../engine/decide/needs.ts';
import { cursorAfter, isRefusal, type ListRequest, planList } from '../../engine/query/list.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { denyByRole, notFound } from '../../engine/records/authorize-record.ts';
import type { Row } from '../../fields/text/value.ts';
import { heldByPage, weighed } from '../core/page-weight.ts';
import { type AnswerOptions, JSON_TYPE, refusedAnswer, standardAnswer, textAnswer } from '../http/answer.ts';
import { pageText, recordText } from '../http/record-json.ts';
import { localeOf, type RequestContext } from '../runtime/request-context.ts';
import { isVisible, noteShown } from '../runtime/shown-records.ts';

/** A record that this person may read, with what is known about it; or the refusal. */
export type Loaded =
  | { readonly row: Row; readonly facts: Facts; readonly wire: WireRecord }
  | { readonly refused: Response };

/**
 * Loads one record. Who may read no record of the entity at all is told so; a record that they may not read is
 * answered exactly as one that never was.
 */
export async function loadRecord(asking: RequestContext, entity: string, id: string): Promise<Loaded> {
  const { version, who, now } = asking;
  const prepared = version.app.entities.get(entity);
  if (prepared === undefined) return { refused: standardAnswer(asking, 'NOT_FOUND', { entity: 'record' }) };
  const outright = denyByRole(contextOf(version.app, who, NO_FACTS, now), prepared, ['read']);
  if (outright !== null) return { refused: refusedAnswer(asking, outright) };
  if (!(await isVisible(asking, { entity, id })))
    return { refused: refusedAnswer(asking, notFound({ model: version.app }, prepared)) };
  const { facts, wire: made } = await loadRecords(asking, [{ entity, id }]);
  const row = facts.row(entity, id) ?? null;
  const wire = row === null ? null : made(row);
  if (row === null || wire === null)
    return { refused: refusedAnswer(asking, notFound({ model: version.app }, prepared)) };
  noteShown(asking, row);
  return { row, facts, wire };
}

/** Everything that answering with these records reads, and what is needed besides. */
export async function loadFacts(
  asking: RequestContext,
  keys: readonly RecordKey[],
  besides: readonly Needs[] = [],
): Promise<Facts> {
  return (await loadRecords(asking, keys, besides)).facts;
}

interface LoadedRecords {
  readonly facts: Facts;
  /** A record as this person reads it; null when they may not. */
  readonly wire: (row: Row) => WireRecord | null;
}

/** The same with the records as answers: what was made to see what is needed is not made again. */
async function loadRecords(
  asking: RequestContext,
  keys: readonly RecordKey[],
  besides: readonly Needs[] = [],
): Promise<LoadedRecords> {
  const { version, runtime, who } = asking;
  const { app } = version;
  const byEntity = Map.groupBy(keys, ({ entity }) => entity);
  const records = [...byEntity].map(([entity, alike]) =>
    recordNeeds(
      app,
      who,
      entity,
      alike.map(({ id }) => id),
    ),
  );
  const [first] = records;
  const needs =
    first !== undefined && records.length + besides.length === 1 ? first : allNeeds([...records, ...besides]);
  const made = new Map<Row, WireRecord | null>();
  const all = [...keys, ...besides.flatMap(({ rows }) => rows)];
  const facts = await runtime.store.load(needs, (known) => {
    made.clear();
    const more = moreRecordNeeds(app, all, known, (row, recording) => {
      made.set(row, readOf(asking, row, recording));
    });
    if (more !== null) made.clear();
    return more;
  });
  return { facts, wire: (row) => (made.has(row) ? (made.get(row) ?? null) : readOf(asking, row, facts)) };
}

/** One record, with its ETag. */
export async function answerRecord(asking: RequestContext, entity: string, id: string): Promise<Response> {
  const loaded = await loadRecord(asking, entity, id);
  return 'refused' in loaded ? loaded.refused : recordAnswer(asking, loaded.wire);
}

/** A record as an answer, with its ETag. */
export function recordAnswer(asking: RequestContext, record: WireRecord, options: AnswerOptions = {}): Response {
  const { bytes, mark } = recordText(asking.version.app, record);
  return textAnswer(asking, bytes, { mediaType: JSON_TYPE, mark, etag: record._.etag, ...options });
}

/** A page of a call's or a screen's list, narrowed by what the person asks for. `from` null: of the entity as such. */
export async function answerList(
  asking: RequestContext,
  entity: string,
  from: string | null,
  query: ListRequest['query'],
): Promise<Response> {
  const page = await listPage(asking, { entity, from, query, secret: asking.runtime.secret });
  if (page instanceof Response) return page;
  const { bytes, mark } = pageText(asking.version.app, page);
  return textAnswer(asking, bytes, { mediaType: JSON_TYPE, mark });
}

/** The same as data. `countTo`: in place of how far is counted by itself. */
export async function listPage(
  asking: RequestContext,
  request: ListRequest,
  countTo?: number,
): Promise<WirePage | Response> {
  const { version, who, now } = asking;
  const planned = planList(version.app, who, request, now);
  if (isRefusal(planned)) return refusedAnswer(asking, planned);
  const { page } = await plannedPage(asking, request, countTo === undefined ? planned : { ...planned, countTo });
  return page;
}

/** The same of a plan that was made of the request, with the rows as the plan selected them. */
export async function plannedPage(
  asking: RequestContext,
  request: ListRequest,
  plan: ListPlan,
): Promise<{ readonly page: WirePage; readonly rows: readonly Row[] }> {
  const { version, runtime, who, now } = asking;
  const result = heldByPage(await runtime.store.list(weighed(version.app, plan), { principal: who, now }));
  const items = await recordsOf(
    asking,
    request.entity,
    result.rows.map((row) => row.id),
  );
  const last = result.rows.at(-1);
  const next = result.more && last !== undefined ? cursorAfter(version.app, who, request, plan, last) : null;
  return { page: { items, next, total: result.total }, rows: result.rows };
}

/** These records in their order, as this person reads them; without those that they may not. */
export async function recordsOf(asking: RequestContext, entity: string, ids: readonly string[]): Promise<WireRecord[]> {
  const { facts, wire: made } = await loadRecords(
    asking,
    ids.map((id) => ({ entity, id })),
  );
  return ids.flatMap((id) => {
    const row = facts.row(entity, id);
    const wire = row ? made(row) : null;
    return wire === null ? [] : [wire];
  });
}

/** A record as this person reads it; null when they may not. */
export function wireOf(asking: RequestContext, row: Row, facts: Facts): WireRecord | null {
  const { version, runtime, who, now } = asking;
  return wireRecord(version.app, who, row, facts, now, localeOf(version), runtime.dev);
}

/** The same of a record as it was committed: what was answered with it before is kept while it holds. */
function readOf({ version, runtime, who, now }: RequestContext, row: Row, facts: Facts): WireRecord | null {
  return cachedRecord(version.app, who, row, facts, now, runtime.dev);
}

/** Several needs as one. */
export function allNeeds(parts: readonly Needs[]): Needs {
  return {
    rows: parts.flatMap((part) => part.rows),
    unique: parts.flatMap((part) => part.unique),
    files: parts.flatMap((part) => part.files),
    referrers: parts.flatMap((part) => part.referrers),
    questions: parts.flatMap((part) => part.questions ?? []),
  };
}
