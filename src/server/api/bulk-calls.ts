import type { Intent } from '../../engine/core/intent.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { BulkDeed, Call } from '../../model/types/model.ts';
import { hashOfText } from '../core/document-hash.ts';
import { newId } from '../core/new-id.ts';
import { jsonAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { answerError } from '../http/fault-response.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { findAddressedRecord, findByCondition } from './addressed-record.ts';
import { matchFor } from './contract.ts';
import { readJson } from './latest-version.ts';
import { belongsToParents, fillFromPath, findParents, missingParent, type Parents } from './parent-ids.ts';
import { withIds } from './record-keys.ts';
import { fieldsFromBody, statedOptions } from './response-shape.ts';
import { keyOf, performIntent } from './write-record.ts';

/** Maximum number of items in a request. */
const MOST_ITEMS = 200;

/** The outcome of an item: its status, and the record or the error. */
type Outcome = { readonly status: number; readonly record?: Json } | { readonly status: number; readonly error: Json };

/**
 * Answers a bulk call, whose body is a list: of new records, of changes with the `id` of their records, or of ids.
 * Each item is decided and written on its own, in the order of the list, and answered at its place.
 */
export async function answerBulk(initial: RequestContext, call: Call, does: BulkDeed): Promise<Response> {
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context, value } = body;
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_ITEMS)
    return standardAnswer(context, 'UNREADABLE', { reason: `its body must be a list of 1 to ${MOST_ITEMS} items` });
  const key = keyOf(context, call.id);
  if (key instanceof Response) return key;
  const parents = await findParents(context, call.id);
  if ('missing' in parents) return missingParent(context, parents);
  const bulk: Bulk = { context, call, does, parents };
  const results: Outcome[] = [];
  for (const [index, item] of (value as readonly Json[]).entries()) {
    const request = () => hashOfText(JSON.stringify([call.id, context.url.pathname, item]));
    const idempotency = key === null ? null : { key: `${key} ${index}`, request: request() };
    // An exception at one item must not hide the outcomes of the others.
    const answer = await answerItem(bulk, item, idempotency).catch((error: unknown) => answerError(context, error));
    results.push(await outcomeOf(answer));
  }
  return jsonAnswer(context, { results }, { status: 200, ...statedOptions(context, call.id, {}) });
}

interface Bulk {
  readonly context: RequestContext;
  readonly call: Call;
  readonly does: BulkDeed;
  readonly parents: Parents;
}

async function answerItem(
  { context, call, does, parents }: Bulk,
  item: Json,
  idempotency: Parameters<typeof performIntent>[2],
): Promise<Response> {
  const { entity } = does;
  if (does.act === 'create') {
    const created = await withIds(context, call.id, fieldsFromBody(context, call.id, item));
    const filled = fillFromPath(context, entity, created, parents);
    const intent = { kind: 'create', entity, id: newId(context.now), call: call.id, ...filled } as const;
    return performIntent(context, intent, idempotency);
  }
  const { id: named, etag, rest } = addressIn(item);
  if (named === null)
    return standardAnswer(context, 'UNREADABLE', { reason: 'each item must state the “id” of its record' });
  const found = await findAddressedRecord(context, entity, named, { parameter: 'id', call: call.id });
  const among = await findByCondition(found.context, entity, call.id, found.id);
  const id = (await belongsToParents(found.context, entity, among, parents)) ? among : '';
  const shared = { entity, id, call: call.id, ifMatch: etag ?? matchFor(context, call.id) };
  const input = await withIds(context, call.id, fieldsFromBody(context, call.id, rest));
  return performIntent(found.context, intentOf(does, input, shared), idempotency);
}

type Shared = Pick<Extract<Intent, { readonly kind: 'delete' }>, 'entity' | 'id' | 'call' | 'ifMatch'>;

function intentOf({ act, event }: BulkDeed, input: Json, shared: Shared): Intent {
  if (act === 'event') return { kind: 'event', event: event ?? '', input, ...shared };
  return act === 'change' ? { kind: 'change', input, ...shared } : { kind: 'delete', ...shared };
}

/** Separates the id and the ETag of an item from its other members. A text is an id alone. */
function addressIn(item: Json): { readonly id: string | null; readonly etag: string | null; readonly rest: Json } {
  if (typeof item === 'string' || typeof item === 'number') return { id: String(item), etag: null, rest: {} };
  if (!isObject(item)) return { id: null, etag: null, rest: {} };
  const [id, etag] = [member(item, 'id'), member(item, 'etag')];
  const rest = Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'id' && name !== 'etag')) as Json;
  const isNamed = typeof id === 'string' || typeof id === 'number';
  return { id: isNamed ? String(id) : null, etag: typeof etag === 'string' ? etag : null, rest };
}

async function outcomeOf(answer: Response): Promise<Outcome> {
  const text = await answer.text();
  const content: Json = text === '' ? null : JSON.parse(text);
  const { status } = answer;
  if (answer.ok) return content === null ? { status } : { status, record: content };
  return { status, error: content };
}
