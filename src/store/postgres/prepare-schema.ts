import { type DbProgram, exec, get } from '../core/db-program.ts';
import { COUNTING_TABLES } from '../core/request-counts.ts';
import { StoreError } from '../core/store-error.ts';
import { prepareOwnTables } from '../schema/catalog-table.ts';
import { postgres } from '../sql/postgres-dialect.ts';
import { POSTGRES_TABLES } from './control-tables.ts';
import type { Transactions } from './postgres-transactions.ts';

/**
 * Creates missing internal tables in a schema, and runs `further` in the same transaction; one process at a time.
 * Throws for an unsuitable database and for data of a newer program.
 */
export async function prepareSchema<T>(
  transactions: Transactions,
  schema: string,
  further: () => DbProgram<T>,
): Promise<T> {
  refuseUnfit(await transactions.plain(() => get(FITNESS)));
  return transactions.write({
    begin: [
      'BEGIN',
      'SET LOCAL statement_timeout = 0',
      `SELECT pg_advisory_xact_lock(hashtextextended('ninefold ${schema}', 0))`,
    ],
    steps: function* () {
      yield* exec(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      yield* prepareOwnTables(postgres.words);
      yield* exec(postgres.words.tables(POSTGRES_TABLES + COUNTING_TABLES));
      return yield* further();
    },
  });
}

/** Throws for names that cannot be a schema of this program. */
export function checkSchema(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema))
    throw new StoreError('failed', `The schema "${schema}" can't be used: name it in small letters, digits and _.`);
}

const FITNESS = `SELECT current_setting('server_version_num'), current_setting('server_encoding'), current_setting('server_version')`;

function refuseUnfit([version, encoding, name]: readonly unknown[] = []): void {
  if (Number(version) < 130_000)
    throw new StoreError('unsafe database', `PostgreSQL ${name} is too old for this program: run version 13 or later.`);
  if (encoding !== 'UTF8')
    throw new StoreError(
      'unsafe database',
      `The database keeps text as ${encoding}, which can't hold every letter: make one with the encoding UTF8.`,
    );
}
