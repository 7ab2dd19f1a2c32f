import type { WireNotification } from '../../engine/core/wire-format.ts';
import type { InboxEntry } from '../../store/core/store.ts';
import { readJson } from '../api/latest-version.ts';
import { loadFacts, wireOf } from '../api/read-record.ts';
import { emptyAnswer, jsonAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';

const mostEntries = 100;

/**
 * `GET /_/inbox`: the person's notifications, newest first. The title is included only if they may still read the
 * record.
 */
export async function getInbox(context: RequestContext): Promise<Response> {
  const { version, runtime, principal } = context;
  if (principal.row === null) return standardAnswer(context, 'NOT_SIGNED_IN');
  const entries = (await runtime.store.inbox(principal.row.id, mostEntries)).filter(({ entity }) =>
    version.compiled.schema.entities.has(entity),
  );
  const facts = await loadFacts(
    context,
    entries.map(({ entity, record }) => ({ entity, id: record })),
  );
  const titleOf = ({ entity, record }: InboxEntry) => {
    const row = facts.row(entity, record);
    return (row ? wireOf(context, row, facts) : null)?._.title ?? null;
  };
  const items = entries.map((entry): WireNotification => {
    const { id, entity, record, event, read } = entry;
    return { id, at: new Date(entry.at).toISOString(), entity, record, title: titleOf(entry), event, read };
  });
  return jsonAnswer(context, { items, unread: items.filter((item) => !item.read).length });
}

/** `POST /_/inbox { read: [id, …] }`: marks own notifications as read. */
export async function postInbox(initial: RequestContext): Promise<Response> {
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context, value: given } = body;
  const { runtime, principal } = context;
  if (principal.row === null) return standardAnswer(context, 'NOT_SIGNED_IN');
  const ids = given !== null && typeof given === 'object' && 'read' in given ? given.read : null;
  if (!Array.isArray(ids) || ids.length > mostEntries || !ids.every((id) => typeof id === 'string')) {
    return standardAnswer(context, 'UNREADABLE', {
      reason: `it must be { "read": [ids] } with at most ${mostEntries} ids`,
    });
  }
  await runtime.store.markInboxRead(principal.row.id, ids);
  return emptyAnswer(context);
}
