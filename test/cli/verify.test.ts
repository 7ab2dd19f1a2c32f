import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { runVerification } from '../../src/cli/analysis/verify-run.ts';
import { subjectOf } from '../../src/cli/environment/running-subject.ts';
import { createColors } from '../../src/cli/program/colors.ts';
import { type JsonVerified, joinRounds, jsonOf, textOf } from '../../src/cli/reporters/verify-report.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import type { Store } from '../../src/store/core/store.ts';
import { StoreError } from '../../src/store/core/store-error.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { GENERATED_NOW } from '../../src/verify/generate/generate-document.ts';
import { drive } from '../../src/verify/plans/drive.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { runCli } from '../support/http/cli.ts';
import { exampleText, startServer } from '../support/http/server.ts';
import { statedDocument } from '../support/notation/stated-document.ts';

const CLAIMS = join(import.meta.dirname, '..', '..', 'examples', 'expense-claims.md');
const NOW = ['--now', '2026-08-14T10:00:00Z'];

const SMALL = `# Specification: Small

## 3. Entities

### Person

- name: text, required, title
- email: email, required, sign-in, unique
- role: Role

### Room

- name: text, required, title
- seats: integer(1..40)

### Post

- title: text, required, title
- notes: list of Note

### Note

Belongs to Post.

- text: text, required, title

## 4. States and transitions

### Note: state

| From | Event | To |
| --- | --- | --- |
| (new) | | Fresh |
| Fresh | after 3 days | Stale |

- Final: Stale

## 5. Rules

| Name | On | Must hold | Error |
| --- | --- | --- | --- |
| Not lonely | Room | \`seats >= 2\` | |

## 6. Permissions

- Clerk
- Guest

| | Clerk | Guest |
| --- | --- | --- |
| Person: read | yes | yes |
| Room: read | yes | yes |
| Room: create | yes | no |
| Room: change | yes | no |
| Post: read | yes | yes |
| Post: create | yes | yes |
`;

const PEOPLE = `
## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ana | ana@example.com | Clerk |
| Ben | ben@example.com | Guest |
`;

