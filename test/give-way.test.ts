import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const giveWay = join(import.meta.dirname, '..', 'src', 'server', 'node', 'give-way.ts');

test('the threads in which the platform helps give way to the one that answers, and it to nobody', {
  skip: process.platform !== 'linux' || availableParallelism() === 1,
}, () => {
  const program = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    const asThreads = () => Object.groupBy(readdirSync('/proc/self/task').map((thread) => ({
      helps: readFileSync('/proc/self/task/' + thread + '/comm', 'utf8').includes('V8Worker'),
      priority: getPriority(Number(thread)),
    })), ({ helps }) => helps ? 'helping' : 'others');
    const before = asThreads();
    (await import(${JSON.stringify(giveWay)})).helpersGiveWay();
    console.log(JSON.stringify([before, asThreads()]));
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  type Threads = Record<'helping' | 'others', { readonly priority: number }[]>;
  const [before, after] = JSON.parse(stdout) as [Threads, Threads];
  const own = before.others[0]?.priority ?? 0;
  assert.ok(before.helping.length > 0 && before.helping.every(({ priority }) => priority === own), stdout);
  assert.ok(after.helping.length === before.helping.length && after.others.length > 0, stdout);
  assert.ok(
    after.helping.every(({ priority }) => priority === Math.min(own + 10, 19)),
    stdout,
  );
  assert.ok(
    after.others.every(({ priority }) => priority === own),
    stdout,
  );
});
