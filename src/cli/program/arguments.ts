import { cac } from 'cac';
import type { Args, Command } from './command.ts';
import { usageOf } from './help.ts';

/** The arguments of a command, or the sentence that says what is wrong with them. */
export function readArguments(command: Command, argv: readonly string[]): Args | { readonly wrong: string } {
  const parser = cac('ninefold');
  const parsing = parser.command(usageOf(command), command.about);
  for (const option of command.options) parsing.option(option.flag, option.about);
  try {
    parser.parse(['node', 'ninefold', command.name, ...flagsIn(command, escapeNames(argv))], { run: false });
    parsing.checkUnknownOptions();
    parsing.checkOptionValue();
    parsing.checkRequiredArgs();
    parsing.checkUnusedArgs();
  } catch (error) {
    return { wrong: sentence(error) };
  }
  const options = new Map<string, unknown>(Object.entries(parser.options));
  const value = (name: string) => [options.get(camelCase(name))].flat().at(-1);
  return {
    positional: parser.args.map((each) => String(each).replace(NAME_MARK, '')),
    flag: (name) => value(name) === true,
    text: (name) => {
      const given = value(name);
      return given === undefined || typeof given === 'boolean' ? undefined : String(given);
    },
  };
}

/** The parser takes a lone dash for an option, and drops what stands behind `--`. Here all of those are names. */
function escapeNames(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const before = (end < 0 ? argv : argv.slice(0, end)).map((each) => (each === '-' ? `${NAME_MARK}-` : each));
  return end < 0 ? before : [...before, ...argv.slice(end + 1).map((each) => `${NAME_MARK}${each}`)];
}

/** Before an argument that is no option, whatever it looks like. No argument holds it. */
const NAME_MARK = '\u0000';

function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll('`', '"');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/**
 * The parser knows an option without a value by its name in one word alone; written `--two-words`, it would take the
 * file behind it for a value.
 */
function flagsIn({ options }: Command, argv: readonly string[]): readonly string[] {
  const flags = new Set(
    options.flatMap(({ flag }) => (/[<[]/.test(flag) ? [] : (flag.match(/--(?!no-)[\w-]+/g) ?? []))),
  );
  return argv.map((each) => (flags.has(each) ? `--${camelCase(each.slice(2))}` : each));
}

const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
