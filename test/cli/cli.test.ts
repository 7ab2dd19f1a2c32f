import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { commands } from '../../src/cli/index.ts';
import { readArguments } from '../../src/cli/program/arguments.ts';
import { createColors } from '../../src/cli/program/colors.ts';
import { type Args, type Command, defineCommand } from '../../src/cli/program/command.ts';
import { commandPage } from '../../src/cli/program/help.ts';
import { wantsColor } from '../../src/cli/program/io.ts';
import { runCli } from '../support/http/cli.ts';

const sample = defineCommand({
  name: 'paint',
  usage: '<file>',
  about: 'Paints a file.',
  options: [
    { flag: '--paint-color <name>', about: 'Which color.' },
    { flag: '--twice', about: 'Two coats.' },
    { flag: '--by-night', about: 'While nobody looks.' },
    { flag: '--no-first-coat', about: 'Begin with the second.' },
  ],
  run: async () => 0,
});

describe('ninefold', () => {
  test('--version says the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../../package.json`, 'utf8')) as {
      version: string;
    };
    assert.deepEqual(await runCli(['--version']), { code: 0, stdout: version, stderr: '' });
  });

  test('--help lists every command', async () => {
    const { code, stdout } = await runCli(['--help']);
    assert.equal(code, 0);
    for (const name of commands.keys()) assert.match(stdout, new RegExp(`^  ${name}\\b`, 'm'));
  });

  test('an unknown command is wrong use, said in one sentence on stderr', async () => {
    const { code, stdout, stderr } = await runCli(['chekc']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^There is no command "chekc"; the commands are .*\. See ninefold --help\.$/);
  });

  test('a document in the place of the command gets the command that was meant', async () => {
    assert.match((await runCli(['app.md'])).stderr, /ninefold dev app\.md/);
  });

  test('names that every object has are no commands', async () => {
    assert.equal((await runCli(['constructor'])).code, 2);
    assert.equal((await runCli(['__proto__'])).code, 2);
  });

  test('each command has the name of its file', async () => {
    for (const [name, load] of commands) assert.equal((await load()).name, name);
  });
});

describe('arguments of a command', () => {
  const read = (...argv: string[]) => readArguments(sample, argv);
  const good = (...argv: string[]): Args => {
    const args = read(...argv);
    assert.ok(!('wrong' in args));
    return args;
  };

  test('are read by the names that were declared', () => {
    const args = good('a.md', '--paint-color', 'red', '--twice');
    assert.deepEqual(args.positional, ['a.md']);
    assert.equal(args.text('paint-color'), 'red');
    assert.equal(args.flag('twice'), true);
  });

  test('are absent unless given', () => {
    const args = good('a.md');
    assert.equal(args.text('paint-color'), undefined);
    assert.equal(args.flag('twice'), false);
  });

  test('take no file for the value of a flag of several words, wherever it stands', () => {
    const args = good('--by-night', 'a.md');
    assert.deepEqual(args.positional, ['a.md']);
    assert.equal(args.flag('by-night'), true);
    assert.equal(good('--no-first-coat', 'a.md').flag('first-coat'), false);
    assert.deepEqual(good('--', '--by-night').positional, ['--by-night']);
  });

  test('keep a number as it was typed wherever it can be', () =>
    assert.equal(good('a.md', '--paint-color', '4900').text('paint-color'), '4900'));

  const wrong: readonly (readonly [string, string[], RegExp])[] = [
    ['a missing file', [], /missing required args/i],
    ['one file too many', ['a.md', 'b.md'], /unused args/i],
    ['an option that does not exist', ['a.md', '--thrice'], /--thrice/],
    ['an option without its value', ['a.md', '--paint-color'], /--paint-color <name>.*missing/],
  ];
  for (const [what, argv, sentence] of wrong) {
    test(`${what} is wrong use`, () => {
      const args = read(...argv);
      assert.ok('wrong' in args);
      assert.match(args.wrong, sentence);
    });
  }

  test('are explained by the page of the command', () => {
    const page = commandPage(sample as Command, createColors(false));
    assert.match(page, /^Usage: ninefold paint <file> \[options\]$/m);
    assert.match(page, /^ {2}--twice +Two coats\.$/m);
  });
});

describe('colours', () => {
  test('are for people only', () => assert.deepEqual([wantsColor({}, true), wantsColor({}, false)], [true, false]));
  test('end where NO_COLOR is set, even if forced', () =>
    assert.equal(wantsColor({ NO_COLOR: '1', FORCE_COLOR: '1' }, true), false));
  test('may be forced into a pipe', () => assert.equal(wantsColor({ FORCE_COLOR: '1' }, false), true));
  test('stay away from a dumb terminal', () => assert.equal(wantsColor({ TERM: 'dumb' }, true), false));
});
