// Serves `SHELF` with many records from a process of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { answering } from '../../../bench/child.ts';
import { withObservability } from '../../../src/server/application/request-log.ts';
import { serve } from '../../../src/server/node/serve.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { freshSchema, testPostgres } from '../database/postgres.ts';
import { quickFolder } from '../database/quick-folder.ts';
import { SHELF } from '../documents/shelf.ts';
import { origin, startServer } from '../http/server.ts';

export interface WorstServer {
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly records: number;
}

export interface WorstServing {
  readonly port: number;
  readonly cookie: string;
}

const AT_ONCE = 1_000;
/** So many records have the longest text that there may be. */
const LONG_RECORDS = 60;

await answering(async ({ database, records }: WorstServer): Promise<WorstServing> => {
  const store = database === 'SQLite' ? await onDisk() : await (await testPostgres()).open(freshSchema());
  const server = await startServer(SHELF, { store, now: Date.now() });
  const cleo = await server.as('Cleo');
  // Older than the others, so that the first page is not of them.
  server.clock.now -= 86_400_000;
  for (let index = 0; index < LONG_RECORDS; index++)
    await cleo.post('/api/items', { label: `Long ${index}`, body: `${'漢'.repeat(99_000)}${index}` });
  server.clock.now += 86_400_000;
  for (let at = 0; at < records; at += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, records - at) }, (_, index) => rowOf(at + index));
    const headers = { cookie: cleo.cookie, origin, 'content-type': 'text/csv' };
    const path = `/_/import?screen=${encodeURIComponent('screen/%2F')}&do=all`;
    const body = `label,body,amount\n${rows.join('\n')}`;
    const answer = await server.fetch(new Request(new URL(path, origin), { method: 'POST', headers, body }));
    if (answer.status !== 200) throw new Error(`The records were not taken: ${answer.status} ${await answer.text()}`);
  }
  const { fetch, runtime } = server;
  const admission = { clock: () => performance.now(), defer: (work: () => void) => void setImmediate(work) };
  const { port } = await serve({ fetch: withObservability(runtime, fetch, { admission }), port: 0 });
  // A cookie is known by the port of its server.
  return { port, cookie: cleo.cookie.replace(/^ninefold-\d+/, `ninefold-${port}`) };
});

const rowOf = (index: number): string =>
  `Label ${index},body of ${index % 97} words and other words ${'x'.repeat(40)},${index % 1000}`;

async function onDisk() {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-worst-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return openSqlite({ folder });
}
