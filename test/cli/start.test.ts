import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCli } from '../support/http/cli.ts';
import { freePort } from '../support/http/free-port.ts';
import { startBucket } from '../support/http/s3.ts';

const examples = join(import.meta.dirname, '..', '..', 'examples');

describe('ninefold start and ninefold user', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'ninefold-start-'));
    cpSync(join(examples, 'expense-claims.md'), join(folder, 'claims.md'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('let the first person in by a link, and keep them in over a restart; nobody of the sample data is there', async () => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const added = await runCli(['user', 'claims.md', 'ana@example.com', 'name=Ana', 'role=Finance', '--origin', base], {
      cwd: folder,
    });
    assert.equal(added.code, 0, added.stderr);
    const link = /^http:\/\/127\.0\.0\.1:\d+\/_\/sign-in#link=([0-9a-f]{64})$/.exec(added.stdout)?.[1] ?? '';
    assert.notEqual(link, '', added.stdout);
    const seen = { cookie: '', people: [] as unknown[] };
    const first = await started(folder, port, async () => {
      const answer = await send(`${base}/_/link/password`, { link, password: 'plum orbit forty-two' });
      assert.equal(answer.status, 204);
      seen.cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      assert.equal((await send(`${base}/_/link/password`, { link, password: 'plum orbit forty-two' })).status, 404);
      const signIn = { name: 'ana@example.com', password: 'plum orbit forty-two' };
      assert.equal((await send(`${base}/_/sign-in`, signIn)).status, 204);
      const switched = await send(`${base}/_/session`, { person: 'anybody' });
      assert.equal(switched.status, 404);
      const app = await fetch(`${base}/_/app`, { headers: { cookie: seen.cookie } });
      const body = (await app.json()) as { people?: unknown[] };
      assert.equal(body.people, undefined);
    });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, new RegExp(`^claims\\.md runs at ${base}$`, 'm'));
    const next = await freePort();
    const second = await started(folder, next, async () => {
      const session = await fetch(`http://127.0.0.1:${next}/_/session`, {
        headers: { cookie: seen.cookie.replace(`-${port}=`, `-${next}=`) },
      });
      const { person } = (await session.json()) as { person: { title: string } | null };
      assert.equal(person?.title, 'Ana');
      const page = await fetch(`http://127.0.0.1:${next}/_/sign-in`, { headers: { accept: 'text/html' } });
      assert.equal(page.status, 200);
      assert.match(page.headers.get('content-type') ?? '', /text\/html/);
    });
    assert.equal(second.code, 0, second.stderr);
    assert.ok(existsSync(join(folder, '.ninefold', 'claims.md', 'production')));
  });

  it('say what is wrong with a value of a person, and write nothing', async () => {
    const add = (...values: string[]) => runCli(['user', 'claims.md', 'bo@example.com', ...values], { cwd: folder });
    const unknown = await add('name=Bo', 'colour=red');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /has no field “colour”/);
    const role = await add('name=Bo', 'role=Emperor');
    assert.equal(role.code, 1);
    assert.match(role.stderr, /Emperor/);
    assert.equal((await add('nonsense')).code, 2);
    const later = await add('name=Bo', 'role=Employee');
    assert.match(later.stderr, /was added/);
    assert.match((await add('name=Bo')).stderr, /already exists/);
  });

  it('dev prints a letter in place of sending it, and its link lets its person in', async () => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const printed: string[] = [];
    const { code } = await runCli(['dev', 'claims.md', '--port', String(port)], {
      cwd: folder,
      stderr: (text) => void printed.push(text),
      untilStopped: async () => {
        assert.equal((await send(`${base}/_/link`, { name: 'ana@example.com' })).status, 204);
        const letter = () => printed.find((each) => each.includes('To: ana@example.com'));
        for (let turn = 0; turn < 200 && letter() === undefined; turn++)
          await new Promise((done) => setTimeout(done, 5));
        assert.match(letter() ?? '', /^ {2}E-mail \(not sent\):\n.*\n {2}Subject: Expense claims: choose a new/);
        const [, link] = /#link=([0-9a-f]{64})$/m.exec(letter() ?? '') ?? [];
        const answer = await send(`${base}/_/link/password`, { link, password: 'plum orbit forty-two' });
        assert.equal(answer.status, 204);
        const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
        const session = await fetch(`${base}/_/session`, { headers: { cookie } });
        assert.equal(((await session.json()) as { person: { title: string } }).person.title, 'Ana Brandt');
      },
    });
    assert.equal(code, 0, printed.join('\n'));
  });

  it('dev puts files into the bucket that FILES_URL names, and says where that can’t be meant', async () => {
    const bucket = await startBucket();
    try {
      const port = await freePort();
      const base = `http://127.0.0.1:${port}`;
      const { code, stderr } = await runCli(['dev', 'claims.md', '--port', String(port)], {
        cwd: folder,
        env: bucket.environment,
        untilStopped: async () => {
          const html = await (await fetch(base, { headers: { accept: 'text/html' } })).text();
          const switcher = /name="ninefold-switcher" content="([^"]*)"/.exec(html)?.[1] ?? '';
          const { people } = (await (await fetch(`${base}/_/app`)).json()) as {
            people: { id: string; title: string }[];
          };
          const ana = people.find(({ title }) => title === 'Ana Brandt');
          const inside = await send(`${base}/_/session`, { person: ana?.id }, { 'ninefold-switcher': switcher });
          const cookie = (inside.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
          const answer = await fetch(`${base}/_/files?entity=Claim&field=receipt&name=r.pdf`, {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/pdf' },
            body: '%PDF-1.7 a receipt',
          });
          assert.equal(answer.status, 201, await answer.text());
        },
      });
      assert.equal(code, 0, stderr);
      assert.deepEqual(
        [...bucket.objects.values()].map(({ bytes }) => bytes.toString()),
        ['%PDF-1.7 a receipt'],
      );
    } finally {
      await bucket.stop();
    }
    const wrong = await runCli(['dev', 'claims.md', '--port', '0'], { cwd: folder, env: { FILES_URL: 'ftp://x' } });
    assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
    assert.match(wrong.stderr, /FILES_URL must be an address such as s3:/);
  });

  it('leave nothing running where the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = String(typeof address === 'object' && address !== null ? address.port : 0);
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const before = timers();
    const { code, stdout, stderr } = await runCli(['start', 'claims.md', '--port', port], { cwd: folder });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /No port from \d+ to \d+ is free/);
    assert.ok(timers() <= before, `${timers()} timers after ${before}`);
    await new Promise((resolve) => taken.close(resolve));
    // Nobody holds the data any more.
    assert.equal((await started(folder, Number(port), async () => undefined)).code, 0);
  });

  it('refuse settings that can’t be meant', async () => {
    const wrong = async (argv: readonly string[], env: Record<string, string> = {}) => {
      const { code, stderr } = await runCli(['start', 'claims.md', ...argv], { cwd: folder, env });
      assert.equal(code, 2, stderr);
      return stderr;
    };
    assert.match(await wrong(['--origin', 'http://claims.example.org']), /--origin must be an address/);
    assert.match(await wrong(['--origin', 'https://claims.example.org/app']), /--origin must be an address/);
    assert.match(await wrong(['--port', 'x']), /--port must be a number/);
    assert.match(await wrong([], { SMTP_URL: 'smtp://localhost' }), /must both be set/);
    assert.match(
      await wrong([], { SMTP_URL: 'http://localhost', MAIL_FROM: 'a@b.example' }),
      /must have the form smtp:/,
    );
    const files = (FILES_URL: string, more = {}) => wrong([], { FILES_URL, ...more });
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'canary secret' };
    assert.match(await files('https://files.example.org'), /FILES_URL must be an address such as s3:/);
    assert.match(await files('s3://files/../x', keys), /has no region/);
    assert.match(
      await files('s3://files?region=eu-central-1'),
      /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set/,
    );
    assert.match(await files('s3://a:canary@files?region=eu-central-1', keys), /must not contain keys/);
    assert.match(await files('s3://files?endpoint=ftp://x', keys), /endpoint in FILES_URL/);
    assert.match(await files('s3://files?regoin=x', keys), /not "regoin"/);
    for (const text of [await files('s3://a:canary@files', keys), await files('s3://files', keys)])
      assert.doesNotMatch(text, /canary/);
    const issuer = { NINEFOLD_OIDC_ISSUER: 'https://login.example.org' };
    const origin = ['--origin', 'https://claims.example.org'];
    assert.match(await wrong([], { ...issuer, NINEFOLD_OIDC_CLIENT_ID: 'a' }), /needs --origin/);
    assert.match(await wrong(origin, issuer), /NINEFOLD_OIDC_CLIENT_ID is not set/);
    assert.match(await wrong(origin, { NINEFOLD_OIDC_CLIENT_SECRET: 'a' }), /NINEFOLD_OIDC_ISSUER is not set/);
    const plain = { NINEFOLD_OIDC_ISSUER: 'http://login.example.org', NINEFOLD_OIDC_CLIENT_ID: 'a' };
    assert.match(await wrong(origin, plain), /NINEFOLD_OIDC_ISSUER must be an address such as https/);
  });
});

const started = (folder: string, port: number, work: () => Promise<void>) =>
  runCli(['start', 'claims.md', '--port', String(port)], { cwd: folder, untilStopped: work });

const send = (url: string, body: unknown, more: Readonly<Record<string, string>> = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body: JSON.stringify(body) });
