import assert from 'node:assert/strict';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { SHELF } from '../support/documents/shelf.ts';
import { freePort } from '../support/http/free-port.ts';

const root = join(import.meta.dirname, '..', '..');

/** What people get from the registry: packed, installed into an empty folder without install scripts, and used. */
describe('the package', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-package-'));
  const document = join(folder, 'expense-claims.md');
  const ninefold = (...args: string[]) =>
    start(join(folder, 'node_modules', '.bin', 'ninefold'), args, { cwd: folder });

  before(async () => {
    await succeeds(start(process.execPath, [join(root, 'scripts', 'build.ts')], { cwd: root }));
    await succeeds(npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder));
    const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    await succeeds(
      npm(folder, 'install', `./${tarball}`, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'),
    );
    copyFileSync(join(root, 'examples', 'expense-claims.md'), document);
    writeFileSync(join(folder, 'shop.md'), SHOP);
    writeFileSync(join(folder, 'shelf.md'), SHELF);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('contains the program and its pages, but no sources or tests', () => {
    const installed = join(folder, 'node_modules', 'ninefold');
    const allowed = ['CHEATSHEET.md', 'LICENSE', 'NOTATION.md', 'README.md', 'bin', 'dist', 'package.json'];
    assert.deepEqual(readdirSync(installed).sort(), allowed);
    const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      files.filter((path) => path.endsWith('.map') || (/\.tsx?$/.test(path) && !path.endsWith('.d.ts'))),
      [],
    );
  });

  test('checks a document', async () => {
    const { code, output } = await finished(ninefold('check', 'expense-claims.md'));
    assert.equal(code, 0, output);
  });

  test('prints the same findings and explanations as the sources do', async () => {
    const [code = ''] = readdirSync(join(root, 'src', 'checks', '3-entities')).filter((name) => name.endsWith('.md'));
    for (const args of [
      ['check', 'shop.md', '--reporter', 'json'],
      ['explain', code.replace('.md', '')],
      ['explain', 'no-such-code'],
    ]) {
      const [packed, source] = await Promise.all([
        finished(ninefold(...args)),
        finished(start(process.execPath, [join(root, 'bin', 'ninefold.mjs'), ...args], { cwd: folder })),
      ]);
      assert.deepEqual(packed, source);
      assert.notEqual(packed.output, '');
    }
  });

  test('serves a document until it is stopped', async () => {
    const server = ninefold('dev', 'expense-claims.md', '--port', String(await freePort()));
    try {
      const answer = await fetch(await printedAddress(server));
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /<html/);
    } finally {
      server.child.kill('SIGTERM');
    }
    const { code, output } = await finished(server);
    assert.equal(code, 0, output);
  });

  test('reads a list that somebody composed, on a worker thread', async () => {
    const server = ninefold('dev', 'shelf.md', '--port', String(await freePort()));
    try {
      const filter = encodeURIComponent('label.contains("x")');
      const answer = await fetch(new URL(`/api/items?filter=${filter}`, await printedAddress(server)));
      assert.equal(answer.status, 200, await answer.text());
    } finally {
      server.child.kill('SIGTERM');
    }
    assert.equal((await finished(server)).code, 0);
  });

  test('runs a document in production again without the checks, and never one with errors', async () => {
    const path = join(folder, 'production.md');
    const sound = readFileSync(document, 'utf8');
    const broken = sound.replace('`total <= CLAIM_LIMIT`', '`totals <= CLAIM_LIMIT`');
    const run = async (text: string) => {
      writeFileSync(path, text);
      const server = ninefold('start', 'production.md', '--port', String(await freePort()));
      const address = await printedAddress(server).catch(() => null);
      const status = address === null ? null : (await fetch(`${address}/_/health`)).status;
      server.child.kill('SIGTERM');
      return { status, ...(await finished(server)) };
    };
    assert.equal((await run(sound)).status, 200);
    assert.equal((await run(sound)).status, 200);
    for (let round = 0; round < 2; round += 1) {
      const refused = await run(broken);
      assert.equal(refused.code, 1);
      assert.match(refused.output, /The document has 1 error, the first in line \d+/);
    }
    assert.equal((await run(sound)).status, 200);
  });

  test('exports the library and the manifest', async () => {
    const script = `await import('ninefold'); (await import('ninefold/package.json', { with: { type: 'json' } })).default.name`;
    const { code, output } = await finished(
      start(process.execPath, ['--input-type=module', '-e', script], { cwd: folder }),
    );
    assert.equal(code, 0, output);
  });
});

/** As people write: with dashes, arrows and marks of their own. */
const SHOP = `# The “Repair” shop

## 3. Entities

**Device** – what is brought: serial number, price (€ 1’200.50), received → returned…

## 4. States

Received → In repair → Done — nobody goes back.

## 5. Rules

R1 – A device’s price is ≥ 0 €.
`;

interface Running {
  readonly child: ChildProcess;
  readonly exit: Promise<unknown[]>;
  output: string;
}

function start(program: string, args: readonly string[], options: SpawnOptions): Running {
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    NODE_TEST_CONTEXT: undefined,
  };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const running: Running = { child, exit: once(child, 'close'), output: '' };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (running.output += String(chunk)));
  return running;
}

/** npm as it was started, with this Node. */
function npm(cwd: string, ...args: string[]): Running {
  const program = process.env['npm_execpath'];
  return program?.endsWith('.js') ? start(process.execPath, [program, ...args], { cwd }) : start('npm', args, { cwd });
}

async function finished(running: Running): Promise<{ code: unknown; output: string }> {
  const [code] = await running.exit;
  return { code, output: running.output };
}

async function succeeds(running: Running): Promise<void> {
  const { code, output } = await finished(running);
  assert.equal(code, 0, output);
}

/** The address that `dev` prints once it answers; fails with what it said where it ends before that. */
async function printedAddress(running: Running): Promise<string> {
  const address = () => /https?:\/\/(127\.0\.0\.1|localhost):\d+/.exec(running.output)?.[0];
  const ended = running.exit.then(() => assert.fail(`dev ended before it printed an address:\n${running.output}`));
  while (address() === undefined)
    await Promise.race([
      ended,
      ...[running.child.stdout, running.child.stderr].map((stream) => stream && once(stream, 'data')),
    ]);
  return address() ?? '';
}
