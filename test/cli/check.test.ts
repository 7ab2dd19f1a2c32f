import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { replaceFile } from '../../src/cli/environment/replace-file.ts';
import { createColors } from '../../src/cli/program/colors.ts';
import { frameOf } from '../../src/cli/reporters/frame.ts';
import { reporters } from '../../src/cli/reporters/index.ts';
import { widthOf } from '../../src/cli/reporters/wrap-text.ts';
import type { Diagnostic } from '../../src/model/types/diagnostic.ts';
import { applyEdits, applyFixes } from '../../src/notation/document/edits.ts';
import { runCli } from '../support/http/cli.ts';
import { SARIF } from '../support/notation/sarif.ts';

const WRONG = [
  '# Specification: X',
  '',
  '## 3. Things',
  '',
  '### Task',
  '',
  '- title: text, title',
  '- dueOn: date',
  '',
  '## 5. Validation rules',
  '',
  '| Rule | On | Must hold | Error |',
  '| --- | --- | --- | --- |',
  '| A | Task | `dueOn >= today` | TOO_OLD |',
  '',
  '## 8. The error catalogue',
  '',
  '| Code | Status | Message |',
  '| --- | --- | --- |',
  '| TOOO_OLD | 422 | Too old. |',
  '',
].join('\n');

const NOTHING = '# Specification: X\n';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-check-'));
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const check = (...argv: string[]) => runCli(['check', ...argv], { cwd: folder });

before(() => put('wrong.md', WRONG));
after(() => rmSync(folder, { recursive: true, force: true }));

const diagnostic = (from: number, to: number, text: string | null, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code: 'a-code',
  severity: 'error',
  point: 3,
  at: { from, to, line: 1, column: from + 1 },
  also: [],
  message: 'Something is wrong.',
  next: 'Mend it.',
  element: null,
  edit: text === null ? null : { from, to, text, title: 'Mend it' },
  witness: null,
  ...more,
});

describe('what check says to a person', () => {
  const look = { colors: createColors(false), width: 60, errorOnGaps: false };
  const lines = ['| A | Tsk | `x` |', '| B |'];

  test('is a title, the place with its line and a mark, the words, and the next step', () => {
    const found = diagnostic(6, 9, null);
    assert.equal(
      frameOf('a.md', lines, found, look),
      [
        'error: a-code',
        '  ┌─ a.md:1:7',
        '  │',
        '1 │ | A | Tsk | `x` |',
        '  │       ^^^',
        '',
        'Something is wrong.',
        '',
        '→ Mend it.',
        '',
      ].join('\n'),
    );
  });

  test('shows other lines that belong to it, and who meets it as a paragraph of its own', () => {
    const also = [{ from: 20, to: 21, line: 2, column: 3 }];
    const text = frameOf('a.md', lines, diagnostic(6, 9, null, { also, witness: 'Ana opens /tasks.' }), look);
    assert.match(text, /^2 │ \| B \|$/m);
    assert.match(text, /Something is wrong\.\n\n {2}Ana opens \/tasks\.\n\n→ Mend it\./);
  });

  test('keeps within the width, cuts long lines around the place, and leaves rows of tables whole', () => {
    const long = `${'a '.repeat(100)}HERE${' b'.repeat(100)}`;
    const next = `Write:\n| ${'x'.repeat(80)} |`;
    const text = frameOf(
      'a.md',
      [long],
      diagnostic(200, 204, null, { message: 'word '.repeat(40).trim(), next }),
      look,
    );
    const rows = text.split('\n');
    assert.ok(
      rows.filter((row) => !row.includes('| x')).every((row) => row.length <= 60),
      text,
    );
    assert.match(text, /…[ ab]+HERE[ ab]+…/);
    assert.equal(
      rows.find((row) => row.includes('HERE'))?.indexOf('HERE'),
      rows.find((row) => row.includes('^^^^'))?.indexOf('^^^^'),
    );
    assert.ok(text.includes(`| ${'x'.repeat(80)} |`));
  });

  test('stands under the place where signs are wide, and lets no control character through', () => {
    const text = frameOf(
      'a.md',
      ['日本🦊 x\u001b[31m'],
      diagnostic(5, 6, null, { at: { from: 5, to: 6, line: 1, column: 6 } }),
      look,
    );
    assert.ok(!text.includes('\u001b'));
    assert.equal(widthOf('日本🦊 '), 7);
    assert.match(text, /^ {2}│ {8}\^$/m);
  });

  test('has colours for people only', async () => {
    const plain = await check('wrong.md', '--reporter', 'default');
    const colored = await check('wrong.md', '--reporter', 'default', '--color');
    const told = await runCli(['check', 'wrong.md', '--no-color'], {
      cwd: folder,
      isTTY: true,
      colors: createColors(true),
    });
    assert.ok(!plain.stdout.includes('\u001b'));
    assert.ok(colored.stdout.includes('\u001b['));
    assert.ok(!told.stdout.includes('\u001b['));
    assert.match(told.stdout, /^error: |^warning: /m);
  });
});

