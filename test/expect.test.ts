import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { today } from '../src/fields/calendar.ts';
import { loadFixtures } from './support/expect-fixtures.ts';
import { instantOf, runRow, type Stage } from './support/expect-run.ts';
import { type ExpectTable, type Group, readTable } from './support/expect-table.ts';
import { exampleText, startServer } from './support/server.ts';

const table = readTable(readFileSync(new URL('../examples/expense-claims.expect.tsv', import.meta.url), 'utf8'));
const document = exampleText('expense-claims.md');

/** Timers are read and not yet done: their rows wait, and are counted as not run. */
const WAITING = new Set(['reminder']);

for (const group of table.groups) {
  describe(`expense claims · ${group.name}: ${group.about}`, () => {
    const kept: { stage: Stage | null } = { stage: null };
    for (const [index, row] of group.rows.entries()) {
      const what = `${row.no} ${row.person} ${row.action} ${row.record} ${row.input.slice(0, 60)} → ${row.answer}`;
      it(what, { skip: WAITING.has(group.name) }, async () => {
        const stage = kept.stage ?? (await newStage(table, group));
        kept.stage = stage;
        let refused = false;
        try {
          refused = await runRow(stage, row, table.base);
        } finally {
          const last = index === group.rows.length - 1;
          if (last || (group.freshPerRow && !refused)) {
            kept.stage = null;
            await stage.server.stop();
          }
        }
      });
    }
  });
}

/** A fresh database with the sample data and the fixtures that the group loads. */
async function newStage({ fixtures }: ExpectTable, group: Group): Promise<Stage> {
  const now = instantOf('');
  const server = await startServer(document, { now });
  const loaded = fixtures.filter(({ set }) => group.loads.includes(set));
  await loadFixtures(server, loaded, now, today(now, 'Europe/Berlin'));
  return { server, sessions: new Map(), cursor: null, known: new Map() };
}
