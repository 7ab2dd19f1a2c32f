import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { diagnose } from '../src/cli/diagnose.ts';
import { type JsonVerified, joined, jsonOf } from '../src/cli/verify-report.ts';
import { asked } from '../src/cli/verify-run.ts';

const NOW = Date.parse('2026-08-14T10:00:00Z');
const folder = (name: string): readonly string[] => {
  const path = join(import.meta.dirname, name);
  return readdirSync(path).flatMap((each) => (each.endsWith('.md') ? [join(path, each)] : []));
};
const DOCUMENTS = [...folder('documents/verify'), ...folder('documents/clean')];

/** Of each kind so much is reached over all documents together, in percent. */
const LEAST = 90;

/** What `verify` finds with a small effort. */
async function verified(path: string): Promise<JsonVerified> {
  const text = readFileSync(path, 'utf8');
  const read = { file: path, text, model: diagnose(text).model };
  const rounds = await asked(read, { seed: 1, rounds: 1, now: NOW, askers: 3 });
  assert.ok(rounds !== null, 'there is nobody to ask as');
  return jsonOf({ ...read, seed: 1, now: NOW, ...joined(rounds) });
}

describe('ninefold verify', () => {
  const lines: JsonVerified['lines'][number][] = [];

  for (const path of DOCUMENTS) {
    const name = path.split('/').at(-1) ?? '';
    test(`finds no difference in ${name}, and says why something was not reached`, async () => {
      const { disagreements, notJudged, lines: own } = await verified(path);
      const told = disagreements.map(({ who, request, record, differences }) =>
        [who, JSON.stringify(request), record, ...differences].join('\n  '),
      );
      assert.deepEqual([told, notJudged], [[], []]);
      assert.deepEqual(
        own.filter(({ reached, reason }) => !reached && !reason),
        [],
      );
      lines.push(...own);
    });
  }

  after(() => {
    for (const kind of new Set(lines.map((line) => line.kind))) {
      const all = lines.filter((line) => line.kind === kind && line.possible);
      const missing = all.filter(({ reached }) => !reached);
      const share = (100 * (all.length - missing.length)) / all.length;
      const why = missing.map(({ what, reason }) => `${what}: ${reason}`);
      assert.ok(share >= LEAST, `${kind}: ${Math.floor(share)} %, without\n  ${why.join('\n  ')}`);
    }
  });
});