describe('check', () => {
  test('takes several files and patterns, each once, and counts them one by one', async () => {
    put('other.md', NOTHING);
    const { code, stdout, stderr } = await check('wrong.md', '*.md');
    assert.equal(code, 1);
    assert.deepEqual(
      stderr.split('\n').map((line) => line.split(':')[0]),
      ['wrong.md', 'other.md'],
    );
    assert.match(stdout, /^wrong\.md:14:\d+: warning error-not-in-catalogue: /m);
    rmSync(join(folder, 'other.md'));
  });

  test('reads what comes through the pipe', async () => {
    const { code, stdout } = await runCli(['check', '-'], { stdin: async () => new TextEncoder().encode(WRONG) });
    assert.equal(code, 1);
    assert.match(stdout, /^<stdin>:14:/m);
  });

  const wrong: readonly (readonly [what: string, argv: string[], sentence: RegExp])[] = [
    ['a pattern that matches nothing', ['none*.md'], /^Nothing matches none\*\.md\./],
    ['no file at all', [], /[Mm]issing required args/],
    [
      'a reporter that does not exist',
      ['wrong.md', '--reporter', 'xml'],
      /^There is no reporter "xml"; there are default, concise, json, github, sarif, junit\.$/,
    ],
    ['mending what comes through a pipe', ['-', '--fix'], /Piped text/],
    ['watching what comes through a pipe', ['-', '--watch'], /Piped text/],
  ];
  for (const [what, argv, sentence] of wrong) {
    test(`refuses ${what} as wrong use`, async () => {
      const { code, stdout, stderr } = await check(...argv);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, sentence);
    });
  }

  test('ends with 0 for gaps, and with 1 where that is asked for', async () => {
    put('gaps.md', NOTHING);
    assert.equal((await check('gaps.md')).code, 0);
    assert.equal((await check('gaps.md', '--error-on-gaps')).code, 1);
    assert.equal((await check('gaps.md', '--gaps', '--error-on-gaps')).code, 1);
  });

  test('annotates by itself in a workflow, and speaks in lines elsewhere', async () => {
    const inWorkflow = await runCli(['check', 'wrong.md'], { cwd: folder, env: { GITHUB_ACTIONS: 'true' } });
    assert.match(inWorkflow.stdout, /^::notice file=wrong\.md,line=1,/);
  });
});

