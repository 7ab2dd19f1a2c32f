import { freshSchema, testPostgres } from '../test/support/database/postgres.ts';
import type { Start } from './child.ts';

/** The one that the environment names, or one that is installed here: in schemas of its own, which are gone afterwards. */
export async function postgresHere(): Promise<{
  readonly start: NonNullable<Start['postgres']>;
  readonly drop: () => Promise<void>;
} | null> {
  const database = await testPostgres();
  const { url } = database;
  if (url === null) return null;
  const [ours, baseline] = [freshSchema(), freshSchema()];
  return {
    start: { ours: { url, schema: ours }, baseline: { url, schema: baseline } },
    drop: async () => {
      for (const schema of [ours, baseline]) await database.drop(schema);
    },
  };
}
