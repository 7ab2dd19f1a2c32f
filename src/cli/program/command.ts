import type { Colors } from './colors.ts';

/** What a command may touch of the world. A test hands in its own and reads back what was written. */
export interface Io {
  /** Writes one line (or several) of the result. Only results go here, so that they can be piped. */
  readonly stdout: (text: string) => void;
  /** Writes one line (or several) of progress or complaint. */
  readonly stderr: (text: string) => void;
  /** All that comes through the pipe, for a file called `-`. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Paths that a person typed are relative to this folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person looks at stdout. */
  readonly isTTY: boolean;
  /** How many characters go on a line of stdout; null where nobody can tell. */
  readonly columns: number | null;
  /** Colours that vanish where nobody would see them or NO_COLOR is set. */
  readonly colors: Colors;
  /** Resolves when the person or the system asks the program to stop. A command that never asks is stopped at once. */
  readonly untilStopped: () => Promise<void>;
}

/** What stands behind the command's name on the command line. */
export interface Args {
  /** What is no option, in order; as many as `usage` asks for. */
  readonly positional: readonly string[];
  /** Whether an option without a value was given: `args.flag('json')`. */
  readonly flag: (name: string) => boolean;
  /** The value of an option with one; of an option given twice, the last: `args.text('port')`. */
  readonly text: (name: string) => string | undefined;
}

/** One option as it is written and read: `{ flag: '--port <number>', about: 'The port to listen on.' }`. */
export interface Option {
  readonly flag: string;
  readonly about: string;
}

export interface Command {
  /** As typed; the file has the same name. */
  readonly name: string;
  /** What follows the name: `<file>` is needed, `[file]` is not, `<...files>` are one or more. Empty for none. */
  readonly usage: string;
  /** One sentence for the list of commands. */
  readonly about: string;
  readonly options: readonly Option[];
  /** What stands below the options on its page: examples, exit codes. */
  readonly more?: string;
  /** Works on the data of a document, so every file that it creates is readable by its owner only. */
  readonly usesData?: true;
  /** Does the work; the promise ends with the exit code: 0 clean, 1 findings, 2 wrong use. */
  readonly run: (args: Args, io: Io) => Promise<number>;
}

/** Gives a command its type. Each file of this folder that exports one as `command` is a command. */
export const defineCommand = (command: Command): Command => command;
