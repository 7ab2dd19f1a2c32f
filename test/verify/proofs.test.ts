import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pageOf } from '../proof/page.ts';
import type { Proof } from '../proof/proof.ts';

/** How much of the short form of `npm run proof` is tried here, from the seed of this run. */
const SHARE = 1 / 200;
const seed = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
const folder = join(import.meta.dirname, '..', 'proof');
const files = readdirSync(folder).filter((name) => /^p\d+.*\.ts$/.test(name));

test('each proof has the number of its file', async () => {
  assert.ok(files.length > 0);
  for (const file of files) {
    const { proof } = (await import(join(folder, file))) as { proof: Proof };
    assert.equal(proof.id.toLowerCase(), file.split('-')[0]);
    assert.ok(proof.counts.full >= proof.counts.short && proof.stretch > 0);
  }
});

for (const file of files) {
  test(`${file.replace('.ts', '')} holds in a small sample`, { timeout: 900_000 }, async (t) => {
    const { proof } = (await import(join(folder, file))) as { proof: Proof };
    if (proof.suite === 'never') return t.skip('it is no part of the suite: `npm run proof` runs it');
    const wanted = Math.ceil(proof.counts.short * SHARE);
    const { done, failures } = await proof.run(seed, wanted);
    assert.deepEqual(failures, []);
    assert.ok(done >= wanted, `${done} of ${wanted} ${proof.unit}`);
  });
}

test('every row of PROOF.md belongs to a proof and survives rewriting the page', async () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'PROOF.md'), 'utf8');
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
