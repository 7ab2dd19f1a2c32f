import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PLANTED } from '../support/planted/documents.ts';
import { searched } from '../support/planted/planted.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');

describe('faults planted in the examples', () => {
  const searches = PLANTED.flatMap(({ document, faults }) =>
    searched(readFileSync(join(EXAMPLES, document), 'utf8'), faults).map((search) => ({ document, ...search })),
  );

  test('there are at least sixty', () => {
    assert.ok(searches.length >= 60, `${searches.length}`);
  });

  test('at least 95% are reported at the right line', () => {
    const missed = searches.filter(({ codes }) => codes.length === 0);
    const list = missed.map(
      ({ document, planted, elsewhere }) => `${document}: ${planted.fault} (${elsewhere.join(', ')})`,
    );
    assert.ok(missed.length <= searches.length * 0.05, list.join('\n'));
  });
});
