import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { indexes } from '../../scripts/index.ts';
import * as house from '../support/house/house-rules.ts';
import * as layout from '../support/house/layout-rules.ts';
import * as names from '../support/house/name-rules.ts';
import { exampleTexts, projectText, readSources, source } from '../support/house/sources.ts';

interface HouseRule {
  readonly says: string;
  readonly rule: house.Rule;
  /** Sources that break it, each a path and its text: a rule that finds nothing in them finds nothing at all. */
  readonly broken: Readonly<Record<string, string>>;
}

const rules: readonly HouseRule[] = [
  {
    says: 'folders import only what the arrows allow',
    rule: house.arrowsPointDown,
    broken: { 'src/engine/a.ts': `import { b } from '../notation/b.ts';` },
  },
  {
    says: 'only the command line chooses a store',
    rule: house.storesAreHandedIn,
    broken: { 'src/server/node/a.ts': `import { b } from '../../store/sqlite/sqlite-store.ts';` },
  },
  {
    says: 'only the shells touch Node',
    rule: house.onlyTheShellsTouchNode,
    broken: { 'src/server/a.ts': `import { b } from 'node:fs';` },
  },
  { says: '.tsx stays in client and studio', rule: house.jsxStaysInTheClient, broken: { 'src/server/a.tsx': '' } },
  {
    says: 'nothing that Node runs leads to a .tsx',
    rule: house.nodeNeverLoadsJsx,
    broken: {
      'src/cli/a.ts': `import { b } from '../client/b.ts';`,
      'src/client/b.ts': `export { c } from './c.tsx';`,
      'src/client/c.tsx': '',
    },
  },
  { says: 'no file is over 400 lines', rule: house.filesStaySmall, broken: { 'src/model/a.ts': 'x\n'.repeat(401) } },
  {
    says: 'every check has its page, in the folder of its point',
    rule: house.everyCheckHasItsPage,
    broken: { 'src/checks/2-screens/a.ts': 'export const check = 1;' },
  },
  { says: 'no folder or file is a grab bag', rule: house.noGrabBags, broken: { 'src/engine/utils/a.ts': '' } },
  { says: 'nothing is left open', rule: house.nothingIsLeftOpen, broken: { 'src/engine/a.ts': '// FIXME' } },
  {
    says: 'folders form no import cycles',
    rule: house.foldersFormNoCycles,
    broken: {
      'src/client/a.ts': `import { b } from './inputs/b.ts';`,
      'src/client/inputs/b.ts': `import { a } from '../a.ts';`,
    },
  },
  {
    says: 'no file knows a name of an example',
    rule: names.knowsNoExample(exampleTexts()),
    broken: { 'src/engine/a.ts': `const limit = 'CLAIM_LIMIT';` },
  },
  {
    says: 'ARCHITECTURE.md names every folder',
    rule: names.everyFolderIsOnTheMap(projectText('ARCHITECTURE.md')),
    broken: { 'src/attic/a.ts': '' },
  },
  {
    says: 'ARCHITECTURE.md names every folder of the second level',
    rule: layout.everySecondLevelFolderIsOnTheMap(projectText('ARCHITECTURE.md')),
    broken: { 'src/engine/attic/a.ts': '' },
  },
  {
    says: 'no folder has more than 25 files',
    rule: layout.foldersStaySmall,
    broken: Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`src/engine/core/a${index}.ts`, ''])),
  },
  {
    says: 'a folder holds files or folders, not both',
    rule: layout.foldersHoldFilesOrFolders,
    broken: { 'src/engine/a.ts': '', 'src/engine/core/b.ts': '' },
  },
  {
    says: 'no two folders depend on each other, types included',
    rule: layout.foldersDependOneWay,
    broken: {
      'src/engine/core/a.ts': `import type { B } from '../rules/b.ts';`,
      'src/engine/rules/b.ts': `import { a } from '../core/a.ts';`,
    },
  },
  {
    says: 'paths use standard words',
    rule: layout.pathsUseStandardWords,
    broken: { 'src/store/rows/kept-rows.ts': '' },
  },
];

/** Fails with the list itself, which says more than a difference from nothing. */
function none(violations: readonly string[]): void {
  if (violations.length > 0) assert.fail(violations.join('\n'));
}

