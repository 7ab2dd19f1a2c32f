import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Change, differenceOf } from '../../src/model/diff/compare-models.ts';
import { haveSameMeaning } from '../../src/model/diff/difference-words.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { runCli } from '../support/http/cli.ts';
import { documents } from '../support/notation/documents.ts';

const EXAMPLE = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'expense-claims.md'), 'utf8');
const modelOf = (text: string) => readDocument(text).model;

/** The example with some of its text replaced; each must be there. */
function edited(...edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from);
    return text.replaceAll(from, to);
  }, EXAMPLE);
}

const changes = (...edits: readonly (readonly [from: string, to: string])[]): readonly Change[] =>
  differenceOf(modelOf(EXAMPLE), modelOf(edited(...edits)));

const said = (found: readonly Change[]) => found.map(({ kind, message }) => `${kind}: ${message}`);

describe('the difference of two documents', () => {
  const cases: readonly (readonly [what: string, edits: (readonly [string, string])[], messages: string[]])[] = [
    [
      'a guard that keeps people from their own',
      [
        [
          'approve | Approved | Manager | `owner.manager == me and owner != me`',
          'approve | Approved | Manager | `owner.manager == me`',
        ],
      ],
      ['widened: Manager may now approve own claims in Submitted: `owner != me` is no longer required.'],
    ],
    [
      'a guard that is stricter',
      [['pay | Paid | Finance | `owner != me`', 'pay | Paid | Finance | `owner != me and total > 10 EUR`']],
      ['narrowed: Finance may pay Claim in Approved only where `total > 10 EUR` now.'],
    ],
    [
      'who raises an event',
      [['reopen | Draft | owner |', 'reopen | Draft | owner, Manager |']],
      ['widened: Manager may now reopen Claim in Rejected.'],
    ],
    [
      'what a screen offers by itself',
      [
        [
          '### To approve\n',
          '### Claim\n\n- Duplicate: no\n- Related: no\n- Comments: yes\n- Presence: not shown.\n\n### To approve\n',
        ],
      ],
      [
        'changed: The screen Claim (/claims/:id): whether people see who else is there: not shown now (before: not stated).',
        'changed: The screen Claim (/claims/:id): whether a record can be duplicated: no now (before: not stated).',
        'changed: The screen Claim (/claims/:id): whether a record lists the records that refer to it: no now (before: not stated).',
        'changed: The screen Claim (/claims/:id): whether people can comment: yes now (before: not stated).',
      ],
    ],
    [
      'an effect',
      [['paidAt = now; call payout; notify owner', 'paidAt = now; call payout']],
      ['changed: pay of Claim in Approved no longer does: notify owner.'],
    ],
    [
      'where an event leads',
      [['| Rejected | reopen | Draft |', '| Rejected | reopen | Submitted |']],
      ['changed: reopen of Claim in Rejected leads to Submitted now (before: Draft).'],
    ],
    [
      'a permission on fewer conditions',
      [['`owner == me and status == Draft`', '`owner == me`']],
      [
        'widened: Employee may now delete Claim where `owner == me` (before: yes where `owner == me and status == Draft`).',
      ],
    ],
    [
      'a permission that is given and one that is taken',
      [['| Claim: create | yes | | | |', '| Claim: create | | yes | | |']],
      ['narrowed: Employee may no longer create Claim.', 'widened: Manager may now create Claim.'],
    ],
    [
      'fields of a permission',
      [
        [
          '| Employee: change | | | | name, email, manager, role (any) |',
          '| Employee: change | | | | name, email, manager |',
        ],
      ],
      [
        'narrowed: Administrator may only change name, email, manager of Employee now (before: name, email, manager, role (any)).',
      ],
    ],
    [
      'a type',
      [['total | money(EUR) |', 'total | decimal(10, 2) |']],
      ['changed: Claim.total: money(EUR) → decimal(10, 2).'],
    ],
    [
      'what is required',
      [['| receipt | file(pdf, png, jpg) | no |', '| receipt | file(pdf, png, jpg) | yes |']],
      ['changed: Claim.receipt is required now.'],
    ],
    [
      'a constant',
      [['| CLAIM_LIMIT | 5000 EUR |', '| CLAIM_LIMIT | 7000 EUR |']],
      ['changed: CLAIM_LIMIT: 5000 EUR → 7000 EUR.'],
    ],
    ['a limit', [['| Page size | 50 |', '| Page size | 20 |']], ['changed: The limit page size: value 50 → 20.']],
    [
      'a rule that is less strict',
      [
        [
          '`total <= RECEIPT_FREE_LIMIT or receipt != null`',
          '`total <= RECEIPT_FREE_LIMIT or receipt != null or note != null`',
        ],
      ],
      [
        'widened: The rule V3 on Claim is less strict: `total <= RECEIPT_FREE_LIMIT or receipt != null` → `total <= RECEIPT_FREE_LIMIT or receipt != null or note != null`.',
      ],
    ],
    [
      'a message',
      [['| Too many requests. |', '| Slow down. |']],
      ['changed: The error TOO_MANY_REQUESTS: message “Too many requests.” → “Slow down.”.'],
    ],
    [
      'who finds a screen',
      [['board by status | Finance |', 'board by status | Finance, Manager |']],
      ['widened: Manager may now open the screen To pay (/pay).'],
    ],
    [
      'columns of a screen',
      [['table: title, total, status, spentOn', 'table: title, status, total, category']],
      ['changed: The screen My claims (/): fields: now also category; no longer spentOn.'],
    ],
    [
      'what a call may fail with',
      [['REFUSAL_MISSING |\n| reopen', 'REFUSAL_MISSING, TOO_OLD |\n| reopen']],
      ['changed: The call reject (POST /api/claims/:id/reject): errors: now also TOO_OLD.'],
    ],
    [
      'only the order',
      [
        [
          '| email | email | yes | unique, sign-in |\n| manager | Employee | no | |',
          '| manager | Employee | no | |\n| email | email | yes | unique, sign-in |',
        ],
      ],
      ['changed: Employee: its fields are in a different order.'],
    ],
  ];
  for (const [what, edits, messages] of cases) {
    test(`says ${what}`, () => assert.deepEqual(said(changes(...edits)), messages));
  }

  describe('of parts that say more than a name', () => {
    const base = [
      '# Specification: Club',
      '',
      '## 2. Screens and routes',
      '',
      '| Route | Screen | Shows | As | For |',
      '| --- | --- | --- | --- | --- |',
      '| `/` | Tasks | Task | table: title, hours (Board) | Member |',
      '| `/tasks/:id` | Task | Task | record | Member |',
      '| `/sums` | Sums | Task | dashboard | Member |',
      '| `/old` | Old address | | redirect | |',
      '',
      '### Tasks',
      '',
      '- Filter: Long where `hours > 3`',
      '- Switch: Closed where `status == Done`',
      '- Link: Sums → `/sums`',
      '- Menu: where `hours > 1`',
      '- Only if: `me.hours > 1`',
      '- Otherwise: `/sums` "Not yours."',
      '',
      '### Task',
      '',
      '- Section: Work: hours, title for Board',
      '',
      '### Sums',
      '',
      '- Number: All, sum of hours',
      '- Chart: Months, bar, count by month of createdAt',
      '',
      '### Old address',
      '',
      '- Redirects to: `/`',
      '',
      '## 3. Entities and their fields',
      '',
      '### Task',
      '',
      '- Unique: title, hours',
      '',
      '| Field | Type |',
      '| --- | --- |',
      '| title | text |',
      '| hours | integer |',
      '| owner | Task |',
      '',
      '## 4. States and transitions',
      '',
      '### Task: status',
      '',
      '| From | Event | To |',
      '| --- | --- | --- |',
      '| (new) | | Open |',
      '| Open | after 3 days | Late |',
      '| Late | finish | Done |',
      '',
      '- Group: Running = Open, Late',
      '',
      '## 6. Roles and permissions',
      '',
      '- Member: everyone who signs in',
      '- Board: includes Member',
      '- Owner: whoever is `Task.owner`',
      '',
      '## 9. Business constants and limits',
      '',
      '### PRIORITY',
      '',
      '| | low | high |',
      '| --- | --- | --- |',
      '| one | P3 | P2 |',
      '| all | P2 | P1 |',
      '',
    ].join('\n');
    const parts: readonly (readonly [from: string, to: string, message: string])[] = [
      [
        '`hours > 3`',
        '`hours > 5`',
        'The screen Tasks (/): filters: now also filter Long where `hours > 5`; no longer filter Long where `hours > 3`.',
      ],
      [
        'where `hours > 3`',
        'where `hours > 3`, on at first',
        'The screen Tasks (/): filters: now also filter Long where `hours > 3`, on at first; no longer filter Long where `hours > 3`.',
      ],
      ['hours (Board)', 'hours', 'The screen Tasks (/): fields: now also hours; no longer hours (Board).'],
      [
        '- Link: Sums → `/sums`',
        '- Link: Old → `/old`',
        'The screen Tasks (/): links: now also Old → /old; no longer Sums → /sums.',
      ],
      [
        '- Menu: where `hours > 1`',
        '- Menu: no',
        'The screen Tasks (/): menu in the menu where `hours > 1` → not in the menu.',
      ],
      [
        'Otherwise: `/sums`',
        'Otherwise: `/old`',
        'The screen Tasks (/) redirects people who may not open it to /old “Not yours.” now (before: /sums “Not yours.”).',
      ],
      [
        'title for Board',
        'title for Member',
        'The screen Task (/tasks/:id): sections: now also Work (hours, title) for Member; no longer Work (hours, title) for Board.',
      ],
      [
        'All, sum of hours',
        'All, average of hours',
        'The screen Sums (/sums): numbers: now also All: average of hours; no longer All: sum of hours.',
      ],
      [
        'by month of createdAt',
        'by week of createdAt',
        'The screen Sums (/sums): charts: now also Months: count as bar by week of createdAt; no longer Months: count as bar by month of createdAt.',
      ],
      ['Redirects to: `/`', 'Redirects to: `/sums`', 'The screen Old address (/old) leads to /sums now (before: /).'],
      ['Unique: title, hours', 'Unique: title', 'Task: unique: now also title; no longer title, hours.'],
      ['after 3 days', 'after 5 days', 'the timer of Task in Open to Late: timer after 3 days → after 5 days.'],
      [
        'Running = Open, Late',
        'Running = Open',
        'Task.status: groups: now also Running = Open; no longer Running = Open, Late.',
      ],
      ['| one | P3 | P2 |', '| one | P3 | P1 |', 'PRIORITY: [one][high] "P2" → "P1".'],
      ['| all | P2 | P1 |\n', '', 'PRIORITY: [all][low] "P2" → none, [all][high] "P1" → none.'],
    ];
    for (const [from, to, message] of parts) {
      test(`${from.replaceAll('\n', ' ')} to ${to === '' ? 'nothing' : to}`, () => {
        assert.equal(base.split(from).length, 2, from);
        const found = differenceOf(modelOf(base), modelOf(base.replace(from, to)));
        assert.deepEqual(
          found.map((change) => change.message),
          [message],
        );
      });
    }

    test('holds no JSON in its words', () => {
      const other = base
        .replace('whoever is `Task.owner`', 'whoever is `Task.createdBy`')
        .replace('`me.hours > 1`', '`me.hours > 2`')
        .replace('after 3 days', 'every 2 days');
      const found = differenceOf(modelOf(base), modelOf(other));
      assert.ok(found.length >= 3);
      for (const { message } of found) assert.doesNotMatch(message, /[{}]|"kind"/);
    });
  });

  test('says a rename once, wherever the old name was used', () => {
    const found = changes(
      [
        '| title | text(3..120) | yes | title, searchable |',
        '| heading | text(3..120) | yes | title, searchable, was title |',
      ],
      ['title, category, spentOn', 'heading, category, spentOn'],
      ['table: title, total', 'table: heading, total'],
      ['owner, title, total', 'owner, heading, total'],
      ['| title | owner | category', '| heading | owner | category'],
    );
    assert.deepEqual(said(found), ['renamed: Claim.title is called Claim.heading now.']);
  });

  test('says a renamed entity once, formulas included', () => {
    const old =
      '# Specification: X\n\n## 3. Entities and their fields\n\n### Task\n\n| Field | Type | Notes |\n| --- | --- | --- |\n| title | text | |\n| of | Task | |\n\n## 6. Roles and permissions\n\n- A: everyone who signs in\n\n| | A |\n| --- | --- |\n| Task: read | `of.title != null` |\n';
    const now = old
      .replaceAll('Task', 'Job')
      .replaceAll('title', 'name')
      .replace('### Job\n', '### Job\n\n- Was: Task\n')
      .replace('| name | text | |', '| name | text | was title |');
    assert.deepEqual(said(differenceOf(modelOf(old), modelOf(now))), [
      'renamed: Task is called Job now.',
      'renamed: Task.title is called Job.name now.',
    ]);
  });

  test('of a document and itself is nothing, nor is the spacing of formulas', () => {
    assert.deepEqual(changes(), []);
    assert.deepEqual(changes(['`owner == me`', '`owner  ==  me`']), []);
  });

  test('is never nothing where the Models differ, and names the points in order', () => {
    const old = modelOf(EXAMPLE);
    for (let seed = 0; seed < 120; seed += 1) {
      const now = modelOf(documents(seed));
      const found = differenceOf(old, now);
      if (found.length === 0) assert.ok(haveSameMeaning(old, now), `seed ${seed}`);
      else assert.ok(!haveSameMeaning(old, now), `seed ${seed}: ${found[0]?.message}`);
      const points = found.map(({ point }) => point ?? 10);
      assert.deepEqual(
        points,
        points.toSorted((one, other) => one - other),
      );
      for (const { message } of found) assert.match(message, /\.$/);
    }
  });
});