describe('reporters', () => {
  const by = async (name: string) => (await check('wrong.md', '--reporter', name)).stdout;

  test('concise prints one line a finding', async () => {
    for (const line of (await by('concise')).split('\n'))
      assert.match(line, /^wrong\.md:\d+:\d+: (error|warning|gap|note) [\w-]+: .+$/);
  });

  test('json prints one document with the documented members', async () => {
    const report = JSON.parse(await by('json'));
    assert.deepEqual(Object.keys(report), ['format', 'files']);
    const [file] = report.files;
    assert.deepEqual(Object.keys(file), ['file', 'counts', 'findings']);
    const finding = file.findings.find((each: { code: string }) => each.code === 'error-not-in-catalogue');
    assert.deepEqual(
      Object.keys(finding),
      'line column endLine endColumn code severity point element message next witness also edit'.split(' '),
    );
    assert.deepEqual([finding.line, finding.endLine, finding.endColumn - finding.column], [14, 14, 'TOO_OLD'.length]);
    assert.equal(WRONG.slice(finding.edit.from, finding.edit.to), 'TOO_OLD');
  });

  test('github prints one command a finding, with what its syntax takes escaped', () => {
    const text = 'a\nbc';
    const found = diagnostic(0, 1, null, { message: '50% of a: b, c\nmore', witness: 'Ana' });
    const over = diagnostic(0, 4, null);
    const look = { colors: createColors(false), width: 80, errorOnGaps: false };
    const [first, second] = (
      reporters.get('github')?.(
        [{ file: 'a,b:c.md', text, diagnostics: [found, over], gaps: null, flows: null }],
        look,
      ) ?? ''
    ).split('\n');
    assert.equal(
      first,
      '::error file=a%2Cb%3Ac.md,line=1,endLine=1,col=1,endColumn=1,title=a-code::50%25 of a: b, c%0Amore%0A%0AAna%0A%0AMend it.',
    );
    assert.match(second ?? '', /line=1,endLine=2,title=/);
  });

  test('sarif prints a log of SARIF 2.1.0', async () => {
    const log = JSON.parse(await by('sarif'));
    const fits = new Ajv2020({ strict: false }).compile(SARIF);
    const valid: boolean = fits(log);
    assert.ok(valid, JSON.stringify(fits.errors));
    const [run] = log.runs;
    const rules = run.tool.driver.rules.map(({ id }: { id: string }) => id);
    for (const { ruleId, ruleIndex } of run.results) assert.equal(rules[ruleIndex], ruleId);
    const mended = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'error-not-in-catalogue');
    const { deletedRegion, insertedContent } = mended.fixes[0].artifactChanges[0].replacements[0];
    assert.equal(WRONG.slice(deletedRegion.charOffset, deletedRegion.charOffset + deletedRegion.charLength), 'TOO_OLD');
    assert.equal(insertedContent.text, 'TOOO_OLD');
  });

  test('junit prints cases that count up, and holds any text', () => {
    const look = { colors: createColors(false), width: 80, errorOnGaps: false };
    const diagnostics = [
      diagnostic(0, 1, null, { message: 'a < b & "c"\u0000' }),
      diagnostic(0, 1, null, { severity: 'gap' }),
    ];
    const files = [
      { file: 'a.md', text: 'x', diagnostics, gaps: null, flows: null },
      { file: 'b.md', text: 'x', diagnostics: [], gaps: null, flows: null },
    ];
    const xml = reporters.get('junit')?.(files, look) ?? '';
    assert.match(xml, /<testsuites name="ninefold check" tests="3" failures="1" errors="0" skipped="1">/);
    assert.equal(xml.match(/<testcase /g)?.length, 3);
    assert.match(xml, /message="a &lt; b &amp; &quot;c&quot;"/);
    assert.match(reporters.get('junit')?.(files, { ...look, errorOnGaps: true }) ?? '', /tests="3" failures="2"/);
  });
});

describe('--flows', () => {
  const BIDS = [
    '# Specification: Bids',
    '## 3. Entities and their fields',
    '### Person\n\n- email: email, required, unique, sign-in\n- role: Role',
    '### Bid\n\n- seller: Person\n- amount: integer\n- floor: integer\n- isHigh: yes/no, = `amount > floor`',
    '## 6. Roles and permissions',
    '- Bidder: bids\n- Owner: sells',
    '|  | Bidder | Owner |\n| --- | --- | --- |\n| Bid: read | yes | `seller == me` |\n| Bid.floor: read | no | yes |',
  ].join('\n\n');

  test('lists each way by which a value shows to somebody who may not read it, and nothing else', async () => {
    put('bids.md', BIDS);
    const { code, stdout } = await check('bids.md', '--flows');
    assert.equal(code, 0);
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.replace(/^bids\.md:\d+:\d+ {2}/, '')),
      [
        'computed: Bid.floor, never read by Bidder, decides isHigh of Bid',
        'row condition: Bid.seller, not always read by Owner, decides which records of Bid they see',
      ],
    );
    assert.match(stdout, /^bids\.md:15:31 /);
  });

  test('says so in JSON, and says where there is none', async () => {
    put('bids.md', BIDS);
    const { stdout } = await check('bids.md', '--flows', '--reporter', 'json');
    const [{ findings, flows }] = JSON.parse(stdout).files;
    assert.deepEqual(
      findings.map(({ code }: { code: string }) => code),
      ['hidden-flows'],
    );
    assert.deepEqual(
      flows.map(({ role, entity, field, hidden }: Record<string, string>) => [role, entity, field, hidden]),
      [
        ['Bidder', 'Bid', 'floor', 'always'],
        ['Owner', 'Bid', 'seller', 'sometimes'],
      ],
    );
    put('open.md', BIDS.replace('`seller == me`', 'yes').replace('| no | yes |', '| yes | yes |'));
    const open = await check('open.md', '--flows');
    assert.match(open.stdout, /^open\.md: no value that a role may not read decides what it notices\.$/m);
  });

  test('is not asked for together with --gaps', async () => {
    assert.equal((await check('wrong.md', '--flows', '--gaps')).code, 2);
  });
});

