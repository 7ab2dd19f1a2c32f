import type { Intent, Json } from '../../engine/core/intent.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { filesSent, withFiles } from '../../engine/input/input-files.ts';
import { readJson } from '../api/latest-version.ts';
import { keyOf, performIntent } from '../api/write-record.ts';
import { hashOfText, randomToken } from '../core/document-hash.ts';
import { jsonAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { answerError } from '../http/fault-response.ts';
import { collectCan } from '../http/shared-can.ts';
import type { RequestContext } from '../runtime/request-context.ts';

const mostRows = 200;

/** One action on several rows. */
export interface Bulk {
  readonly entity: string;
  /** The action on each row. */
  readonly does: { readonly kind: 'event'; readonly event: string } | { readonly kind: 'delete' | 'restore' };
  readonly input: Json;
  readonly rows: readonly { readonly id: string; readonly etag: string | undefined }[];
}

/**
 * `POST /_/bulk { entity, event | delete: true | restore: true, input?, rows: [{ id, etag }] }`: performs one decision
 * and one transaction per row, as if requested separately. A sent upload is copied for each row. Answers with the
 * outcome of each row in order: a status, and the record or the problem.
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
  return jsonAnswer(context, withSharedCan(context, await outcomesOf(context, bulk, key)));
}

/** The outcome of a row: its record afterwards, or the problem. */
interface Outcome {
  readonly id: string;
  readonly status: number;
  readonly record?: WireRecord | null;
  readonly problem?: Json;
}

/**
 * Performs the action on each row, in one decision and one transaction each. `key`: makes repeating the request
 * harmless.
 */
export async function outcomesOf(context: RequestContext, bulk: Bulk, key: string | null): Promise<readonly Outcome[]> {
  const inputOf = await inputsOf(context, bulk);
  const { entity, does, input } = bulk;
  // Hashed once for all rows, because the input may be long.
  const sharedHash = key === null ? '' : hashOfText(JSON.stringify([entity, does, input]));
  const outcomes = bulk.rows.map(async (row, index): Promise<Outcome> => {
    const asked = intentOf(bulk, row);
    const request = () => hashOfText(JSON.stringify([sharedHash, row.id, row.etag ?? null]));
    const idempotency = key === null ? null : { key: `${key} ${row.id}`, request: request() };
    const intent = asked.kind === 'event' ? { ...asked, input: inputOf(index) } : asked;
    // An exception at one row must not hide the outcomes of the others.
    const answer = await performIntent(context, intent, idempotency).catch((error: unknown) =>
      answerError(context, error),
    );
    const text = await answer.text();
    const content = text === '' ? null : JSON.parse(text);
    return answer.ok
      ? { id: row.id, status: answer.status, record: content }
      : { id: row.id, status: answer.status, problem: content };
  });
  return Promise.all(outcomes);
}

/** Returns outcomes as members of the response, in which their records share permissions. */
export function withSharedCan<T extends Outcome>({ version }: RequestContext, outcomes: readonly T[]) {
  const { withIndex, shared } = collectCan(version.compiled);
  const sent = outcomes.map((outcome) => ({
    ...outcome,
    ...(outcome.record && { record: withIndex(outcome.record) }),
  }));
  return { outcomes: sent, _: shared };
}

/**
 * Maximum number of file copies for all rows together. Further files are sent as they are: the first row attaches them
 * and the others fail.
 */
const MOST_COPIES = 2_000;

/** Returns the input of each row. A file that was sent once is copied for each row. */
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

/** Returns the parsed body, or what is wrong with it. */
function bulkOf(body: Json): Bulk | string {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return 'its body must be an object';
  const given = new Map<string, Json>(Object.entries(body));
  const unknown = [...given.keys()].find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `its member “${unknown}” is not known`;
  const entity = given.get('entity');
  const rows = given.get('rows');
  if (typeof entity !== 'string') return '“entity” must name an entity';
  const does = doesOf(given);
  if (does === null) return 'exactly one of “event”, “delete” and “restore” must be given';
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > mostRows)
    return `“rows” must hold 1 to ${mostRows} rows`;
  const read = rows.map(rowOf);
  const valid = read.filter((row) => row !== null);
  if (valid.length < read.length) return 'each row must have an “id” and may have an “etag”';
  if (new Set(valid.map((row) => row.id)).size < valid.length) return 'it contains a row twice';
  return { entity, does, input: given.get('input') ?? {}, rows: valid };
}

/** Returns the action in a body; null if there is none or more than one. */
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
