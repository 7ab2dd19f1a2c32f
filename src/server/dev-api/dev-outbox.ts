import { letterIn } from '../../engine/core/letter.ts';
import type { WireDevOutbox } from '../../engine/core/wire-format.ts';
import { EMAIL } from '../../expressions/syntax/recipients.ts';
import type { OutboxEntry } from '../../store/core/store.ts';
import { isOnThisMachine } from '../core/outgoing-request.ts';
import { emptyAnswer, jsonAnswer, standardAnswer } from '../http/answer.ts';
import { wireOutbox } from '../internal-api/records.ts';
import { addressOf, deliverNow } from '../jobs/send-outbox.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

const mostEntries = 200;

/**
 * `GET /_/dev/outbox`, in development: all outbox entries, newest first, regardless of permissions on their records.
 */
export async function getDevOutbox(context: RequestContext): Promise<Response> {
  const { runtime } = context;
  if (!runtime.dev) return standardAnswer(context, 'NOT_FOUND', { entity: 'page' });
  const entries = await runtime.store.outbox(null, mostEntries);
  return jsonAnswer(context, { items: entries.map((entry) => wireDevOutbox(context, entry)) });
}

/** `POST /_/dev/outbox/:entry/send`, in development: sends an entry now, to any address. */
export async function postDevOutbox(context: RequestContext): Promise<Response> {
  const { runtime } = context;
  if (!runtime.dev || runtime.send === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'page' });
  const isSent = await deliverNow(runtime, runtime.send, param(context, 'entry'));
  return isSent ? emptyAnswer(context) : standardAnswer(context, 'NOT_FOUND', { entity: 'delivery' });
}

function wireDevOutbox(context: RequestContext, entry: OutboxEntry): WireDevOutbox {
  const { entity, record, body } = entry;
  const call = context.version.compiled.calls.get(entry.call)?.call ?? null;
  const letter = entry.call === EMAIL ? letterIn(body) : null;
  const url = letter !== null ? `mailto:${letter.to}` : call === null ? null : addressOf(context.version, call.path);
  return {
    ...wireOutbox(context, entry),
    entity,
    record,
    method: letter === null ? (call?.method ?? null) : 'E-mail',
    url,
    body,
    isLocal: url !== null && isOnThisMachine(url),
  };
}
