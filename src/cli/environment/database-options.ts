import { basename } from 'node:path';
import type { PostgresSource } from '../../store/backup/postgres-backup.ts';
import type { OpenBucket } from '../../store/core/blob-store.ts';
import type { Store } from '../../store/core/store.ts';
import { StoreError } from '../../store/core/store-error.ts';
import type { Io } from '../program/command.ts';

/** The help text about DATABASE_URL, for commands that open data. */
export const databaseHelp =
  'DATABASE_URL (postgres://user:password@host/database) keeps the data in PostgreSQL instead of a folder, in the schema “ninefold” or the one that ?schema=name gives.';

/** Returns whether the data is in a database instead of a folder. */
export const usesDatabase = (io: Io): boolean => (io.env['DATABASE_URL'] ?? '') !== '';

/**
 * Opens the data in the database of DATABASE_URL. `dev`: the path of the document whose development data to open, which
 * is kept in a schema of its own; null in production. Rejects with a `StoreError`.
 */
export async function openDatabase(
  io: Io,
  { dev, bucket }: { readonly dev: string | null; readonly bucket: OpenBucket | null },
): Promise<Store> {
  const { url, schema } = databaseFromEnvironment(io);
  const { openPostgres } = await import('../../store/postgres/postgres-store.ts');
  return openPostgres({ url, schema: dev === null ? schema : `${schema}_dev_${slugOf(dev)}`, bucket });
}

/** Runs work with connections to the database, even while a server uses it. */
export async function inDatabase<T>(io: Io, work: (at: PostgresSource) => Promise<T>): Promise<T> {
  const { url, schema } = databaseFromEnvironment(io);
  const { createConnections } = await import('../../store/postgres/postgres-connections.ts');
  const connections = createConnections({ url, schema, maxConnections: 2 });
  try {
    return await work({ connections, schema });
  } finally {
    await connections.close();
  }
}

/** Returns the URL and schema in DATABASE_URL. Throws a `StoreError` if the setting is invalid. */
export function databaseFromEnvironment({ env }: Io): { readonly url: string; readonly schema: string } {
  const text = env['DATABASE_URL'] ?? '';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new StoreError(
      'failed',
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/database.',
    );
  const schema = url.searchParams.get('schema') ?? 'ninefold';
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}

/** Returns a file name reduced to characters that a schema name may contain. */
function slugOf(path: string): string {
  return basename(path)
    .toLowerCase()
    .replace(/\.md$/, '')
    .replace(/[^a-z0-9]/g, '_')
    .slice(0, 20);
}