describe('ninefold diff', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-diff-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  const now = edited(
    ['| CLAIM_LIMIT | 5000 EUR |', '| CLAIM_LIMIT | 7000 EUR |'],
    ['| note | long text(..2000) | no | |\n', ''],
    ['total | money(EUR) |', 'total | decimal(10, 2) |'],
  );
  const diff = (...argv: string[]) => runCli(['diff', ...argv], { cwd: folder });
  before(() => {
    writeFileSync(join(folder, 'claims.md'), EXAMPLE);
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'one');
    writeFileSync(join(folder, 'now.md'), now);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('groups by point, marks what stored data needs, and ends with 1', async () => {
    const { code, stdout, stderr } = await diff('claims.md', 'now.md');
    assert.equal(code, 1);
    const [third = ''] = stdout.split('\n\n').filter((part) => part.startsWith('3. Entities'));
    assert.match(
      third,
      / {2}~ Claim\.total: money\(EUR\) → decimal\(10, 2\)\.\n {4}! Values can’t be converted to the new type/,
    );
    assert.match(third, / {2}- Claim\.note is gone\.\n {4}! The change is refused while records have a value in it/);
    assert.match(stdout, /^9\. Business constants and limits\n {2}~ CLAIM_LIMIT: 5000 EUR → 7000 EUR\.$/m);
    assert.match(stderr, /^\d+ changes, 2 of them for stored data\.$/);
  });

  test('ends with 0 where both mean the same', async () => {
    assert.deepEqual(await diff('claims.md', 'claims.md'), { code: 0, stdout: '', stderr: 'Both mean the same.' });
  });

  test('--json prints one document with the documented members', async () => {
    const { code, stdout } = await diff('claims.md', 'now.md', '--json');
    const report = JSON.parse(stdout);
    assert.equal(code, 1);
    assert.deepEqual(Object.keys(report), ['format', 'old', 'new', 'changes']);
    const limit = report.changes.find(({ element }: { element: string }) => element === 'constant/CLAIM_LIMIT');
    assert.deepEqual(
      { ...limit, at: null },
      {
        point: 9,
        kind: 'changed',
        what: 'constant',
        element: 'constant/CLAIM_LIMIT',
        property: 'value',
        before: '`5000 EUR`',
        after: '`7000 EUR`',
        message: 'CLAIM_LIMIT: 5000 EUR → 7000 EUR.',
        at: null,
        migration: null,
      },
    );
    assert.equal(EXAMPLE.split('\n')[limit.at.before.line - 1]?.includes('CLAIM_LIMIT'), true);
    assert.deepEqual(JSON.parse((await diff('claims.md', 'claims.md', '--json')).stdout).changes, []);
  });

  test('takes a version in git, a Model in JSON, and what comes through the pipe', async () => {
    writeFileSync(join(folder, 'now.json'), JSON.stringify(modelOf(now)));
    const stdin = async () => new TextEncoder().encode(now);
    assert.equal((await diff('HEAD:claims.md', 'claims.md')).code, 0);
    assert.equal((await diff('HEAD:claims.md', 'now.md')).code, 1);
    assert.equal((await diff('now.json', 'now.md')).code, 0);
    assert.equal((await runCli(['diff', '-', 'now.md'], { cwd: folder, stdin })).code, 0);
  });

  test('of what is not there is wrong use', async () => {
    for (const argv of [['none.md', 'claims.md'], ['HEAD:none.md', 'claims.md'], ['claims.md'], ['-', '-']]) {
      const { code, stdout, stderr } = await diff(...argv);
      assert.deepEqual([code, stdout], [2, ''], argv.join(' '));
      assert.notEqual(stderr, '');
    }
  });
});
