import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const young = join(import.meta.dirname, '..', 'src', 'server', 'node', 'young.ts');

/** Megabytes that what is young has at rest, and after much was made, some of which lives for a while. */
function roomOf(before: string): readonly [atRest: number, after: number] {
  const program = `
    import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
    // As bin/ninefold.mjs does.
    setFlagsFromString('--semi-space-growth-factor=1');
    // At rest the platform gives room back.
    globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 1_000_000;
    const atRest = size();
    ${before}
    const kept = [];
    for (let turn = 0; turn < 400; turn++) {
      for (let each = 0; each < 20_000; each++) kept[each % 5_000] = { turn, each, text: String(each + turn) };
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    console.log(JSON.stringify([atRest, size()]));
  `;
  const options = ['--expose-gc', '--input-type=module', '-e', program];
  const { stdout, stderr, status } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as [number, number];
}

test('what is young gets more room where much is made after a rest, and no more than it needs', {
  timeout: 60_000,
}, () => {
  const without = roomOf('');
  const [atRest, more] = roomOf(`(await import(${JSON.stringify(young)})).roomForTheYoung();`);
  assert.ok(atRest < 3 && without[0] < 3 && without[1] < 3, `${atRest}, ${without.join(', ')} MB`);
  assert.ok(more > 6 && more < 40, `${more} MB`);
});
