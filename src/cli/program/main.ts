import { commands } from '../index.ts';
import { readArguments } from './arguments.ts';
import { createColors } from './colors.ts';
import type { Command, Io } from './command.ts';
import { commandPage, overview } from './help.ts';
import { version } from './version.ts';

export { processIo } from './io.ts';

/** Exit codes of all commands: success, findings, wrong use, internal error. */
export const exitCodes = { clean: 0, findings: 1, wrongUse: 2, fault: 3 } as const;

/** Runs a command line and returns the exit code. Loads only the command that is used. */
export async function main(fullArgv: readonly string[], baseIo: Io): Promise<number> {
  const { argv, io } = withColorOption(fullArgv, baseIo);
  const [name, ...rest] = argv;
  if (name === '-v' || name === '--version') return printed(io, version());
  if (name === undefined || name === '-h' || name === '--help' || name === 'help') {
    return printed(io, overview(await allCommands(), io.colors));
  }
  const load = commands.get(name);
  if (load === undefined) return wrongUse(io, unknownCommand(name), '');
  const command = await load();
  if (asksForHelp(rest)) return printed(io, commandPage(command, io.colors));
  const args = readArguments(command, rest);
  if ('wrong' in args) return wrongUse(io, args.wrong, `${name} `);
  return await run(command, args, io);
}

/** Applies `--color` and `--no-color`, which may appear anywhere; the last one counts. */
function withColorOption(
  fullArgv: readonly string[],
  baseIo: Io,
): { readonly argv: readonly string[]; readonly io: Io } {
  const last = fullArgv.findLast((each) => COLOR.test(each));
  if (last === undefined) return { argv: fullArgv, io: baseIo };
  return {
    argv: fullArgv.filter((each) => !COLOR.test(each)),
    io: { ...baseIo, colors: createColors(last === '--color') },
  };
}

const COLOR = /^--(?:no-)?color$/;

async function run(command: Command, args: Parameters<Command['run']>[0], io: Io): Promise<number> {
  if (command.usesData === true) process.umask(0o077);
  try {
    return await command.run(args, io);
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    io.stderr(
      `ninefold ${command.name} failed. This is a bug in Ninefold, not in your document. Please report it with these lines:`,
    );
    io.stderr(detail);
    return exitCodes.fault;
  }
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((each) => each === '-h' || each === '--help');
}

function unknownCommand(name: string): string {
  if (name.endsWith('.md')) return `A command comes first, as in "ninefold dev ${name}".`;
  return `There is no ${name.startsWith('-') ? 'option' : 'command'} "${name}"; the commands are ${[...commands.keys()].join(', ')}.`;
}

function printed(io: Io, text: string): number {
  io.stdout(text);
  return exitCodes.clean;
}

function wrongUse(io: Io, sentence: string, page: string): number {
  io.stderr(`${sentence} See ninefold ${page}--help.`);
  return exitCodes.wrongUse;
}

const allCommands = () => Promise.all([...commands.values()].map((load) => load()));
