import { get, run, type Steps } from './db-program.ts';

export function* readMeta(key: string): Steps<string | null> {
  const row = yield* get('SELECT value FROM meta WHERE key = ?', [key]);
  return row === undefined ? null : String(row[0]);
}

export function* writeMeta(key: string, value: string): Steps<void> {
  yield* run('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [
    key,
    value,
  ]);
}
