import type { Write } from '../../engine/context/verdict.ts';
import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Row } from '../../fields/text/value.ts';
import { all, type DbProgram, get, run, send } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import type { Actor, InboxEntry, OutboxEntry, StoredAuthority, StoredHistory } from '../core/store.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { derivedColumns, entryDecoder, entryText } from './created-values.ts';

/** Author, time and document version of a write. */
export interface Stamp {
  readonly actor: Actor;
  readonly now: number;
  readonly documentHash: string;
}

type WriteOf<K extends Write['kind']> = Extract<Write, { readonly kind: K }>;

/** Returns the person's id; null for the product and for a guest, whose id is empty. */
export function personOf(actor: Actor): string | null {
  return actor.kind === 'person' && actor.person !== '' ? actor.person : null;
}

function actingOf(actor: Actor): number {
  return actor.kind === 'person' && actor.acting ? 1 : 0;
}

/** `created`: the record, if the same write creates it. */
export function* writeHistory(
  layout: Layout,
  { entry }: WriteOf<'history'>,
  created: Row | null,
  mark: Stamp,
): DbProgram<void> {
  const table = layout.tables.get(entry.entity);
  if (table === undefined) return;
  const { actor, now, documentHash } = mark;
  yield* send(
    'INSERT INTO history (entity, record, at, person, acting, event, document, changes, notes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    [
      table.physical,
      entry.id,
      now,
      personOf(actor),
      actingOf(actor),
      entry.event,
      documentHash,
      entryText(entry, created, layout, table),
      JSON.stringify(entry.notes),
    ],
  );
}

/** Returns the number of the newest entry; 0 if there is none. */
export function* lastEntry(): DbProgram<number> {
  return Number((yield* get('SELECT max(id) FROM history'))?.[0] ?? 0);
}

/** Bytes of changes beyond which older entries are omitted. A change of a long text contains the text twice. */
const MOST_HISTORY = 1_000_000;

/** Returns the newest entries first: at most `limit`, and about a megabyte. */
export function* readHistory(layout: Layout, { entity, id }: RecordKey, limit: number): DbProgram<StoredHistory[]> {
  const table = layout.tables.get(entity);
  if (table === undefined) return [];
  const columns = derivedColumns(table).map(({ physical }) => `, t.${physical}`);
  // One statement, so that the row is as old as the entries.
  const sql = `SELECT h.id, h.at, h.person, h.acting, h.event, h.document, h.changes, h.notes${columns.join('')} FROM
      (SELECT *, SUM(octet_length(changes)) OVER (ORDER BY id DESC) - octet_length(changes) AS newer FROM
        (SELECT * FROM history WHERE record = ? AND entity = ? ORDER BY id DESC LIMIT ?) AS latest) AS h
    LEFT JOIN ${table.physical} AS t ON t.id = h.record AND h.changes LIKE '+%'
    WHERE newer < ${MOST_HISTORY} ORDER BY h.id DESC`;
  const decoded = entryDecoder(layout, table);
  return (yield* all(sql, [id, table.physical, limit])).map(
    ([entry, at, person, acting, event, document, changes, notes, ...row]) => ({
      entity,
      id,
      at: Number(at),
      actor: actorOf(person ?? null, acting ?? null),
      event: String(event),
      documentHash: String(document),
      changes: decoded({ id: Number(entry), changes: String(changes), row }),
      notes: JSON.parse(String(notes)) as string[],
    }),
  );
}

function actorOf(person: unknown, acting: unknown): Actor {
  return typeof person === 'string' ? { kind: 'person', person, acting: acting === 1 } : { kind: 'product' };
}

export function* writeAuthority(write: WriteOf<'authority'>, { actor, now, documentHash }: Stamp): DbProgram<void> {
  yield* send(
    'INSERT INTO authority (at, person, acting, entity, record, field, before, after, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    [
      now,
      personOf(actor),
      actingOf(actor),
      write.entity,
      write.id,
      write.field,
      JSON.stringify(write.from),
      JSON.stringify(write.to),
      documentHash,
    ],
  );
}