describe('--gaps', () => {
  test('lists nothing else, each with who notices, what holds meanwhile and what to write', async () => {
    const { code, stdout } = await check('wrong.md', '--gaps');
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /error-not-in-catalogue/);
    const screens = stdout.split('\n\n').join('\n').slice(stdout.indexOf('gap: point/2'));
    assert.match(screens, /Noticed by {2}\d+ screens: .*Task/);
    assert.match(screens, /Meanwhile {3}A-SCREENS: /);
    assert.match(screens, /Write {7}\| Route \| Screen \|/);
  });

  test('says so in JSON, for a constant by whatever uses it', async () => {
    put(
      'constant.md',
      `${WRONG}\n## 2. Screens and routes\n\n| Route | Screen | Shows | As | For |\n| --- | --- | --- | --- | --- |\n| \`/due\` | Due | Task where \`dueOn <= today + WINDOW\` | table | Member |\n\n## 6. Roles and permissions\n\n- Member: everyone who signs in\n\n| | Member |\n| --- | --- |\n| Task: read | yes |\n\n## 9. Business constants and limits\n\n| Name | Value |\n| --- | --- |\n| WINDOW | not shown. |\n`,
    );
    const { stdout } = await check('constant.md', '--gaps', '--reporter', 'json');
    const { findings } = JSON.parse(stdout).files[0];
    assert.ok(findings.every(({ severity }: { severity: string }) => severity === 'gap'));
    const window = findings.find(({ element }: { element: string }) => element === 'constant/WINDOW');
    assert.deepEqual(window.gap, {
      noticedBy: { screens: ['Due (/due)'], roles: ['Member'], calls: [] },
      assumed: [],
      meanwhile: 'Nothing is assumed: what depends on it is refused.',
      write: '3 days',
    });
    const seed = findings.find(({ element }: { element: string }) => element === 'entity/Task');
    assert.match(seed.gap.write, /^\| Task: create \| no \|\n\| Task: change \| no \|\n\| Task: delete \| no \|$/);
  });
});

describe('edits', () => {
  test('are made from the last to the first, those that touch are left, and one asked for twice is made once', () => {
    const { text, applied } = applyEdits('one two three', [
      diagnostic(8, 13, '3'),
      diagnostic(0, 3, '1'),
      diagnostic(0, 3, '1'),
      diagnostic(2, 5, 'x'),
      diagnostic(4, 4, '+'),
    ]);
    assert.equal(text, '1 +two 3');
    assert.deepEqual(
      applied.map(({ edit }) => edit.text),
      ['1', '+', '3'],
    );
  });

  test('outside of the text, or that change nothing, are not made', () => {
    const findings = [diagnostic(0, 99, 'x'), diagnostic(-1, 1, 'x'), diagnostic(2, 1, 'x'), diagnostic(0, 3, 'one')];
    assert.deepEqual(applyEdits('one', findings), { text: 'one', applied: [] });
  });

  test('go on until none is asked for', () => {
    const find = (text: string) => [...text.matchAll(/aa/g)].map(({ index }) => diagnostic(index, index + 2, 'a'));
    assert.deepEqual([applyFixes('aaaaaa', find).text, applyFixes('aaaaaa', find).settled], ['a', true]);
  });

  test('that undo one another, or never end, come to an end', () => {
    const swap = (text: string) => [diagnostic(0, 1, text.startsWith('a') ? 'b' : 'a')];
    assert.equal(applyFixes('a', swap).settled, false);
    const grow = (text: string) => [diagnostic(text.length, text.length, 'x')];
    assert.equal(applyFixes('', grow).text.length, 10);
  });
});

