import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCli } from '../support/http/cli.ts';

const examples = join(import.meta.dirname, '..', '..', 'examples');

describe('ninefold check', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'ninefold-cli-'));
    cpSync(join(examples, 'seed.md'), join(folder, 'seed.md'));
    writeFileSync(join(folder, 'latin.md'), Buffer.from([0x23, 0x20, 0xe9, 0x0a]));
    writeFileSync(
      join(folder, 'wrong.md'),
      '# Specification: X\n\n## 5. Validation rules\n\n| Rule | On | Must hold | Error |\n| --- | --- | --- | --- |\n| A | Nothing | `1 < 2` | E |\n',
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('lists nine gaps of the seed, one line each, and ends with 0', async () => {
    const { code, stdout } = await runCli(['check', 'seed.md'], { cwd: folder });
    const lines = stdout.split('\n').filter(Boolean);
    assert.equal(code, 0);
    assert.equal(lines.length, 9);
    assert.ok(
      lines.every((line, index) => new RegExp(`^seed\\.md:\\d+:\\d+: gap not-shown: Point ${index + 1},`).test(line)),
    );
  });

  it('finds nothing wrong with the expense document', async () => {
    const { code, stdout } = await runCli(['check', join(examples, 'expense-claims.md')], { cwd: folder });
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /: (error|warning) /);
  });

  it('ends with 1 when there is a finding, with its place, code and next step', async () => {
    const { code, stdout } = await runCli(['check', 'wrong.md'], { cwd: folder });
    assert.equal(code, 1);
    assert.match(stdout, /^wrong\.md:7:\d+: error name-unknown: .+\. .+\.$/m);
  });

  const WRONG: readonly (readonly [what: string, file: string, sentence: RegExp])[] = [
    ['a file that is not there', 'none.md', /^There is no file none\.md\. .+\.$/],
    ['a folder', '.', /^\. is a folder\. .+\.$/],
    ['a file that is not UTF-8', 'latin.md', /^latin\.md is not UTF-8 text\. .+\.$/],
  ];
  for (const [what, file, sentence] of WRONG) {
    it(`of ${what} is wrong use, in one sentence and what to do`, async () => {
      for (const command of ['check', 'dev']) {
        const { code, stderr, stdout } = await runCli([command, file], { cwd: folder });
        assert.equal(code, 2);
        assert.match(stderr, sentence);
        assert.equal(stdout, '');
      }
    });
  }
});

describe('ninefold dev', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'ninefold-cli-'));
    cpSync(join(examples, 'seed.md'), join(folder, 'seed.md'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('takes the next free port where the one asked for is taken, and prints the address', async () => {
    const blocker = createServer();
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve(Number((blocker.address() as { port: number }).port)));
    });
    try {
      const { code, stdout, stderr } = await runCli(['dev', 'seed.md', '--port', String(port)], { cwd: folder });
      assert.equal(code, 0);
      assert.match(stderr, new RegExp(`Port ${port} is taken`));
      assert.match(stdout, /^seed\.md runs at http:\/\/127\.0\.0\.1:\d+$/m);
    } finally {
      await new Promise((resolve) => blocker.close(resolve));
    }
  });

  it('refuses data that another process holds', async () => {
    const { code, stderr } = await runCli(['dev', 'seed.md', '--port', '0'], {
      cwd: folder,
      untilStopped: async () => {
        const second = await runCli(['dev', 'seed.md', '--port', '0'], { cwd: folder });
        assert.equal(second.code, 2);
        assert.equal(second.stderr.trim().split('\n').length, 1, second.stderr);
      },
    });
    assert.equal(code, 0, stderr);
  });

  it('says so where its data can’t be written', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    cpSync(join(examples, 'seed.md'), join(closed, 'seed.md'));
    writeFileSync(join(closed, '.ninefold'), 'a file in the place of the folder');
    const { code, stderr } = await runCli(['dev', 'seed.md', '--port', '0'], { cwd: closed });
    assert.equal(code, 2);
    assert.match(stderr, /can't be written/);
  });
});

describe('ninefold start', () => {
  it('refuses the seed, since nobody is stated, and says so for each reason', async () => {
    const { code, stderr } = await runCli(['start', join(examples, 'seed.md')]);
    assert.equal(code, 1);
    assert.match(stderr, /Point 6 is not shown/);
  });
});
