import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../../src/store/sqlite.ts';
import * as m from '../support/models.ts';
import { defineProof } from './proof.ts';

const model = m.modelOf({ entities: [m.entityOf('Note', [['number', m.integer]])] });

export const proof = defineProof({
  id: 'P5',
  promise: 'What was acknowledged is stored, whenever the process is killed.',
  unit: 'kills with SIGKILL',
  counts: { short: 20, full: 200 },
  stretch: 20,
  async run(seed, count) {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-proof-'));
    const failures: string[] = [];
    const acknowledged = new Set<string>();
    try {
      for (let round = seed; round < seed + count; round++) {
        for (const id of await writeAndKill(folder, round)) acknowledged.add(id);
        const lost = await lostIn(folder, acknowledged);
        if (lost.length > 0) failures.push(`after kill ${round}: ${lost.length} lost, first ${lost[0]}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return { done: count, failures, figures: { 'acknowledged in the last stretch': acknowledged.size } };
  },
});

/** Kills the writer at a moment that nobody chose; the ids that it had acknowledged. */
function writeAndKill(folder: string, round: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const writer = join(import.meta.dirname, '..', 'support', 'store-writer.ts');
    const child = spawn(process.execPath, [writer, folder, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part: string) => {
      if (output === '') setTimeout(() => child.kill('SIGKILL'), 20 + ((round * 37) % 180));
      output += part;
    });
    child.on('error', reject);
    // The last line may have been cut off: only what was told whole was acknowledged.
    child.on('close', () => resolve(output.split('\n').slice(0, -1)));
  });
}

async function lostIn(folder: string, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const store = await openSqlite({ folder });
  await store.apply(model, 'v1', 'the document');
  const stored = new Set((await store.people('Note', 10_000_000)).map((row) => row.id));
  await store.close();
  const raw = new DatabaseSync(join(folder, 'data.sqlite'), { readOnly: true });
  const [whole] = raw.prepare('PRAGMA integrity_check').all();
  raw.close();
  const damaged = whole?.['integrity_check'] === 'ok' ? [] : ['the database itself'];
  return [...damaged, ...[...acknowledged].filter((id) => !stored.has(id))];
}
