import { cac } from 'cac';
import type { Args, Command } from './command.ts';
import { usageOf } from './help.ts';

/** Parses the arguments of a command. Returns a sentence if they are wrong. */
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

/** Marks a single dash and everything after `--` as names, which the parser would take for an option or drop. */
function escapeNames(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const before = (end < 0 ? argv : argv.slice(0, end)).map((each) => (each === '-' ? `${NAME_MARK}-` : each));
  return end < 0 ? before : [...before, ...argv.slice(end + 1).map((each) => `${NAME_MARK}${each}`)];
}

/** The mark before an argument that is not an option. No argument contains it. */
const NAME_MARK = '\u0000';

function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll('`', '"');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/** Rewrites flags to one word. The parser would take the argument after a flag such as `--two-words` for its value. */
function flagsIn({ options }: Command, argv: readonly string[]): readonly string[] {
  const flags = new Set(
    options.flatMap(({ flag }) => (/[<[]/.test(flag) ? [] : (flag.match(/--(?!no-)[\w-]+/g) ?? []))),
  );
  return argv.map((each) => (flags.has(each) ? `--${camelCase(each.slice(2))}` : each));
}

const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
