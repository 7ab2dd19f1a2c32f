import { contextOf } from '../engine/context.ts';
import type { Facts, Needs, RecordKey } from '../engine/facts.ts';
import { notFound, refusedOutright } from '../engine/found.ts';
import { cursorAfter, isRefusal, type ListRequest, planList } from '../engine/lists.ts';
import { moreRecordNeeds, recordNeeds } from '../engine/needs.ts';
import { wireRecord } from '../engine/record.ts';
import { NO_FACTS } from '../engine/recording.ts';
import type { WirePage, WireRecord } from '../engine/wire.ts';
import type { Row } from '../fields/value.ts';
import { type AnswerOptions, JSON_TYPE, refusedAnswer, standardAnswer, textAnswer } from './answer.ts';
import { type Asking, localeOf } from './asking.ts';
import { pageText, recordText } from './record-text.ts';

/** A record that this person may read, with what is known about it; or the refusal. */
export type Loaded =
  | { readonly row: Row; readonly facts: Facts; readonly wire: WireRecord }
  | { readonly refused: Response };

/**
 * Loads one record. Who may read no record of the entity at all is told so; a record that they may not read is
 * answered exactly as one that never was.
 */
export async function loadRecord(asking: Asking, entity: string, id: string): Promise<Loaded> {
  const { version, who, now } = asking;
  const prepared = version.app.entities.get(entity);
  if (prepared === undefined) return { refused: standardAnswer(asking, 'NOT_FOUND', { entity: 'record' }) };
  const outright = refusedOutright(contextOf(version.app, who, NO_FACTS, now), prepared, ['read']);
  if (outright !== null) return { refused: refusedAnswer(asking, outright) };
  const facts = await loadFacts(asking, [{ entity, id }]);
  const row = facts.row(entity, id) ?? null;
  const wire = row === null ? null : wireOf(asking, row, facts);
  if (row === null || wire === null) return { refused: refusedAnswer(asking, notFound(version, prepared)) };
  return { row, facts, wire };
}

/** Everything that answering with these records reads, and what is needed besides. */
export function loadFacts(
  { version, runtime, who, now }: Pick<Asking, 'version' | 'runtime' | 'who' | 'now'>,
  keys: readonly RecordKey[],
  besides: readonly Needs[] = [],
): Promise<Facts> {
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
  if (app.questions.size === 0) return runtime.store.load(needs);
  const all = [...keys, ...besides.flatMap(({ rows }) => rows)];
  return runtime.store.load(needs, (facts) => moreRecordNeeds(app, who, all, facts, now));
}

/** One record, with its ETag. */
export async function answerRecord(asking: Asking, entity: string, id: string): Promise<Response> {
  const loaded = await loadRecord(asking, entity, id);
  return 'refused' in loaded ? loaded.refused : recordAnswer(asking, loaded.wire);
}

/** A record as an answer, with its ETag. */
export function recordAnswer(asking: Asking, record: WireRecord, options: AnswerOptions = {}): Response {
  const { text, mark } = recordText(asking.version.app, record);
  return textAnswer(asking, text, { mediaType: JSON_TYPE, mark, etag: record._.etag, ...options });
}

/** A page of a call's or a screen's list, narrowed by what the person asks for. `from` null: of the entity as such. */
export async function answerList(
  asking: Asking,
  entity: string,
  from: string | null,
  query: ListRequest['query'],
): Promise<Response> {
  const page = await listPage(asking, { entity, from, query, secret: asking.runtime.secret });
  if (page instanceof Response) return page;
  const { text, mark } = pageText(asking.version.app, page);
  return textAnswer(asking, text, { mediaType: JSON_TYPE, mark });
}

/** The same as data. */
export async function listPage(asking: Asking, request: ListRequest): Promise<WirePage | Response> {
  const { version, runtime, who, now } = asking;
  const plan = planList(version.app, who, request, now);
  if (isRefusal(plan)) return refusedAnswer(asking, plan);
  const result = await runtime.store.list(plan, { who, now });
  const ids = result.rows.map((row) => row.id);
  const facts = await loadFacts(
    asking,
    ids.map((id) => ({ entity: request.entity, id })),
  );
  const items = ids.flatMap((id) => {
    const row = facts.row(request.entity, id);
    const wire = row ? wireOf(asking, row, facts) : null;
    return wire === null ? [] : [wire];
  });
  const last = result.rows.at(-1);
  const next = result.more && last !== undefined ? cursorAfter(version.app, who, request, plan, last) : null;
  return { items, next, total: result.total };
}

/** A record as this person reads it; null when they may not. */
export function wireOf(asking: Asking, row: Row, facts: Facts): WireRecord | null {
  const { version, runtime, who, now } = asking;
  return wireRecord(version.app, who, row, facts, now, localeOf(version), runtime.dev);
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
