import { basename } from 'node:path';
import { StoreError } from '../store/error.ts';
import type { Store } from '../store/store.ts';
import type { Io } from './command.ts';

/** What every command that opens data says of it. */
export const databaseHelp =
  'With DATABASE_URL (postgres://user:password@host/database) the data is in that PostgreSQL instead of a folder, in the schema ninefold or in the one that ?schema=name says.';

/** What is said of copies of it: it has tools of its own for that. */
export const databaseCopies =
  'DATABASE_URL is set, so the data is in that PostgreSQL and not in a folder: copy its schema with pg_dump, and bring it back with pg_restore. For the data in a folder, leave DATABASE_URL unset.';

/** Whether a database is to be used instead of a folder. */
export const usesDatabase = (io: Io): boolean => (io.env['DATABASE_URL'] ?? '') !== '';

/**
 * Opens the data in the database that DATABASE_URL names. `dev`: the document whose trial data it is, which lies apart
 * from what runs in production. Rejects with a `StoreError`.
 */
export async function openDatabase(io: Io, { dev }: { readonly dev: string | null }): Promise<Store> {
  const text = io.env['DATABASE_URL'] ?? '';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new StoreError(
      'failed',
      'DATABASE_URL takes an address such as postgres://user:password@host:5432/database.',
    );
  const stated = url.searchParams.get('schema') ?? 'ninefold';
  url.searchParams.delete('schema');
  const { openPostgres } = await import('../store/postgres.ts');
  return openPostgres({ url: url.href, schema: dev === null ? stated : `${stated}_dev_${slugOf(dev)}` });
}

/** A name of a file in letters that the name of a schema may have. */
function slugOf(path: string): string {
  return basename(path)
    .toLowerCase()
    .replace(/\.md$/, '')
    .replace(/[^a-z0-9]/g, '_')
    .slice(0, 20);
}
