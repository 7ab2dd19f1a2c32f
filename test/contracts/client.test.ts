import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { SHOP } from '../support/contracts/shop.ts';
import { runCli } from '../support/http/cli.ts';
import { startServer } from '../support/http/server.ts';

/** Uses the client as the compiler should accept it. */
const USE = `import { createClient } from './client.ts';

export async function use(options: Parameters<typeof createClient>[0]) {
  const client = createClient(options);
  const made = await client.newOrder({ body: { order: { title: 'Third', amount: '20.00' } }, idempotencyKey: 'one' });
  if (!made.ok) throw new Error(made.error.code);
  if (made.status !== 201) throw new Error('the order is not readable');
  const cost: string | null = made.value.order.cost;
  const kind: 'order' = made.value.order.kind;
  const again = await client.newOrder({ body: { order: { title: 'Third', amount: '20.00' } }, idempotencyKey: 'one' });
  const refused = await client.newOrder({ body: { order: { title: 'Fourth', amount: '0.50' } } });
  const missing = await client.order({ path: { slug: 'missing' } });
  const list = await client.orders({ query: { limit: 2, kind: 'book' } });
  const all = await client.orders();
  if (!refused.ok && refused.error.code === 'TOO_LITTLE') {
    const status: 409 = refused.error.status;
    const messages: { readonly [name: string]: readonly string[] } = refused.error.body.errors as never;
    return { cost, kind, again, status, messages, missing, list, all, made };
  }
  throw new Error('not refused');
}
`;

/** What the compiler should refuse: unknown members, missing bodies, wrong types, unknown codes. */
const MISUSE = `import { createClient } from './client.ts';

const client = createClient({ baseUrl: '' });
// @ts-expect-error a member that the call does not take
void client.newOrder({ body: { order: { title: 'Third', buyer: 'x' } } });
// @ts-expect-error the body is required
void client.newOrder({});
// @ts-expect-error the path is required
void client.order();
// @ts-expect-error not one of the choices
void client.orders({ query: { kind: 'car' } });
void client.order({ path: { slug: 'x' } }).then((result) => {
  // @ts-expect-error no such code
  if (!result.ok && result.error.code === 'TOO_LITTLE_OF_IT') return 1;
  return 2;
});
`;

describe('the exported client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-client-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('compiles in strict mode and calls a running server', async () => {
    writeFileSync(join(folder, 'shop.md'), SHOP);
    const out = join(folder, 'client.ts');
    const written = await runCli(['export', 'client', join(folder, 'shop.md'), '--out', out]);
    assert.equal(written.code, 0, written.stderr);
    writeFileSync(join(folder, 'use.ts'), USE);
    writeFileSync(join(folder, 'misuse.ts'), MISUSE);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const compilerOptions = {
      strict: true,
      noEmit: true,
      noUnusedLocals: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      target: 'es2024',
      module: 'nodenext',
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: [],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['client.ts', 'use.ts', 'misuse.ts'] }),
    );
    const tsc = join(import.meta.dirname, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');
    const compiled = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    assert.equal(compiled.status, 0, compiled.stdout);

    const server = await startServer(SHOP);
    try {
      const { cookie } = await server.as('Ada');
      const sent: Request[] = [];
      const { use } = await import(pathToFileURL(join(folder, 'use.ts')).href);
      const result = await use({
        baseUrl: 'http://localhost:4000/',
        fetch: (request: Request) => {
          sent.push(request);
          const headers = new Headers(request.headers);
          headers.set('cookie', cookie);
          return server.fetch(new Request(request, { headers }));
        },
      });
      assert.equal(result.cost, '20.00');
      assert.equal(result.made.status, 201);
      assert.match(result.made.etag, /^"/);
      assert.equal(result.again.status, 201, 'the same key is carried out once');
      assert.equal(result.status, 409);
      assert.deepEqual(Object.keys(result.messages), ['order.amount']);
      assert.deepEqual([result.missing.ok, result.missing.error.code, result.missing.status], [false, 'GONE', 410]);
      assert.equal(result.list.value.count, 0);
      assert.equal(result.all.value.count, 2);
      assert.equal(sent[0]?.headers.get('idempotency-key'), 'one');
      assert.match(sent.find(({ url }) => url.includes('limit'))?.url ?? '', /\/orders\?limit=2&kind=book$/);
    } finally {
      await server.stop();
    }
  });

  test('sends the token in the stated way', async () => {
    const stated = SHOP.replace('- Names: snake_case', '- Names: snake_case\n- Sign-in: Authorization: Token');
    writeFileSync(join(folder, 'token.md'), stated);
    const { stdout } = await runCli(['export', 'client', join(folder, 'token.md')]);
    assert.match(stdout, /headers\.set\("authorization", `Token \$\{token\}`\)/);
  });
});
