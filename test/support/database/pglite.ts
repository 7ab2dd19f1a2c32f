import type { PGlite } from '@electric-sql/pglite';
import type { SqlRow } from '../../../src/store/core/db-program.ts';
import type { SqlValue } from '../../../src/store/core/storage.ts';
import type { Connections } from '../../../src/store/postgres/postgres-connections.ts';
import { numbered } from '../../../src/store/postgres/statement-names.ts';

const INT8 = 20;
const NUMERIC = 1700;
const FLOAT8 = 701;
const BOOL = 16;
const parsers = {
  [INT8]: Number,
  [NUMERIC]: Number,
  [FLOAT8]: Number,
  [BOOL]: (text: string) => (text === 't' ? 1 : 0),
};
const serializers = { [BOOL]: (value: unknown) => (Number(value) === 1 ? 't' : 'f'), [INT8]: String };

/** One PostgreSQL in this process with one connection, which is lent to one after the other. */
export async function pgliteConnections(): Promise<(schema: string) => Connections> {
  const { PGlite } = await import('@electric-sql/pglite');
  const database = await PGlite.create();
  let last: Promise<void> = Promise.resolve();
  return (schema) => ({
    acquire: async () => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      await database.exec(`SET search_path TO ${schema}`);
      return { connection: connectionTo(database), release: () => resolve() };
    },
    listen: async (channel, heard) => {
      const stop = await database.listen(channel, heard);
      return { stop };
    },
    close: async () => {},
  });
}

function connectionTo(database: PGlite) {
  return {
    ask: async ({ sql, parameters }: { readonly sql: string; readonly parameters: readonly SqlValue[] | null }) => {
      if (parameters === null) {
        await database.exec(sql);
        return { rows: [], changes: 0 };
      }
      const result = await database.query(numbered(sql), [...parameters], { rowMode: 'array', parsers, serializers });
      return { rows: result.rows as SqlRow[], changes: result.affectedRows ?? 0 };
    },
    script: async (statements: readonly string[]) => {
      const results = await database.exec(statements.join('; '), { rowMode: 'array', parsers });
      return (results.at(-1)?.rows ?? []) as unknown as SqlRow[];
    },
  };
}
