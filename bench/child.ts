import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { At } from './baseline-postgres.ts';

/** What a server under measurement is told: where its data lies, and whom to sign in. */
export interface Start {
  readonly folder: string;
  /** Where it lies in PostgreSQL instead: ours, and that of the server written by hand. */
  readonly postgres?: { readonly ours: At; readonly baseline: At };
  readonly people: readonly string[];
}

/** Where it listens, and a cookie for each of these people. */
export interface Serving {
  readonly port: number;
  readonly cookies: readonly string[];
}

/** A program of this folder in a process of its own, answering one message at a time. */
export interface Child {
  readonly ask: <T>(message: object) => Promise<T>;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export function startChild(program: string, nodeOptions: readonly string[] = []): Child {
  const before = program === 'ours.ts' ? ['--import', import.meta.resolve('./as-ours.ts')] : [];
  const execArgv = [...before, ...nodeOptions];
  // The package is JavaScript. From a warm cache Node does not load its reader of TypeScript, which takes some 45 MB.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'ninefold-bench') };
  const child = fork(join(import.meta.dirname, program), [], { execArgv, env, serialization: 'advanced' });
  return {
    ask: (message) => asked(child, message),
    pid: child.pid ?? 0,
    stop: () => stopped(child),
  };
}

function asked<T>(child: ChildProcess, message: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`A process of the benchmark ended with ${code}.`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as T);
    });
    child.send(message);
  });
}

/** Asked to end by itself first, so that a profile of it is written. */
function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    const kill = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(kill);
      resolve();
    });
    if (child.connected) child.disconnect();
  });
}

/** The other side: starts when told, and ends when nobody listens any more. */
export async function serving(start: (message: Start) => Promise<Serving>): Promise<void> {
  await answering(start);
}

/** Answers each message. */
export async function answering<Message, Answer>(answer: (message: Message) => Promise<Answer>): Promise<void> {
  process.on('message', (message) => {
    answer(message as Message).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
}

/** The memory that a process holds now, in bytes; NaN where this system has no /proc. */
export function rssOf(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? Number.NaN : Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** The CPU time that a process has used, in milliseconds; NaN where this system has no /proc. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return Number.NaN;
  }
}

/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;
