import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const support = pathToFileURL(join(import.meta.dirname, 'support', 'light-runner.ts')).href;

const TESTS = `
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
test('throws later', async () => { setTimeout(() => { throw new Error('thrown') }, 1); await pause(30); });
test('rejects later', async () => { void pause(1).then(() => { throw new Error('rejected') }); await pause(30); });
test('is over before', () => void setTimeout(() => { throw new Error('late') }, 5));
test('runs on', () => pause(60));
test('fails', () => { throw new Error('failed') });
`;

const PROGRAM = `
import { createHook } from 'node:async_hooks';
import { lightRunner, onStray } from '${support}';
const run = await lightRunner();
if ((await import('node:async_hooks')).createHook !== createHook) console.log('changed for others');
const strays = [];
onStray((error) => strays.push(error.message));
let left = 5;
const failed = [];
for await (const { type, data } of run({ files: [process.argv[2]], isolation: 'none', concurrency: false })) {
  if (type === 'test:fail') failed.push(data.name);
  if ((type === 'test:pass' || type === 'test:fail') && --left === 0) break;
}
console.log(JSON.stringify({ strays, failed }));
process.exit(0);
`;

test('the runner that follows no promise tells each error that nobody awaits, and each test that fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-runner-'));
  try {
    const [tests, program] = [join(folder, 'tests.mjs'), join(folder, 'program.mjs')];
    writeFileSync(tests, TESTS);
    writeFileSync(program, PROGRAM);
    // What Node's runner hands its children would make this one a child of it.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, [program, tests], { encoding: 'utf8', env });
    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), { strays: ['thrown', 'rejected', 'late'], failed: ['fails'] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
