import type { Write } from '../../engine/context/verdict.ts';
import type { StoredComment } from '../../engine/core/needs-and-facts.ts';
import type { CommentPage, CommentPlan } from '../core/comments.ts';
import { all, type DbProgram, get, run, type SqlRow, send } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import type { ChangedRecord } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { personOf, type Stamp } from './history-log.ts';

export type CommentWrite = Extract<
  Write,
  { readonly kind: 'comment' | 'change comment' } | { readonly kind: 'remove comment' }
>;

const COLUMNS = 'id, entity, record, at, person, acting, text, changed, deleted';

export function* writeComment(table: Table, write: CommentWrite, { actor, now }: Stamp): DbProgram<void> {
  if (write.kind === 'comment') {
    const values = [write.comment, table.physical, write.id, now, personOf(actor) ?? ''];
    const acting = actor.kind === 'person' && actor.acting ? 1 : 0;
    yield* send('INSERT INTO comments (id, entity, record, at, person, acting, text) VALUES (?, ?, ?, ?, ?, ?, ?)', [
      ...values,
      acting,
      write.text,
    ]);
    return;
  }
  const [sets, values] =
    write.kind === 'change comment'
      ? (['text = ?, changed = ?', [write.text, now]] as const)
      : (['text = NULL, deleted = ?', [now]] as const);
  const count = yield* run(`UPDATE comments SET ${sets} WHERE id = ? AND record = ? AND deleted IS NULL`, [
    ...values,
    write.comment,
    write.id,
  ]);
  if (count !== 1) throw new StoreError('failed', 'The comment is not there any more, so nothing was written.');
}

/**
 * Returns the changes to publish for written comments: one for the record, with the people who received a notification.
 */
export function publishedComments(writes: readonly Write[]): ChangedRecord[] {
  const [first] = writes.filter((write) => isCommentWrite(write));
  if (first === undefined) return [];
  const notified = writes.flatMap((write) => (write.kind === 'notify' ? [write.person] : []));
  return [{ entity: first.entity, id: first.id, kind: 'comment', before: null, after: null, notifiedPeople: notified }];
}

function isCommentWrite(write: Write): write is CommentWrite {
  return write.kind === 'comment' || write.kind === 'change comment' || write.kind === 'remove comment';
}

/** Returns a comment by its id; null if there is none, or if the document no longer has its entity. */
export function* readComment(layout: Layout, id: string): DbProgram<StoredComment | null> {
  const row = yield* get(`SELECT ${COLUMNS} FROM comments WHERE id = ?`, [id]);
  return row === undefined ? null : commentOf(layout, row);
}

/** Returns null if the comment `before` does not belong to this record. */
export function* readComments(
  layout: Layout,
  { entity, id, before, limit }: CommentPlan,
): DbProgram<CommentPage | null> {
  const table = layout.tables.get(entity);
  if (table === undefined) return { items: [], more: false };
  const own = [id, table.physical];
  const last =
    before === null
      ? null
      : yield* get('SELECT at FROM comments WHERE record = ? AND entity = ? AND id = ?', [...own, before]);
  if (last === undefined) return null;
  const at = Number(last?.[0]);
  const [older, from] = last === null ? ['', []] : [' AND (at < ? OR (at = ? AND id < ?))', [at, at, before]];
  const sql = `SELECT ${COLUMNS} FROM comments WHERE record = ? AND entity = ?${older} ORDER BY at DESC, id DESC LIMIT ?`;
  const rows = yield* all(sql, [...own, ...from, limit + 1]);
  const items = rows.slice(0, limit).flatMap((row) => commentOf(layout, row) ?? []);
  return { items, more: rows.length > limit };
}

/** Deletes the comments of purged records. */
export function* deleteComments(table: Table, ids: string, words: DialectTexts): DbProgram<void> {
  yield* run(`DELETE FROM comments WHERE entity = ? AND record ${words.inList('?')}`, [table.physical, ids]);
}

function commentOf(layout: Layout, row: SqlRow): StoredComment | null {
  const [id, physical, record, at, person, acting, text, changed, deleted] = row;
  const table = layout.byPhysical.get(String(physical));
  if (table === undefined) return null;
  const moment = (value: unknown) => (value === null || value === undefined ? null : Number(value));
  return {
    entity: table.entity,
    id: String(record),
    comment: String(id),
    at: Number(at),
    person: String(person),
    acting: Number(acting) === 1,
    text: typeof text === 'string' ? text : null,
    changed: moment(changed),
    deleted: moment(deleted),
  };
}
