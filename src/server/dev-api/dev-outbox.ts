import type { WireDevOutbox } from '../../engine/core/wire-format.ts';
import type { OutboxEntry } from '../../store/core/store.ts';
import { isOnThisMachine } from '../core/outgoing-request.ts';
import { emptyAnswer, jsonAnswer, standardAnswer } from '../http/answer.ts';
import { wireOutbox } from '../internal-api/records.ts';
import { addressOf, deliverNow } from '../jobs/send-outbox.ts';
import { type Asking, param } from '../runtime/request-context.ts';

const mostEntries = 200;

/** `GET /_/dev/outbox`, in development: everything that is sent to the outside, newest first, whoever may read its record. */
export async function getDevOutbox(asking: Asking): Promise<Response> {
  const { runtime } = asking;
  if (!runtime.dev) return standardAnswer(asking, 'NOT_FOUND', { entity: 'page' });
  const entries = await runtime.store.outbox(null, mostEntries);
  return jsonAnswer(asking, { items: entries.map((entry) => wireDevOutbox(asking, entry)) });
}

/** `POST /_/dev/outbox/:entry/send`, in development: sends it now, wherever its address is. */
export async function postDevOutbox(asking: Asking): Promise<Response> {
  const { runtime } = asking;
  if (!runtime.dev || runtime.send === null) return standardAnswer(asking, 'NOT_FOUND', { entity: 'page' });
  const isSent = await deliverNow(runtime, runtime.send, param(asking, 'entry'));
  return isSent ? emptyAnswer(asking) : standardAnswer(asking, 'NOT_FOUND', { entity: 'delivery' });
}

function wireDevOutbox(asking: Asking, entry: OutboxEntry): WireDevOutbox {
  const { entity, record, body } = entry;
  const call = asking.version.app.calls.get(entry.call)?.call ?? null;
  const url = call === null ? null : addressOf(asking.version, call.path);
  return {
    ...wireOutbox(asking, entry),
    entity,
    record,
    method: call?.method ?? null,
    url,
    body,
    isLocal: url !== null && isOnThisMachine(url),
  };
}
