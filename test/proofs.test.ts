import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
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
  test(`a tenth of ${file.replace('.ts', '')}`, async (t) => {
    const { proof } = (await import(join(folder, file))) as { proof: Proof };
    if (proof.suite === 'never') return t.skip('it is no part of the suite: `npm run proof` runs it');
    const wanted = Math.ceil(proof.counts.short / 10);
    const { done, failures } = await proof.run(seed, wanted);
    assert.deepEqual(failures, []);
    assert.ok(done >= wanted, `${done} of ${wanted} ${proof.unit}`);
  });
}
