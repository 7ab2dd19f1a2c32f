import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inLanes } from './proof/lanes.ts';
import { type Done, pageOf } from './proof/page.ts';
import type { Proof } from './proof/proof.ts';

// A tenth of what `npm run proof` tries, from the seed of this run.
const seed = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
const folder = join(import.meta.dirname, 'proof');
const files = readdirSync(folder).filter((name) => /^p\d+.*\.ts$/.test(name));

test('there are proofs, each under the number that its file has', async () => {
  assert.ok(files.length > 0);
  for (const file of files) {
    const { proof } = (await import(join(folder, file))) as { proof: Proof };
    assert.equal(proof.id.toLowerCase(), file.split('-')[0]);
    assert.ok(proof.counts.full >= proof.counts.short && proof.stretch > 0);
  }
});

for (const file of files) {
  test(`a tenth of ${file.replace('.ts', '')}`, { timeout: 900_000 }, async (t) => {
    const { proof } = (await import(join(folder, file))) as { proof: Proof };
    if (proof.suite === 'never') return t.skip('it is no part of the suite: `npm run proof` runs it');
    const wanted = Math.ceil(proof.counts.short / 10);
    const { done, failures } = await proof.run(seed, wanted);
    assert.deepEqual(failures, []);
    assert.ok(done >= wanted, `${done} of ${wanted} ${proof.unit}`);
  });
}

test('stretches in several processes are told of in their order, however they end; what nobody wants any more is not begun', async () => {
  const file = 'p4-one-effect.ts';
  const tasks = [40, 1, 2, 3].map((count, index) => ({ file, seed: seed + index, count }));
  const told: number[] = [];
  await inLanes(
    2,
    tasks,
    ({ count }) => count !== 2,
    ({ count }, { stretch, seconds }) => {
      assert.deepEqual(stretch.failures, []);
      assert.ok(stretch.done === count && seconds > 0);
      told.push(count);
    },
  );
  assert.deepEqual(told, [40, 1, 3]);
});

describe('the page of what was proven', () => {
  const proof: Proof = {
    id: 'P4',
    promise: 'One takes effect.',
    unit: 'rounds',
    counts: { short: 100, full: 1_000 },
    stretch: 10,
    run: () => Promise.reject(new Error('It is only told of.')),
  };
  const done: Done = {
    id: 'P4',
    promise: proof.promise,
    extent: 'full',
    seed: 7,
    done: 1_000,
    seconds: 12.4,
    failures: [],
    figures: { answers: 5 },
    on: '2026-05-02',
  };
  const short: Done = { ...done, done: 100, figures: { answers: 2 }, seconds: 1, on: '2026-05-03' };
  const none = { proof, done: null, ranNow: false };
  const rowIn = (page: string): string => page.split('\n').find((line) => line.startsWith('| P4 |')) ?? '';
  const full = pageOf([{ proof, done, ranNow: true }], '');
  const FULL = '| P4 | One takes effect. | 1,000 rounds (full) | 0 broken; answers 5 | 12 s | 7, 2026-05-02 |';

  test('says what was run, and what never was', () => {
    assert.equal(rowIn(full), FULL);
    assert.equal(rowIn(pageOf([none], '')), '| P4 | One takes effect. | not run | | | |');
  });

  test('keeps what was run elsewhere, to the letter, as long as nothing newer is known here', () => {
    assert.equal(pageOf([none], full), full);
    assert.equal(rowIn(pageOf([{ proof, done: { ...short, on: '2026-05-01' }, ranNow: false }], full)), FULL);
    assert.equal(
      rowIn(pageOf([{ proof, done: { ...done, failures: ['old'], on: '2026-05-01' }, ranNow: false }], full)),
      FULL,
    );
    const newer = { ...done, on: '2026-06-01' };
    assert.equal(
      rowIn(pageOf([{ proof, done: newer, ranNow: false }], full)),
      FULL.replace('2026-05-02', '2026-06-01'),
    );
  });

  test('keeps a longer run beside a shorter one that broke nothing, and the last of these', () => {
    const both = pageOf([{ proof, done: short, ranNow: true }], full);
    const told = '0 broken; answers 5; again 2026-05-03, seed 7: 100 rounds (short), 0 broken; answers 2 |';
    assert.equal(rowIn(both), FULL.replace('0 broken; answers 5 |', told));
    const third = pageOf([{ proof, done: { ...short, done: 40, on: '2026-05-04' }, ranNow: true }], both);
    const last = '0 broken; answers 5; again 2026-05-04, seed 7: 40 rounds (in part), not finished; answers 2 |';
    assert.equal(rowIn(third), FULL.replace('0 broken; answers 5 |', last));
    assert.equal(
      rowIn(pageOf([{ proof, done: { ...done, on: '2026-05-05' }, ranNow: true }], third)).includes('again'),
      false,
    );
  });

  test('tells what broke, however little was tried; only as long a run without a fault takes it away', () => {
    const broken = pageOf([{ proof, done: { ...short, done: 10, failures: ['twice'] }, ranNow: true }], full);
    assert.match(rowIn(broken), /\| 10 rounds \(in part\) \| 1 broken; answers 2 \|/);
    const less = pageOf([{ proof, done: { ...short, done: 5 }, ranNow: true }], broken);
    assert.match(
      rowIn(less),
      /\| 1 broken; answers 2; again 2026-05-03, seed 7: 5 rounds \(in part\), not finished; answers 2 \|/,
    );
    assert.match(rowIn(pageOf([{ proof, done: short, ranNow: true }], less)), /\(short\) \| 0 broken; answers 2 \|/);
  });

  test('says that what was run was run for other words', () => {
    const otherwise: Proof = { ...proof, promise: 'Exactly one takes effect.' };
    const moved = pageOf([{ proof: otherwise, done: null, ranNow: false }], full);
    const told =
      '| P4 | Exactly one takes effect. | not run in these words | for earlier words: 1,000 rounds (full), 0 broken; answers 5 | 12 s | 7, 2026-05-02 |';
    assert.equal(rowIn(moved), told);
    assert.equal(
      pageOf([{ proof: otherwise, done, ranNow: false }], moved),
      moved,
      'and what was done is of these too',
    );
    const third = pageOf([{ ...none, proof: { ...proof, promise: 'One, no more.' } }], moved);
    assert.equal(rowIn(third), told.replace('Exactly one takes effect.', 'One, no more.'));
    const anew = { ...short, promise: otherwise.promise };
    assert.match(
      rowIn(pageOf([{ proof: otherwise, done: anew, ranNow: true }], moved)),
      /100 rounds \(short\) \| 0 broken/,
    );
  });
});

test('each row that stands in PROOF.md is of a proof that there is, and is read whole', async () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'PROOF.md'), 'utf8');
  const proofs = await Promise.all(
    files.map(async (file) => ((await import(join(folder, file))) as { proof: Proof }).proof),
  );
  const told = page.split('\n').filter((line) => /^\| P\d+ /.test(line));
  assert.deepEqual(told.map((line) => line.split(' ')[1]).sort(), proofs.map(({ id }) => id).sort());
  const again = pageOf(
    proofs.map((proof) => ({ proof, done: null, ranNow: false })),
    page,
  );
  const words = new Map(proofs.map(({ id, promise }) => [id, promise]));
  for (const line of told) {
    const [, id = '', promise = ''] = line.split('|').map((cell) => cell.trim());
    if (words.get(id) === promise) assert.ok(again.includes(line), line);
  }
});
