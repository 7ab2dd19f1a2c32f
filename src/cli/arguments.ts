import { cac } from 'cac';
import type { Args, Command } from './command.ts';
import { usageOf } from './help.ts';

/** The arguments of a command, or the sentence that says what is wrong with them. */
export function readArguments(command: Command, argv: readonly string[]): Args | { readonly wrong: string } {
  const parser = cac('ninefold');
  const parsing = parser.command(usageOf(command), command.about);
  for (const option of command.options) parsing.option(option.flag, option.about);
  try {
    parser.parse(['node', 'ninefold', command.name, ...argv.map(hidden)], { run: false });
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
    positional: parser.args.map((each) => (String(each) === STDIN ? '-' : String(each))),
    flag: (name) => value(name) === true,
    text: (name) => {
      const given = value(name);
      return given === undefined || typeof given === 'boolean' ? undefined : String(given);
    },
  };
}

/** The parser takes a lone dash for an option; here it is what comes through the pipe. */
const STDIN = '\u0000stdin';
const hidden = (argument: string) => (argument === '-' ? STDIN : argument);

function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll('`', '"');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
