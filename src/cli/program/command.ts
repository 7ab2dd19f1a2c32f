import type { Colors } from './colors.ts';

/** The environment of a command. Tests pass their own and read what was written. */
export interface Io {
  /** Writes lines of the result. Nothing else goes to stdout, so that results can be piped. */
  readonly stdout: (text: string) => void;
  /** Writes lines of progress or problems. */
  readonly stderr: (text: string) => void;
  /** Reads all of standard input, for a file called `-`. */
  readonly stdin: () => Promise<Uint8Array>;
  /** The folder to which typed paths are relative. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stdout is a terminal. */
  readonly isTTY: boolean;
  /** The width of stdout in characters; null if unknown. */
  readonly columns: number | null;
  /** Colours, which are off if stdout is not a terminal or NO_COLOR is set. */
  readonly colors: Colors;
  /** Resolves when the program is asked to stop. A command that never calls this is stopped at once. */
  readonly untilStopped: () => Promise<void>;
}

/** The parsed arguments of a command. */
export interface Args {
  /** Arguments that are not options, in order; as many as `usage` declares. */
  readonly positional: readonly string[];
  /** Returns whether an option without a value was given: `args.flag('json')`. */
  readonly flag: (name: string) => boolean;
  /** Returns the value of an option; if it was given twice, the last: `args.text('port')`. */
  readonly text: (name: string) => string | undefined;
}

/** An option and its help text: `{ flag: '--port <number>', about: 'The port to listen on.' }`. */
export interface Option {
  readonly flag: string;
  readonly about: string;
}

export interface Command {
  /** The name as typed. The file has the same name. */
  readonly name: string;
  /**
   * The arguments: `<file>` is required, `[file]` is optional, `<...files>` are one or more. Empty if there are none.
   */
  readonly usage: string;
  /** One sentence for the list of commands. */
  readonly about: string;
  readonly options: readonly Option[];
  /** Further help below the options: examples and exit codes. */
  readonly more?: string;
  /** Whether the command works on data. If so, all files that it creates are readable by their owner only. */
  readonly usesData?: true;
  /** Runs the command and resolves to the exit code: 0 success, 1 findings, 2 wrong use. */
  readonly run: (args: Args, io: Io) => Promise<number>;
}

/** Gives a command its type. Each file in the folder `commands` exports one as `command`. */
export const defineCommand = (command: Command): Command => command;
