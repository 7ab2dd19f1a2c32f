import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTarget, placeBeside, type WhyTarget } from '../../src/client/why/why-target.ts';

const page = { width: 800, height: 600 };
const note = { width: 300, height: 100 };

test('a note stands below the thing that it explains, above it where there is no room, and never outside the window', () => {
  assert.deepEqual(placeBeside({ left: 50, top: 100, width: 80, height: 20 }, note, page), { left: 50, top: 128 });
  assert.deepEqual(placeBeside({ left: 50, top: 560, width: 80, height: 20 }, note, page), { left: 50, top: 452 });
  assert.equal(placeBeside({ left: 780, top: 100, width: 20, height: 20 }, note, page).left, 492);
  assert.equal(placeBeside({ left: -40, top: 100, width: 20, height: 20 }, note, page).left, 8);
  const whole = placeBeside({ left: 0, top: 0, width: 800, height: 600 }, note, page);
  assert.equal(whole.top, 492);
});

test('going through the things of a page ends where it began', () => {
  const shown = (id: string): WhyTarget => ({ id, shown: { id } as HTMLElement });
  const [a, b, c] = [shown('a'), shown('b'), shown('c')];
  assert.equal(nextTarget([a, b, c], null, 1), a);
  assert.equal(nextTarget([a, b, c], null, -1), c);
  assert.equal(nextTarget([a, b, c], a, 1), b);
  assert.equal(nextTarget([a, b, c], c, 1), a);
  assert.equal(nextTarget([a, b, c], a, -1), c);
  assert.equal(nextTarget([a, b], c, 1), a);
  assert.equal(nextTarget([], a, 1), null);
});
