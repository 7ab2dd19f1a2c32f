import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const compile = join(import.meta.dirname, '..', '..', 'src', 'server', 'node', 'compile.ts');

/** How often something is called, some of it each turn, until it is compiled for good. */
function callsUntilCompiled(before: string): number {
  const program = `
    ${before}
    // Without a loop: what goes round for long is compiled by another rule.
    const one = new Function('values', 'return ' + Array(100).fill('(values.a ^ values.b)').join(' + '));
    const values = { a: 1, b: 2 };
    let calls = 0;
    while (!%ActiveTierIsTurbofan(one) && calls < 60_000) {
      for (let each = 0; each < 20; each++) one(values);
      calls += 20;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    console.log(calls);
  `;
  const options = ['--allow-natives-syntax', '--input-type=module', '-e', program];
  const { stdout, stderr, status } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return Number(stdout);
}

test('what each request calls is compiled for good after fewer calls, until that is taken back', {
  timeout: 60_000,
}, () => {
  const of = JSON.stringify(compile);
  const late = callsUntilCompiled('');
  const soon = callsUntilCompiled(`(await import(${of})).compileSoon();`);
  const back = callsUntilCompiled(`(await import(${of})).compileSoon()();`);
  assert.ok(late >= 3_000 && late < 60_000, `${late} calls by itself`);
  assert.ok(soon >= 1_000 && soon < 3_000, `${soon} calls`);
  assert.ok(back >= 3_000 && back < 60_000, `${back} calls once it is taken back`);
});
