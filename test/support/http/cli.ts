import { createColors } from '../../../src/cli/program/colors.ts';
import type { Io } from '../../../src/cli/program/command.ts';
import { main } from '../../../src/cli/program/main.ts';

/** What a command line left behind. */
export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line in this process. A command that serves goes on until `untilStopped` resolves. */
export async function runCli(argv: readonly string[], world: Partial<Io> = {}): Promise<CliResult> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(argv, {
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    stdin: () => Promise.resolve(new Uint8Array()),
    cwd: process.cwd(),
    env: {},
    isTTY: false,
    columns: null,
    colors: createColors(false),
    untilStopped: () => Promise.resolve(),
    ...world,
  });
  return { code, stdout: out.join('\n'), stderr: err.join('\n') };
}