/** Newest first. */
export function* readAuthority(limit: number): DbProgram<StoredAuthority[]> {
  const sql =
    'SELECT at, person, acting, entity, record, field, before, after, document FROM authority ORDER BY id DESC LIMIT ?';
  return (yield* all(sql, [limit])).map(([at, person, acting, entity, record, field, before, after, document]) => ({
    at: Number(at),
    actor: actorOf(person ?? null, acting ?? null),
    entity: String(entity),
    id: String(record),
    field: String(field),
    from: JSON.parse(String(before)),
    to: JSON.parse(String(after)),
    documentHash: String(document),
  }));
}

export function* writeInbox(table: Table, { id, person, event }: WriteOf<'notify'>, { now }: Stamp): DbProgram<void> {
  yield* send('INSERT INTO inbox (person, at, entity, record, event) VALUES (?, ?, ?, ?, ?)', [
    person,
    now,
    table.physical,
    id,
    event,
  ]);
}

/** Newest first; omits entities that the document no longer has. */
export function* readInbox(layout: Layout, person: string, limit: number): DbProgram<InboxEntry[]> {
  const sql = 'SELECT id, at, entity, record, event, read FROM inbox WHERE person = ? ORDER BY id DESC LIMIT ?';
  return (yield* all(sql, [person, limit])).flatMap(([id, at, physical, record, event, read]) => {
    const table = layout.byPhysical.get(String(physical));
    if (table === undefined) return [];
    return [
      {
        id: String(id),
        at: Number(at),
        entity: table.entity,
        record: String(record),
        event: String(event),
        read: read === 1,
      },
    ];
  });
}

/** Marks only entries of this person; ignores other ids. */
export function* markRead(person: string, ids: readonly string[], words: DialectTexts): DbProgram<void> {
  const sql = `UPDATE inbox SET read = 1 WHERE person = ? AND CAST(id AS TEXT) ${words.inList('?')}`;
  yield* run(sql, [person, JSON.stringify(ids)]);
}

export function* writeOutbox(table: Table, write: WriteOf<'outbox'>, { now, actor }: Stamp): DbProgram<void> {
  const row = yield* get(
    `INSERT INTO outbox (at, entity, record, call, event, waits_for, state) VALUES (?, ?, ?, ?, ?, ?, 'waiting') RETURNING id`,
    [now, table.physical, write.id, write.call, write.event, write.waitsFor],
  );
  yield* send(
    `INSERT INTO deliveries (id, key, body, person, attempts, due, claimed, state) VALUES (?, ?, ?, ?, 0, ?, 0, 'waiting')`,
    [Number(row?.[0]), globalThis.crypto.randomUUID(), write.body, personOf(actor), now],
  );
}

/** Newest first; of one record, or of all if `key` is null. */
export function* readOutbox(layout: Layout, key: RecordKey | null, limit: number): DbProgram<OutboxEntry[]> {
  const where = key === null ? '' : 'WHERE o.record = ? AND o.entity = ?';
  const parameters = key === null ? [] : [key.id, layout.tables.get(key.entity)?.physical ?? ''];
  const sql = `SELECT o.id, o.at, o.entity, o.record, o.call, o.event, o.waits_for, d.state, d.attempts, d.problem, d.body
    FROM outbox o LEFT JOIN deliveries d ON d.id = o.id ${where} ORDER BY o.id DESC LIMIT ?`;
  return (yield* all(sql, [...parameters, limit])).flatMap((row) => {
    const [id, at, physical, record, call, event, waitsFor, state, attempts, problem, body] = row;
    const table = layout.byPhysical.get(String(physical));
    if (table === undefined) return [];
    return [
      {
        id: String(id),
        at: Number(at),
        entity: table.entity,
        record: String(record),
        call: String(call),
        event: String(event),
        waitsFor: typeof waitsFor === 'string' ? waitsFor : null,
        state: state === 'sent' || state === 'dead' ? state : 'waiting',
        attempts: Number(attempts ?? 0),
        problem: typeof problem === 'string' ? problem : null,
        body: typeof body === 'string' ? body : null,
      },
    ];
  });
}
