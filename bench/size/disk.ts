import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { At } from '../baseline-postgres.ts';

/** Bytes of all files in a folder that a name does not exclude. */
export function bytesIn(folder: string, counts: (name: string) => boolean): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) bytes += bytesIn(join(folder, entry.name), counts);
    else if (counts(entry.name)) bytes += statSync(join(folder, entry.name)).size;
  }
  return bytes;
}

/** Bytes of the tables of a schema with their indexes. */
export async function bytesInSchema({ url, schema }: At): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bytes FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind IN ('r', 'm')`,
    [schema],
  );
  await client.end();
  return Number(rows[0]?.bytes ?? 0);
}
