import type { Command, Io } from './command.ts';
import { version } from './version.ts';

/** Returns the text of `ninefold --help`: all commands with a sentence each. */
export function overview(commands: readonly Command[], colors: Io['colors']): string {
  const rows = commands.map((command): Row => [usageOf(command), command.about]);
  return [
    `${colors.bold('ninefold')} ${version()}`,
    'A written nine-point specification goes in; the running application comes out.',
    '',
    colors.bold('Usage: ninefold <command>'),
    '',
    ...columns(rows, colors),
    '',
    'Options',
    ...columns(
      [
        ['-h, --help', 'Show this help; after a command, the help of the command.'],
        ['-v, --version', 'Print the version.'],
        [
          '--no-color',
          'Print without colours, like NO_COLOR in the environment. --color and FORCE_COLOR turn them on.',
        ],
      ],
      colors,
    ),
  ].join('\n');
}

/** Returns the text of `ninefold <command> --help`. */
export function commandPage(command: Command, colors: Io['colors']): string {
  const options = command.options.map((option): Row => [option.flag, option.about]);
  return [
    command.about,
    '',
    colors.bold(`Usage: ninefold ${usageOf(command)}${options.length > 0 ? ' [options]' : ''}`),
    ...(options.length > 0 ? ['', 'Options', ...columns(options, colors)] : []),
    ...(command.more === undefined ? [] : ['', command.more]),
  ].join('\n');
}

export const usageOf = (command: Command): string => `${command.name} ${command.usage}`.trim();

type Row = readonly [left: string, right: string];

function columns(rows: readonly Row[], colors: Io['colors']): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${colors.cyan(left.padEnd(width))}  ${right}`);
}