describe('ninefold verify', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'ninefold-test-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const written = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const asked = async (path: string, ...more: readonly string[]): Promise<JsonVerified> => {
    const { code, stdout, stderr } = await runCli(['verify', path, '--json', ...NOW, ...more]);
    assert.deepEqual([code, stderr], [0, '']);
    return JSON.parse(stdout) as JsonVerified;
  };

  test('says that every answer was right, what was tried and what was not', async () => {
    const { code, stdout, stderr } = await runCli(['verify', CLAIMS, ...NOW]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      /: \d{3,4} requests as 6 people and as a guest\.\n\n {2}Permissions +32 of 32 \(100 %\)\n {2}Transitions +\d of 7 \(\d+ %\)\n/,
    );
    assert.match(stdout, /\nEvery answer was right\.\n/);
    assert.match(stdout, /To repeat: ninefold verify --seed 1 --now 2026-08-14T10:00:00\.000Z/);
  });

  test('asks the same by the same seed, whatever ids its data were given', async () => {
    const text = exampleText('tasks.md');
    const read = { file: 'tasks.md', text, model: diagnose(text).model };
    const rounding = { seed: 1, rounds: 1, now: GENERATED_NOW, mostPrincipals: 2 };
    const told = async () => {
      const rounds = await runVerification(read, rounding);
      return jsonOf({ ...read, ...rounding, ...joinRounds(rounds ?? []) });
    };
    const [one, other] = [await told(), await told()];
    assert.ok(one.requests > 500, `${one.requests} requests`);
    assert.deepEqual(other, one);
  });

  test('tries each line, and looks for what breaks a rule', async () => {
    const { lines, requests, people, notJudged, disagreements } = await asked(
      written('rooms.md', SMALL + PEOPLE),
      '--rounds',
      '3',
    );
    assert.ok(requests > 20);
    assert.deepEqual([people, disagreements], [2, []]);
    const of = (id: string) => lines.find((each) => each.id === id);
    const rule = of('rule/Not lonely');
    assert.ok(rule !== undefined && rule.refused > 0 && rule.allowed > 0, JSON.stringify(rule));
    assert.equal(rule.line, SMALL.split('\n').findIndex((line) => line.includes('Not lonely')) + 1);
    const denied = of('permission/Room/create/Guest');
    assert.ok(denied !== undefined && denied.refused > 0 && denied.allowed === 0, JSON.stringify(denied));
    assert.deepEqual(
      notJudged.map(({ what, entity }) => [what, entity]),
      [['the states of Note, which are lines', 'Post']],
    );
    const ofPosts = lines.filter(({ what }) => what.startsWith('Post'));
    assert.ok(ofPosts.length >= 4 && ofPosts.every(({ allowed, refused }) => allowed + refused === 0));
  });

  test('goes on with further rounds, each by other chance', async () => {
    const path = written('rounds.md', SMALL + PEOPLE);
    const one = await asked(path);
    const three = await asked(path, '--rounds', '3');
    assert.ok(three.requests > 2 * one.requests, `${three.requests} of ${one.requests}`);
  });

  test('asks a document that has errors as far as it runs, and tells of them', async () => {
    for (const other of ['chairs >= 2', 'seats >= 2 and chair.legs == 4', 'name != foo', 'seats >=']) {
      const path = written('wrong.md', (SMALL + PEOPLE).replace('seats >= 2', other));
      const { code, stdout, stderr } = await runCli(['verify', path, '--json', ...NOW]);
      assert.equal(code, 1);
      assert.match(stderr, /wrong\.md:\d+:\d+: error [a-z-]+: .*\n.*verified as far as it can be understood/);
      const { disagreements, requests } = JSON.parse(stdout) as JsonVerified;
      assert.deepEqual(disagreements, [], other);
      assert.ok(requests > 20);
    }
  });

  test('asks nothing where there is nobody to ask as', async () => {
    const empty = await runCli([
      'verify',
      written('empty.md', SMALL.replace('- role: Role', '- role: Role\n- desk: Room, required')),
    ]);
    assert.equal(empty.code, 2);
    assert.match(empty.stderr, /has no people to sign in as: add rows .* under “## Sample data”\./);
  });

  test('says what it can’t take', async () => {
    for (const [option, value] of [
      ['--seed', 'x'],
      ['--rounds', '0'],
      ['--now', 'soon'],
    ] as const) {
      const { code, stderr } = await runCli(['verify', CLAIMS, option, value]);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`^${option} must be .*, not ${value}\\.$`));
    }
  });

  test('says beside an answer that failed what the product noted of it', async () => {
    const stated = exampleText('expense-claims.md');
    const folder = mkdtempSync(join(quickFolder, 'ninefold-'));
    const kept = await openSqlite({ folder });
    let isBroken = false;
    const write: Store['write'] = (request) =>
      isBroken ? Promise.reject(new StoreError('failed', 'The disk is full.')) : kept.write(request);
    const server = await startServer(stated, { now: GENERATED_NOW, store: { ...kept, write } });
    isBroken = true;
    try {
      const subject = subjectOf({ ...server, socket: null });
      const { disagreements } = await drive(await statedDocument(stated, 2), subject, 1);
      assert.match(disagreements[0]?.differences.at(-1) ?? '', /^it logged: \w+ \/.* failed\. The disk is full\.$/);
    } finally {
      await server.stop();
      await kept.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('finds what runs otherwise than the document, and names its line', async () => {
    const stated = exampleText('expense-claims.md');
    const lax = stated.replace('| withdraw | Draft | owner |', '| withdraw | Draft | owner, Manager |');
    const open = stated.replace('| `status != Draft` | no |', '| yes | no |');
    const unruled = stated.replace('`total <= CLAIM_LIMIT`', '`total <= CLAIM_LIMIT * 1000`');
    for (const [other, line] of [
      [lax, /withdraw \| Draft/],
      [open, /^\| Claim: read/],
      [unruled, null],
    ] as const) {
      assert.notEqual(other, stated);
      const server = await startServer(other, { now: GENERATED_NOW });
      try {
        const { model } = readDocument(stated);
        const subject = { ...subjectOf({ ...server, socket: null }), model };
        const done = await drive(await statedDocument(stated, 2), subject, 3);
        assert.ok(done.disagreements.length > 0);
        const verified = { file: 'claims.md', model, now: GENERATED_NOW, seed: 2, ...joinRounds([done]) };
        const text = textOf(verified, { ...IO, colors: createColors(false) });
        assert.match(text, /answers? (?:was|were) wrong:\n/);
        const at = stated.split('\n').findIndex((each) => line?.test(each)) + 1;
        if (line !== null) assert.match(text, new RegExp(`claims\\.md:${at}`));
      } finally {
        await server.stop();
      }
    }
  });
});

const IO = {
  stdout: () => {},
  stderr: () => {},
  stdin: () => Promise.resolve(new Uint8Array()),
  cwd: '/',
  env: {},
  isTTY: false,
  columns: null,
  untilStopped: () => Promise.resolve(),
} as const;
