import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import { all, type DbProgram, get, run, send } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';
import type { ChangedRecord } from '../core/store.ts';
import type { ChangedVersion, CommittedChanges } from './known-changes.ts';

/**
 * The table `changes`: each write stores in its own transaction what it changed. `versions` holds the changed records
 * with their new versions; if it is empty, anything may have changed. `changes` holds the records before and after.
 */

/** How long changes are stored. */
const RETENTION_MS = 60 * 60 * 1000;
/** A node that did not look for so long may have missed changes. */
export const MAX_UNCHECKED_MS = RETENTION_MS / 2;

/** The writing process and the number of the write, which identify a commit. */
export interface CommitKey {
  readonly node: string;
  readonly number: number;
}

/** Stores the changes of a write within its transaction. */
export function* storeChanges(
  { node, number }: CommitKey,
  versions: CommittedChanges,
  changes: readonly ChangedRecord[],
): DbProgram<void> {
  yield* send('INSERT INTO changes (node, number, versions, changes) VALUES (?, ?, ?, ?)', [
    node,
    number,
    versions === null ? null : JSON.stringify(versions),
    JSON.stringify(changes),
  ]);
}

/** Returns the written records with their versions after the write. */
export function versionsOf(layout: Layout, changes: readonly ChangedRecord[]): readonly ChangedVersion[] {
  return changes.flatMap(({ entity, id, kind, before, after }) => {
    const table = layout.tables.get(entity);
    if (kind === 'comment' || table === undefined) return [];
    return [[table.physical, id, after?.version ?? (before?.version ?? 0) + 1] as const];
  });
}

/**
 * Returns whether a commit whose answer was lost was stored. If not, it never will be: this occupies its number. Waits
 * for a transaction that is still writing this number. Repeated calls return the same.
 */
export function* wasCommitted({ node, number }: CommitKey): DbProgram<boolean> {
  const sql =
    "INSERT INTO changes (node, number, versions, changes) VALUES (?, ?, '[]', '[]') ON CONFLICT (node, number) DO NOTHING";
  yield* run(sql, [node, number]);
  const there = yield* get('SELECT changes FROM changes WHERE node = ? AND number = ?', [node, number]);
  return there !== undefined && there[0] !== '[]';
}

/** Deletes changes after the time for which they are stored. */
export function* dropOldChanges(): DbProgram<void> {
  yield* run('DELETE FROM changes WHERE at < now() - make_interval(secs => ?)', [RETENTION_MS / 1000]);
}

/** The transactions that had ended at a moment: those below `max` except `running`. */
export interface Snapshot {
  readonly max: string;
  readonly running: readonly string[];
}

export interface LoggedCommit {
  readonly versions: CommittedChanges;
  /** Null if the records were not requested. */
  readonly changes: readonly ChangedRecord[] | null;
}

const SINCE = 'SELECT snapshot, commit_id, commit_versions, commit_changes FROM commits_since(?, ?, ?, ?)';

/** Returns the snapshot of now, and what other nodes committed between `since` and now. One statement reads both. */
export function* commitsSince(
  since: Snapshot,
  { node, withRecords }: { readonly node: string; readonly withRecords: boolean },
): DbProgram<{ readonly snapshot: Snapshot; readonly commits: readonly LoggedCommit[] }> {
  const rows = yield* all(SINCE, [withRecords ? 1 : 0, since.max, since.running.join(','), node]);
  // Without any commit there is one row, for the snapshot.
  const commits = rows.flatMap(([, id, versions, changes]): LoggedCommit[] =>
    id === null
      ? []
      : [
          {
            versions: versions === null ? null : (JSON.parse(String(versions)) as readonly ChangedVersion[]),
            changes: changes === null ? null : (JSON.parse(String(changes)) as ChangedRecord[]).map(changeFromJson),
          },
        ],
  );
  return { snapshot: snapshotOf(String(rows[0]?.[0])), commits };
}

export function* currentSnapshot(): DbProgram<Snapshot> {
  return snapshotOf(String((yield* get('SELECT pg_current_snapshot()::text'))?.[0]));
}

/** PostgreSQL prints `lowest:max:running,running`. */
function snapshotOf(text: string): Snapshot {
  const [, max = '', running = ''] = text.split(':');
  return { max, running: running === '' ? [] : running.split(',') };
}

const changeFromJson = (change: ChangedRecord): ChangedRecord => ({
  ...change,
  before: rowOf(change.before),
  after: rowOf(change.after),
});

/** Copies values into objects without a prototype, because field names may equal names of object methods. */
function rowOf(row: Row | null): Row | null {
  if (row === null) return null;
  const values = noValues();
  for (const [name, value] of Object.entries(row.values))
    values[name] = isLines(value) ? value.flatMap((line) => rowOf(line) ?? []) : value;
  return { ...row, values };
}

function isLines(value: Value): value is readonly Row[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'object' && each !== null && 'values' in each)
  );
}
