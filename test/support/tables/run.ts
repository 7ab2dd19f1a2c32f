import { describe, it } from 'node:test';
import { today } from '../../../src/fields/calendar/calendar.ts';
import { createTimers } from '../../../src/server/jobs/run-timers.ts';
import { bareExample, type Caller, exampleText, startServer } from '../http/server.ts';
import { Acting, type Stage } from './act.ts';
import { judge } from './answer.ts';
import { dateOf, loadFixtures } from './fixtures.ts';
import { readInput } from './input.ts';
import { type Names, namesOf } from './names.ts';
import { type ExpectRow, type ExpectTable, type Group, readTable } from './table.ts';

const T0 = Date.UTC(2026, 10, 20, 10);
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

/**
 * Every row of the table of an example as a test of its own: that of `expense-claims` is `expense-claims.expect.tsv`; a
 * long one goes on in further parts.
 */
export function testTable(name: string, parts: readonly string[] = []): void {
  const files = [`${name}.expect.tsv`, ...parts.map((part) => `${name}.expect-${part}.tsv`)];
  const table = readTable(files.map(exampleText).join('\n'));
  const document = table.samples ? exampleText(`${name}.md`) : bareExample(`${name}.md`);
  for (const group of table.groups) {
    describe(`${name} · ${group.name}: ${group.about}`, () => {
      const kept: { stage: Stage | null } = { stage: null };
      for (const [index, row] of group.rows.entries()) {
        it(`${row.no} ${row.person} ${row.action} ${row.record} ${row.input.slice(0, 60)} → ${row.answer}`, async () => {
          const stage = kept.stage ?? (await newStage(document, table, group));
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
}

/** A fresh database with the sample data and the fixtures that the group loads. */
async function newStage(document: string, { fixtures, line }: ExpectTable, group: Group): Promise<Stage> {
  const now = instantOf('');
  const server = await startServer(group.edits.reduce(edited, document), { now });
  const loaded = fixtures.filter(({ set }) => group.loads.includes(set));
  const given = await loadFixtures(server, loaded, now);
  return { server, sessions: new Map(), cursor: null, known: new Map(), given, line };
}

function edited(document: string, [from, to]: readonly [string, string]): string {
  if (!document.includes(from)) throw new Error(`The document has no “${from}”.`);
  return document.replace(from, () => to);
}

/** The instant of a row: blank is the beginning, `+2d23h59m` so much later, or an instant. */
function instantOf(when: string): number {
  if (when === '') return T0;
  if (!when.startsWith('+')) return Date.parse(when);
  return [...when.matchAll(/(\d+)([dhms])/g)].reduce(
    (at, [, count, unit]) => at + Number(count) * (UNITS[unit ?? ''] ?? 0),
    T0,
  );
}

/** Runs one row and asserts its answer. True when it was refused: then it left nothing behind. */
async function runRow(stage: Stage, row: ExpectRow, base: string): Promise<boolean> {
  const now = await moveTo(stage, instantOf(row.when));
  const names = await namesOf(stage.server, stage.given, stage.known);
  const caller = await callerOf(stage, row);
  const action = new Acting(stage, names, caller, row, now);
  const input = await readInput(row.input, row.action.split(' ')[0] ?? '', base, (name) => action.fill(name));
  const came = action.refusedUpload ?? (await action.run(input));
  const { zone } = stage.server.runtime.current().compiled;
  judge(row.answer, row.at, came, (text, found) => expand(text, found, names, now, zone));
  return / \d{3}$/.test(row.answer);
}

/** Sets the clock, and lets what became due meanwhile happen, the earliest first. */
async function moveTo({ server }: Stage, now: number): Promise<number> {
  const isLater = now > server.clock.now;
  const timers = createTimers(server.runtime);
  for (let next = isLater ? await server.store.timers.next() : null; next !== null && next <= now; ) {
    server.clock.now = Math.max(server.clock.now, next);
    const tick = await timers.tick(server.clock.now);
    next = tick.checked === 0 ? null : tick.next;
  }
  server.clock.now = now;
  return now;
}

async function callerOf({ server, sessions }: Stage, { person, input }: ExpectRow): Promise<Caller> {
  if (person === 'guest') return server.guest;
  const kept = sessions.get(person);
  if (kept !== undefined && input.includes('session=kept')) return kept;
  const caller = await server.as(person);
  sessions.set(person, caller);
  return caller;
}

/** A value of an answer as it stands on the wire: a record by its name where a record came. */
function expand(text: string, found: string | undefined, names: Names, now: number, zone: string): string {
  if (text === 'now') return new Date(now).toISOString();
  const row = names.people.get(text) ?? names.records.get(text);
  if (row !== undefined && (found === undefined || ID.test(found))) return row.id;
  if (text.startsWith('[') && !text.startsWith('["'))
    return JSON.stringify(
      text
        .slice(1, -1)
        .split(', ')
        .filter(Boolean)
        .map((one) => expand(one, undefined, names, now, zone))
        .sort(),
    );
  return /^today([+-]\d+)?$/.test(text) ? dateOf(text, today(now, zone)) : text;
}
