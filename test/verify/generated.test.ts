import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { unjudgedIn } from '../../src/verify/evaluator/find-unjudged-parts.ts';
import { generateDocument } from '../../src/verify/generate/generate-document.ts';
import { usesUnstatedName } from '../../src/verify/oracle-rules/entity-of-expression.ts';
import { onStore, openEmpty } from '../support/database/each-store.ts';
import { exampleText } from '../support/http/server.ts';
import { JUDGED } from '../support/notation/stated-document.ts';
import { type DriveResult, drive } from '../support/proofs/generated-drive.ts';

/** Another start gives other documents: `SEED=7 npm test`. `npm run proof P1` drives a hundred. */
const FIRST = Number(process.env['SEED'] ?? 1);
/** Together they have every kind of fact that the last test counts. */
const SEEDS = [0, 1, 2, 3, 5].map((offset) => FIRST + offset);

describe(`generated documents, seeds ${SEEDS.join(', ')}`, () => {
  test('are the same for the same seed, and read without an error', () => {
    for (const seed of SEEDS) {
      const { text } = generateDocument(seed);
      assert.equal(generateDocument(seed).text, text);
      const errors = readDocument(text).diagnostics.filter((each) => each.severity === 'error');
      assert.deepEqual(unjudgedIn(readDocument(text).model), []);
      assert.deepEqual(
        errors.map((each) => `${seed}: line ${each.at.line}: ${each.message}`),
        [],
      );
    }
  });

  test('the oracle knows all that stands in the examples', () => {
    for (const name of JUDGED) assert.deepEqual(unjudgedIn(readDocument(exampleText(name)).model), [], name);
  });

  test('the oracle finds what is stated nowhere, and takes nothing else for it', () => {
    const nowhere = (text: string) => {
      const { model } = readDocument(text);
      return model.rules.flatMap(({ entity, condition }) =>
        condition?.tree && usesUnstatedName(model, entity, condition.tree) ? [condition.text] : [],
      );
    };
    const withoutField = exampleText('lending.md').replace(/^\| liabilityForm .*\n/m, '');
    const texts = [...JUDGED.map(exampleText), withoutField, ...SEEDS.map((seed) => generateDocument(seed).text)];
    assert.deepEqual(texts.flatMap(nowhere), ['borrower.liabilityForm != null']);
  });

  const statuses = new Set<number>();
  const told = new Map<string, number>();

  for (const seed of SEEDS) {
    test(`the server answers as the oracle does: seed ${seed}`, async () => {
      const document = generateDocument(seed);
      const result = await drive(document, 3);
      assert.ok(result.requests > 0);
      for (const status of result.statuses.keys()) statuses.add(status);
      for (const [what, count] of Object.entries(result.expectedCounts)) told.set(what, (told.get(what) ?? 0) + count);
      if (result.disagreements.length > 0) assert.fail(report(seed, document.text, result));
    });
  }

  for (const seed of [5]) {
    test(`the server answers as the oracle does where writes change what rules read elsewhere: seed ${seed}`, async () => {
      const document = generateDocument(seed, true);
      const result = await drive(document, 3);
      if (result.disagreements.length > 0) assert.fail(report(seed, document.text, result));
    });
  }

  for (const seed of SEEDS.slice(2, 3)) {
    test(`the server over PostgreSQL answers as the oracle does: seed ${seed}`, async () => {
      const document = generateDocument(seed);
      const { store, done } = await onStore('PostgreSQL', openEmpty);
      try {
        const result = await drive(document, 3, { store });
        assert.ok(result.requests > 0);
        if (result.disagreements.length > 0) assert.fail(report(seed, document.text, result));
      } finally {
        await done();
      }
    });
  }

  test('together they are answered in every way that there is', () => {
    const missing = [200, 201, 204, 400, 403, 404, 409, 412, 422, 428].filter((status) => !statuses.has(status));
    assert.deepEqual(missing, []);
    const untold = [...told].filter(([, count]) => count < 5);
    assert.deepEqual(untold, []);
  });
});

/** Compact: the seed, what was asked, both answers, and the lines of the document about it. */
function report(seed: number, text: string, { disagreements }: DriveResult): string {
  const parts = disagreements.map(({ who, request, record, differences }) => {
    const { kind, entity } = request;
    const event = kind === 'event' ? request.event : null;
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith(`| ${entity}`) || (event !== null && line.includes(`| ${event} |`)));
    return [
      `${kind} ${entity} ${event ?? ''}`,
      `by ${who}`,
      `on ${record}`,
      `asked ${JSON.stringify(request)}`,
      ...differences.map((each) => `-> ${each}`),
      ...lines,
    ].join('\n  ');
  });
  return [`seed ${seed}`, ...parts].join('\n');
}
