import type { WireNotification } from '../../engine/core/wire-format.ts';
import type { InboxEntry } from '../../store/core/store.ts';
import { readJson } from '../api/latest-version.ts';
import { loadFacts, wireOf } from '../api/read-record.ts';
import { emptyAnswer, jsonAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import type { Asking } from '../runtime/request-context.ts';

const mostEntries = 100;

/** `GET /_/inbox`: what happened for this person, newest first, with titles only of what they may still read. */
export async function getInbox(asking: Asking): Promise<Response> {
  const { version, runtime, who } = asking;
  if (who.row === null) return standardAnswer(asking, 'NOT_SIGNED_IN');
  const entries = (await runtime.store.inbox(who.row.id, mostEntries)).filter(({ entity }) =>
    version.app.schema.entities.has(entity),
  );
  const facts = await loadFacts(
    asking,
    entries.map(({ entity, record }) => ({ entity, id: record })),
  );
  const titleOf = ({ entity, record }: InboxEntry) => {
    const row = facts.row(entity, record);
    return (row ? wireOf(asking, row, facts) : null)?._.title ?? null;
  };
  const items = entries.map((entry): WireNotification => {
    const { id, entity, record, event, read } = entry;
    return { id, at: new Date(entry.at).toISOString(), entity, record, title: titleOf(entry), event, read };
  });
  return jsonAnswer(asking, { items, unread: items.filter((item) => !item.read).length });
}

/** `POST /_/inbox { read: [id, …] }`: marks entries of one's own as read. */
export async function postInbox(asked: Asking): Promise<Response> {
  const body = await readJson(asked);
  if (!body.ok) return unreadableAnswer(asked, body);
  const { asking, value: given } = body;
  const { runtime, who } = asking;
  if (who.row === null) return standardAnswer(asking, 'NOT_SIGNED_IN');
  const ids = given !== null && typeof given === 'object' && 'read' in given ? given.read : null;
  if (!Array.isArray(ids) || ids.length > mostEntries || !ids.every((id) => typeof id === 'string')) {
    return standardAnswer(asking, 'UNREADABLE', {
      reason: `it must be { "read": [ids] } with at most ${mostEntries} ids`,
    });
  }
  await runtime.store.markInboxRead(who.row.id, ids);
  return emptyAnswer(asking);
}