describe('--fix', () => {
  afterEach(() => put('wrong.md', WRONG));

  test('makes what findings propose, says what it did, and reports what remains', async () => {
    const { code, stdout, stderr } = await check('wrong.md', '--fix');
    assert.equal(code, 0);
    assert.equal(
      read('wrong.md'),
      WRONG.replace('## 3. Things\n', '## 3. Entities and their fields\n').replace(' TOO_OLD ', ' TOOO_OLD '),
    );
    assert.match(stderr, /^wrong\.md:14:\d+: fixed error-not-in-catalogue: Write TOOO_OLD\.$/m);
    assert.doesNotMatch(stdout, /warning/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  test('keeps mode, links and the mark at the beginning of the file', async () => {
    put('mark.md', `\uFEFF${WRONG}`);
    chmodSync(join(folder, 'mark.md'), 0o640);
    symlinkSync('mark.md', join(folder, 'link.md'));
    await check('link.md', '--fix');
    assert.ok(lstatSync(join(folder, 'link.md')).isSymbolicLink());
    assert.equal(statSync(join(folder, 'mark.md')).mode & 0o777, 0o640);
    assert.ok(read('mark.md').startsWith('\uFEFF# Specification'));
    assert.match(read('mark.md'), /TOOO_OLD \|\n\n## 8/);
  });

  test('leaves a read-only file alone, though its folder would take another in its place', async () => {
    put('closed.md', WRONG);
    chmodSync(join(folder, 'closed.md'), 0o444);
    const { code, stderr } = await check('closed.md', '--fix');
    assert.equal(code, 1);
    assert.match(stderr, /^closed\.md: it is read-only and was not changed\./m);
    assert.equal(read('closed.md'), WRONG);
  });

  test('takes a file once, whatever names and links lead to it', async () => {
    put('once.md', WRONG);
    symlinkSync('once.md', join(folder, 'again.md'));
    const { stderr } = await check('once.md', './once.md', 'again.md', '--fix');
    assert.doesNotMatch(stderr, /somebody else/);
    assert.deepEqual(
      stderr
        .split('\n')
        .filter((line) => / gaps?\b/.test(line))
        .map((line) => line.split(':')[0]),
      ['once.md'],
    );
  });

  test('leaves a file alone that somebody else changed in the meantime', () => {
    const path = join(folder, 'meantime.md');
    put('meantime.md', 'theirs');
    const bytes = (text: string) => new TextEncoder().encode(text);
    assert.match(replaceFile(path, bytes('read'), bytes('ours')) ?? '', /changed by another program/);
    assert.equal(read('meantime.md'), 'theirs');
    assert.equal(replaceFile(path, bytes('theirs'), bytes('ours')), null);
    assert.equal(read('meantime.md'), 'ours');
    assert.match(replaceFile(join(folder, 'gone', 'x.md'), bytes(''), bytes('')) ?? '', /^it can't be written/);
  });
});

describe('--watch', () => {
  test('checks again on each save, without clearing a screen that is none, and ends with 0', async () => {
    put('watched.md', WRONG);
    const out: string[] = [];
    const err: string[] = [];
    const rounds = (count: number) =>
      new Promise<void>((resolve) => {
        const look = setInterval(() => {
          if (err.filter((line) => line.startsWith('Watching for changes')).length < count) return;
          clearInterval(look);
          resolve();
        }, 10);
      });
    const { code } = await runCli(['check', 'watched.md', '--watch'], {
      cwd: folder,
      stdout: (text) => void out.push(text),
      stderr: (text) => void err.push(text),
      untilStopped: async () => {
        put('watched.md', WRONG.replace(' TOO_OLD ', ' TOOO_OLD ').replace('Things', 'Entities and their fields'));
        await rounds(2);
      },
    });
    assert.equal(code, 0);
    assert.match(err.join('\n'), /watched\.md: 2 warnings|watched\.md: \d warnings?/);
    assert.match(err.at(-2) ?? '', /^watched\.md: \d+ gaps\.$/);
    assert.ok(!out.join('').includes('\u001b'));
  });

  test('follows a link, says once that a file is gone, and checks again when it is back', async () => {
    mkdirSync(join(folder, 'deep'));
    put(join('deep', 'real.md'), NOTHING);
    symlinkSync(join('deep', 'real.md'), join(folder, 'leads.md'));
    const err: string[] = [];
    const until = (isIt: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = setInterval(() => {
          if (!isIt()) return;
          clearInterval(look);
          resolve();
        }, 10);
      });
    const rounds = () => err.filter((line) => line.startsWith('Watching for changes')).length;
    const { code } = await runCli(['check', '--watch', '--error-on-gaps', 'leads.md'], {
      cwd: folder,
      stdout: () => undefined,
      stderr: (text) => void err.push(text),
      untilStopped: async () => {
        put(join('deep', 'real.md'), WRONG);
        await until(() => rounds() === 2);
        rmSync(join(folder, 'deep', 'real.md'));
        await until(() => err.some((line) => line.startsWith('There is no file leads.md.')));
        put(join('deep', 'real.md'), WRONG);
        await until(() => rounds() === 3);
      },
    });
    assert.equal(code, 0);
    assert.equal(err.filter((line) => line.startsWith('There is no file')).length, 1);
  });
});
