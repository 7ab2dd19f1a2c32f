import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { measureRoutes, type RouteSize } from '../support/browser/client-sizes.ts';

/**
 * What may be loaded before a screen can be worked with, in bytes of gzip. The budget of a list is 200,000, of which
 * 64,000 are ours: 48,000 of code and styles, and 16,000 of texts, because the texts of all screens are one file.
 */
const LIST = { total: 200_000, ours: 64_000 };

/**
 * The budget of every other screen: what it needs beyond a list. A form needs the engine, which is prefetched while a
 * list is open: see decisions/client/form-with-engine.md.
 */
const ADDS = 43_000;
const FORM_ADDS = 250_000;

describe('what the browser loads', () => {
  let sizes: readonly RouteSize[] = [];
  before(async () => {
    sizes = await measureRoutes();
  });

  it('before the first rows of a list stays within its size budget', () => {
    const [list] = sizes;
    assert.equal(list?.name, 'list');
    const told = `${list.total} bytes, ${list.ours} of them ours. The largest modules:\n${list.largest.join('\n')}`;
    assert.ok(list.total > 100_000 && list.ours > 20_000, `Less than it can be was counted: ${told}`);
    assert.ok(list.total <= LIST.total, told);
    assert.ok(list.ours <= LIST.ours, told);
  });

  it('for any other screen stays within its size budget', () => {
    const over = sizes
      .slice(1)
      .filter(({ name, adds }) => adds > (name === 'form' ? FORM_ADDS : ADDS))
      .map(({ name, adds, largest }) => `${name} adds ${adds}. The largest modules:\n${largest.join('\n')}`);
    assert.deepEqual(over, []);
  });
});
