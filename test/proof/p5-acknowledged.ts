import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/store/core/store.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import * as m from '../support/database/models.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import { cutOften, notesIn } from '../support/database/power.ts';
import { startReal } from '../support/http/real-server.ts';
import { exampleText } from '../support/http/server.ts';
import { type Written, writeAndKill, writeInto } from '../support/proofs/acknowledged.ts';
import { canTrace, judgeOrder, traced } from '../support/proofs/traced.ts';
import { defineProof, type Figures } from './proof.ts';

const model = m.modelOf({ entities: [m.entityOf('Note', [['number', m.integer]])] });

/** Kilobytes that a file may hold where the disk is full. */
const FULL = 3_000;
const ANSWERS = 40;

interface Part {
  readonly failures: readonly string[];
  readonly figures: Figures;
}

export const proof = defineProof({
  id: 'P5',
  promise:
    'What was acknowledged is stored: whenever the process is killed, on SQLite and on PostgreSQL; on a disk that is full, or that fails; whatever a cut of the power leaves of what the disk had not confirmed; and no answer leaves before the disk confirmed what it tells of.',
  unit: 'kills with SIGKILL',
  counts: { short: 20, full: 200 },
  stretch: 20,
  alone: 'always',
  async run(seed, count) {
    const parts = [
      await killed(seed, Math.ceil(count / 2)),
      await killedOverPostgres(seed, Math.floor(count / 2)),
      await full(seed),
      await cut(seed, count),
      await inOrder(),
    ];
    return {
      done: count,
      failures: parts.flatMap(({ failures }) => failures),
      figures: Object.assign({}, ...parts.map(({ figures }) => figures)),
    };
  },
});

/** Kills writers one after the other, and looks after each whether all is there that any of them was told of. */
async function killing(place: string, rounds: readonly number[], stored: () => Promise<Lost>): Promise<Part> {
  const failures: string[] = [];
  const acknowledged = new Set<string>();
  for (const round of rounds) {
    const { acknowledged: now, said } = await writeAndKill(place, round);
    for (const id of now) acknowledged.add(id);
    for (const line of said) failures.push(`before kill ${round} the writer said: ${line}`);
    failures.push(...lostIn(await stored(), acknowledged).map((lost) => `after kill ${round}: ${lost}`));
  }
  return { failures, figures: { acknowledged: acknowledged.size } };
}

interface Lost {
  readonly ids: ReadonlySet<string>;
  readonly isWhole: boolean;
}

function lostIn({ ids, isWhole }: Lost, acknowledged: Iterable<string>): readonly string[] {
  const lost = [...acknowledged].filter((id) => !ids.has(id));
  return [
    ...(isWhole ? [] : ['the database was damaged']),
    ...(lost.length === 0 ? [] : [`${lost.length} were lost, first ${lost[0]}`]),
  ];
}

const roundsFrom = (seed: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => seed + at);

async function opened(store: Store): Promise<ReadonlySet<string>> {
  await store.apply(model, 'v1', 'the document');
  const ids = new Set((await store.people('Note', 10_000_000)).map(({ id }) => id));
  await store.close();
  return ids;
}

async function killed(seed: number, count: number): Promise<Part> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-proof-'));
  try {
    const stored = async () => ({ ids: await opened(await openSqlite({ folder })), isWhole: notesIn(folder).isWhole });
    const { failures, figures } = await killing(folder, roundsFrom(seed, count), stored);
    return { failures, figures: { 'acknowledged in the last stretch on SQLite': figures['acknowledged'] ?? 0 } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What PostgreSQL itself does with its disk is its own promise, and the one here need not keep it. */
async function killedOverPostgres(seed: number, count: number): Promise<Part> {
  const database = await testPostgres();
  const { url } = database;
  if (url === null) return { failures: [], figures: { 'on PostgreSQL': 'none is here' } };
  const schema = freshSchema();
  try {
    const stored = async () => ({ ids: await opened(await database.open(schema)), isWhole: true });
    const { failures, figures } = await killing(`${url}#${schema}`, roundsFrom(seed, count), stored);
    return { failures, figures: { 'on PostgreSQL': figures['acknowledged'] ?? 0 } };
  } finally {
    await database.drop(schema);
  }
}

async function full(seed: number): Promise<Part> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-proof-'));
  try {
    const { acknowledged, said } = await writeInto(folder, seed, FULL);
    const found = { ids: await opened(await openSqlite({ folder })), isWhole: notesIn(folder).isWhole };
    const failures = [...lostIn(found, acknowledged), ...wrongIn({ acknowledged, said })];
    return {
      failures: failures.map((failure) => `on a full disk: ${failure}`),
      figures: { 'before the disk was full': acknowledged.length },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function wrongIn({ acknowledged, said }: Written): readonly string[] {
  const refusals = said.filter((line) => line.startsWith('refused: '));
  const unclear = refusals.filter((line) => !/look at the disk, then try again/.test(line));
  return [
    ...(acknowledged.length > 0 && refusals.length > 0 ? [] : [`it said ${said.join(' ')}`]),
    ...unclear.slice(0, 1).map((line) => `it was told as: ${line}`),
    ...(said.some((line) => /^read: [1-9]/.test(line)) ? [] : ['nothing could be read any more']),
  ];
}

async function cut(seed: number, count: number): Promise<Part> {
  const failures: string[] = [];
  let [told, refused] = [0, 0];
  for (const round of roundsFrom(seed, count)) {
    const found = await cutOften({ seed: round, isSlow: round % 2 === 0, fails: round % 3 === 0 ? 0 : 10 });
    failures.push(...found.failures.map((failure) => `power ${round}: ${failure}`));
    told += found.told;
    refused += found.refused;
  }
  return { failures, figures: { 'told before cuts of the power': told, 'refused by a failing disk': refused } };
}

async function inOrder(): Promise<Part> {
  if (!canTrace())
    return { failures: [], figures: { 'answers whose system calls were looked at': 'no strace is here' } };
  const text = exampleText('expense-claims.md');
  const server = await startReal(text);
  try {
    const spentOn = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const claim = { title: 'Ticket', category: 'Travel', spentOn, lines: [{ what: 'Ticket', amount: '18.90' }] };
    const lines = await traced(server.pid, async () => {
      for (let sent = 0; sent < ANSWERS; sent++) await server.send('POST', '/api/claims', claim);
    });
    const { answers, failures } = judgeOrder(lines);
    const missing = answers === ANSWERS ? [] : [`of ${ANSWERS} answers ${answers} were seen`];
    return { failures: [...failures, ...missing], figures: { 'answers whose system calls were looked at': answers } };
  } finally {
    await server.stop();
  }
}
