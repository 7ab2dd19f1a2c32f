import process from 'node:process';
import { createColors } from './colors.ts';
import type { Io } from './command.ts';

/** Returns the environment of the running process. */
export function processIo(): Io {
  // A reader such as `head` may close the pipe early; that is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const isTTY = process.stdout.isTTY === true;
  return {
    stdout: (text) => void process.stdout.write(`${text}\n`),
    stderr: (text) => void process.stderr.write(`${text}\n`),
    stdin: readStdin,
    cwd: process.cwd(),
    env: process.env,
    isTTY,
    columns: process.stdout.columns ?? null,
    colors: createColors(wantsColor(process.env, isTTY)),
    untilStopped,
  };
}

/** Returns whether to use colours: NO_COLOR takes precedence, then FORCE_COLOR, then whether stdout is a terminal. */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return isTTY && env['TERM'] !== 'dumb';
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      // A second signal ends the process at once, because the listeners are removed.
      for (const signal of stopSignals) process.off(signal, stop);
      resolve();
    };
    for (const signal of stopSignals) process.on(signal, stop);
  });
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