describe('tidy', () => {
  const sources = readSources();
  for (const { says, rule } of rules) {
    test(says, () => none(rule(sources)));
  }

  test('the folders of test/support keep the limits of src: 25 files, and files or folders', () => {
    const support = readSources('test/support');
    none([...layout.foldersStaySmall(support), ...layout.foldersHoldFilesOrFolders(support)]);
  });

  test('generated index files are fresh (npm run index writes them)', () => {
    const stale = indexes().filter(({ path, text }) => projectText(path) !== text);
    none(stale.map(({ path }) => `${path}: is stale; run npm run index`));
  });

  test('exported names avoid the words that WORDS.md avoids', () => {
    const words = projectText('WORDS.md');
    assert.notEqual(names.avoidedWords(words).length, 0, 'WORDS.md has no column "We avoid"');
    none(names.exportsSpeakOurWords(words)(sources));
  });

  test('the sources type-check', () =>
    none(complaints('typescript/bin/tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', '.cache/tsbuildinfo')));

  test('the sources are formatted and linted (npm run format mends most)', () =>
    none(complaints('@biomejs/biome/bin/biome', 'check', '--reporter=summary', '--colors=off', '.')));
});

describe('each house rule finds what breaks it:', () => {
  const found = (rule: house.Rule, broken: Readonly<Record<string, string>>) =>
    rule(Object.entries(broken).map(([path, text]) => source(path, text)));

  for (const { says, rule, broken } of rules) {
    test(says, () => assert.notDeepEqual(found(rule, broken), []));
  }

  test('a folder without a place in the dependency order', () =>
    assert.equal(found(house.arrowsPointDown, { 'src/attic/a.ts': `export * from '../model/b.ts';` }).length, 1));

  test('a value import where only types are allowed, over several lines', () => {
    const text = `{\n  b,\n} from '../engine/b.ts';`;
    assert.equal(found(house.arrowsPointDown, { 'src/store/a.ts': `import ${text}` }).length, 1);
    assert.equal(found(house.arrowsPointDown, { 'src/store/a.ts': `import type ${text}` }).length, 0);
  });

  test('a Node global in code, but not in a comment', () => {
    assert.equal(found(house.onlyTheShellsTouchNode, { 'src/engine/a.ts': 'const a = process.env;' }).length, 1);
    assert.equal(found(house.onlyTheShellsTouchNode, { 'src/engine/a.ts': '// process.env is not read' }).length, 0);
  });

  test('a page without its check, and a check outside the nine points', () => {
    assert.equal(found(house.everyCheckHasItsPage, { 'src/checks/across/a.md': '# A' }).length, 1);
    assert.equal(
      found(house.everyCheckHasItsPage, { 'src/checks/misfiled/a.ts': 'export const check = 1;' }).length,
      1,
    );
  });

  test('finds entities, roles, errors and constants, but no ordinary words', () => {
    const document = [
      '## 3. Entities\n\n### Invoice\n### Line\n',
      '## 5. Rules\n\n| V1 | Invoice | `x` | TOO_LATE |\n',
      '## 6. Roles\n\n- Auditor: reads\n',
      '## 9. Limits\n\n| MAX_AGE | 3 |\n',
    ].join('\n');
    assert.deepEqual([...names.namesOf(document)].sort(), ['Auditor', 'Invoice', 'MAX_AGE', 'TOO_LATE']);
  });

  test('an exported name that contains a word to avoid', () => {
    const table = [
      '| Word | What it means | We avoid |',
      '| --- | --- | --- |',
      '| input | a control | widget, big control |',
    ];
    const rule = names.exportsSpeakOurWords(table.join('\n'));
    assert.equal(found(rule, { 'src/client/a.ts': 'export const dateWidget = 1;' }).length, 1);
    assert.equal(found(rule, { 'src/client/a.ts': 'export const control = 1;' }).length, 0);
  });
});

/** The lines of a tool that is not content. */
function complaints(tool: string, ...args: string[]): readonly string[] {
  const cwd = join(import.meta.dirname, '..', '..');
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(cwd, 'node_modules', tool), ...args], {
    cwd,
    encoding: 'utf8',
  });
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}
