import { type BlobStore, inChunks, type StoredBlob } from '../core/blob-store.ts';
import { all, get, run } from '../core/db-program.ts';
import { StoreError } from '../core/store-error.ts';
import { postgres } from '../sql/postgres-dialect.ts';
import type { Transactions } from './postgres-transactions.ts';

/** Bytes of a file per row, and in memory at a time. */
export const PART = 1_000_000;
const TOGETHER = 500;
/** No upload takes this long: bytes that no row names by then are unused. */
const SETTLED = "at < now() - interval '1 hour'";

/** Stores blobs in the database, in parts, so that every node has them. */
export function postgresBlobs({ plain }: Transactions): BlobStore {
  const remove: BlobStore['remove'] = async (names) => {
    await plain(() => run(`DELETE FROM file_parts WHERE disk ${postgres.words.inList('?')}`, [JSON.stringify(names)]));
  };
  const part = async (name: string, place: number) => {
    const found = await plain(() => get('SELECT bytes FROM file_parts WHERE disk = ? AND part = ?', [name, place]));
    return found?.[0] instanceof Uint8Array ? new Uint8Array(found[0]) : null;
  };
  return {
    put: async (name, bytes) => {
      // After a lost connection the part may already exist.
      const sql = 'INSERT INTO file_parts (disk, part, bytes) VALUES (?, ?, ?) ON CONFLICT (disk, part) DO NOTHING';
      try {
        let place = 0;
        for await (const piece of inChunks(bytes, PART)) {
          const at = place++;
          await plain(() => run(sql, [name, at, piece]));
        }
      } catch (cause) {
        await remove([name]).catch(() => undefined);
        throw cause;
      }
    },
    get: async (name): Promise<StoredBlob | null> => {
      const sql = 'SELECT count(*), coalesce(sum(length(bytes)), 0) FROM file_parts WHERE disk = ?';
      const [count, size] = (await plain(() => get(sql, [name]))) ?? [];
      if (Number(count ?? 0) === 0) return null;
      let place = 0;
      const body: StoredBlob['body'] = new ReadableStream({
        pull: async (controller) => {
          const bytes = await part(name, place++);
          if (bytes === null) throw new StoreError('failed', 'A file went while it was read: ask for it again.');
          if (bytes.byteLength > 0) controller.enqueue(bytes);
          if (place === Number(count)) controller.close();
        },
      });
      return { size: Number(size), body };
    },
    remove,
    settled: async function* () {
      const sql = `SELECT DISTINCT disk FROM file_parts WHERE disk > ? AND ${SETTLED} ORDER BY disk LIMIT ?`;
      for (let after = ''; ; ) {
        const from = after;
        const rows = await plain(() => all(sql, [from, TOGETHER]));
        const names = rows.map(([disk]) => String(disk));
        if (names.length > 0) yield names;
        after = names.at(-1) ?? '';
        if (names.length < TOGETHER) return;
      }
    },
    check: () => Promise.resolve(),
  };
}
