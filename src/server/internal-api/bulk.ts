import type { Intent, Json } from '../../engine/core/intent.ts';
import { filesSent, withFiles } from '../../engine/input/input-files.ts';
import { readJson } from '../api/latest-version.ts';
import { keyOf, performIntent } from '../api/write-record.ts';
import { hashOfText, randomToken } from '../core/document-hash.ts';
import { jsonAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { answerError } from '../http/fault-response.ts';
import type { RequestContext } from '../runtime/request-context.ts';

const mostRows = 200;

/** The same to be done to several rows. */
export interface Bulk {
  readonly entity: string;
  /** What is done to each row. */
  readonly does: { readonly kind: 'event'; readonly event: string } | { readonly kind: 'delete' | 'restore' };
  readonly input: Json;
  readonly rows: readonly { readonly id: string; readonly etag: string | undefined }[];
}

/**
 * `POST /_/bulk { entity, event | delete: true | restore: true, input?, rows: [{ id, etag }] }`: for each row one decision
 * and one transaction, as if it were asked for alone; an upload that is sent is one of each row's own. Answers the outcome
 * of each, in order: a status with the record or the problem.
 */
export async function postBulk(initial: RequestContext): Promise<Response> {
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context } = body;
  const bulk = bulkOf(body.value);
  if (typeof bulk === 'string') return standardAnswer(context, 'UNREADABLE', { reason: bulk });
  if (!context.version.compiled.schema.entities.has(bulk.entity))
    return standardAnswer(context, 'NOT_FOUND', { entity: 'list' });
  const key = keyOf(context);
  if (key instanceof Response) return key;
  return jsonAnswer(context, { outcomes: await outcomesOf(context, bulk, key) });
}

/** What became of a row: its record after it, or the problem. */
interface Outcome {
  readonly id: string;
  readonly status: number;
  readonly record?: Json;
  readonly problem?: Json;
}

/** One decision and one transaction for each of the rows. `key`: makes each harmless when it is sent again. */
export async function outcomesOf(context: RequestContext, bulk: Bulk, key: string | null): Promise<readonly Outcome[]> {
  const inputOf = await inputsOf(context, bulk);
  const { entity, does, input } = bulk;
  // Of all rows at once: what is done to each may be long.
  const sharedHash = key === null ? '' : hashOfText(JSON.stringify([entity, does, input]));
  const outcomes = bulk.rows.map(async (row, index): Promise<Outcome> => {
    const asked = intentOf(bulk, row);
    const request = () => hashOfText(JSON.stringify([sharedHash, row.id, row.etag ?? null]));
    const idempotency = key === null ? null : { key: `${key} ${row.id}`, request: request() };
    const intent = asked.kind === 'event' ? { ...asked, input: inputOf(index) } : asked;
    // What became of the other rows is told whatever happens to this one.
    const answer = await performIntent(context, intent, idempotency).catch((error: unknown) =>
      answerError(context, error),
    );
    const text = await answer.text();
    const content: Json = text === '' ? null : JSON.parse(text);
    return answer.ok
      ? { id: row.id, status: answer.status, record: content }
      : { id: row.id, status: answer.status, problem: content };
  });
  return Promise.all(outcomes);
}

/** Of all rows together. Further files are as they were sent: the first row takes them, and for the others there are none. */
const MOST_COPIES = 2_000;

/** What is sent for each row: a file that is sent once for all of them is one of each row's own. */
async function inputsOf({ runtime, version, principal }: RequestContext, bulk: Bulk): Promise<(index: number) => Json> {
  const { entity, does, input, rows } = bulk;
  const sent = does.kind === 'event' ? filesSent(version.compiled, entity, input) : [];
  const copies = new Map<string, readonly string[]>();
  for (const token of principal.row === null ? [] : sent.slice(0, Math.floor(MOST_COPIES / rows.length))) {
    const own = rows.map(randomToken);
    if (await runtime.store.copyUpload(token, principal.row?.id ?? '', own)) copies.set(token, own);
  }
  if (copies.size === 0) return () => input;
  return (index) => withFiles(version.compiled, entity, input, (token) => copies.get(token)?.[index] ?? token);
}

function intentOf({ entity, does, input }: Bulk, { id, etag }: Bulk['rows'][number]): Intent {
  const shared = { entity, id, call: null, ifMatch: etag };
  return does.kind === 'event' ? { ...does, input, ...shared } : { kind: does.kind, ...shared };
}

const MEMBERS: readonly string[] = ['entity', 'event', 'delete', 'restore', 'input', 'rows'];

/** The body read, or what is wrong with it. */
function bulkOf(body: Json): Bulk | string {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return 'its body must be an object';
  const given = new Map<string, Json>(Object.entries(body));
  const unknown = [...given.keys()].find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `nothing is called “${unknown}” here`;
  const entity = given.get('entity');
  const rows = given.get('rows');
  if (typeof entity !== 'string') return '“entity” must name an entity';
  const does = doesOf(given);
  if (does === null) return 'either “event” names an event, or “delete” or “restore” is true';
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > mostRows)
    return `“rows” must hold 1 to ${mostRows} rows`;
  const read = rows.map(rowOf);
  const valid = read.filter((row) => row !== null);
  if (valid.length < read.length) return 'each row must have an “id” and may have an “etag”';
  if (new Set(valid.map((row) => row.id)).size < valid.length) return 'a row stands there twice';
  return { entity, does, input: given.get('input') ?? {}, rows: valid };
}

/** Null where it is not said, or more than one thing is. */
export function doesOf(given: ReadonlyMap<string, Json>): Bulk['does'] | null {
  const event = given.get('event') ?? null;
  const stated: Bulk['does'][] = [
    ...(typeof event === 'string' ? [{ kind: 'event', event } as const] : []),
    ...(['delete', 'restore'] as const).filter((kind) => given.get(kind) === true).map((kind) => ({ kind })),
  ];
  const [does = null] = stated;
  return stated.length === 1 ? does : null;
}

function rowOf(row: Json): Bulk['rows'][number] | null {
  if (row === null || typeof row !== 'object' || !('id' in row) || typeof row.id !== 'string') return null;
  const etag = 'etag' in row ? row.etag : undefined;
  return etag === undefined || typeof etag === 'string' ? { id: row.id, etag } : null;
}
