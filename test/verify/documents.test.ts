import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { runVerification } from '../../src/cli/analysis/verify-run.ts';
import { type JsonVerified, joinRounds, jsonOf } from '../../src/cli/reporters/verify-report.ts';
import { unjudgedIn } from '../../src/verify/evaluator/find-unjudged-parts.ts';

const NOW = Date.parse('2026-08-14T10:00:00Z');
const folder = (name: string): readonly string[] => {
  const path = join(import.meta.dirname, '..', name);
  return readdirSync(path).flatMap((each) => (each.endsWith('.md') ? [join(path, each)] : []));
};
/** One in so many of the documents without findings; NINEFOLD_SEED chooses which, and `all` takes them all. */
const SHARE = process.env['NINEFOLD_DOCUMENTS'] === 'all' ? 1 : 4;
const seed = Number(process.env['NINEFOLD_SEED'] ?? 20_260);
const sampled = folder('documents/clean').filter((_, index) => (index + seed) % SHARE === 0);
const DOCUMENTS = [...folder('documents/verify'), ...sampled];

/** Of each kind so much of each document is reached that can be, in percent. */
const LEAST = 90;

/** What no request reaches though nothing but the meaning of the document keeps it from that, by document. */
const EXCEPT: ReadonlyMap<string, readonly string[]> = new Map([
  // A parent can name no child but their own: the others are not there for them.
  ['kindergarten.md', ['V4']],
  // Whoever applies finds only vacancies that are open, and those close by themselves before the rule could fail.
  ['recruitment.md', ['V1', 'CLOSED']],
]);

/** What `verify` finds with a small effort. */
async function verified(path: string): Promise<JsonVerified> {
  const text = readFileSync(path, 'utf8');
  const read = { file: path, text, model: diagnose(text).model };
  const rounds = await runVerification(read, { seed: 1, rounds: 1, now: NOW, mostPrincipals: 3 });
  assert.ok(rounds !== null, 'there is nobody to ask as');
  return jsonOf({ ...read, seed: 1, now: NOW, ...joinRounds(rounds) });
}

describe('ninefold verify', () => {
  test('an event that asks for what is no field is not judged, and nothing about its records is asked', async () => {
    const path = join(import.meta.dirname, '..', 'documents/verify/leave.md');
    const text = readFileSync(path, 'utf8').replace('name = null; email = null', 'ask refusal');
    const { model } = diagnose(text);
    const told = unjudgedIn(model).map(({ entity, what }) => `${entity}: ${what}`);
    assert.deepEqual(told, ['Gardener: leave asks for refusal, which is no field']);
    const rounds = await runVerification(
      { file: path, text, model },
      { seed: 1, rounds: 1, now: NOW, mostPrincipals: 3 },
    );
    assert.deepEqual(
      rounds?.flatMap(({ disagreements }) => disagreements),
      [],
    );
  });

  for (const path of folder('../examples/apis'))
    test(`finds no difference in the contract ${path.split('/').at(-1)}`, async () => {
      const { disagreements } = await verified(path);
      assert.deepEqual(
        disagreements.map(({ who, request, differences }) =>
          [who, JSON.stringify(request), ...differences].join('\n  '),
        ),
        [],
      );
    });

  for (const path of DOCUMENTS) {
    const name = path.split('/').at(-1) ?? '';
    test(`finds no difference in ${name}, reaches nine tenths of each kind, and says why not the rest`, async () => {
      const { disagreements, notJudged, lines } = await verified(path);
      const told = disagreements.map(({ who, request, record, differences }) =>
        [who, JSON.stringify(request), record, ...differences].join('\n  '),
      );
      assert.deepEqual([told, notJudged], [[], []]);
      assert.deepEqual(
        lines.filter(({ reached, reason }) => !reached && !reason),
        [],
      );
      for (const kind of new Set(lines.map((line) => line.kind))) {
        const all = lines.filter(
          (line) => line.kind === kind && line.possible && !EXCEPT.get(name)?.includes(line.what),
        );
        const missing = all.filter(({ reached }) => !reached);
        const why = missing.map(({ what, reason }) => `${what}: ${reason}`);
        assert.ok(missing.length * 100 <= all.length * (100 - LEAST), `${kind}, without\n  ${why.join('\n  ')}`);
      }
    });
  }
});
