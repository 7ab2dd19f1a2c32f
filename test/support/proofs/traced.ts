import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const CALLS = 'pwrite64,pwritev,fdatasync,fsync,write,writev,sendto,sendmsg';

/** Whether system calls can be watched here. */
export function canTrace(): boolean {
  try {
    execFileSync('strace', ['-qq', '-e', 'trace=none', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The lines of `strace` about a process and its threads, while some work is done. */
export async function traced(pid: number, work: () => Promise<void>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-trace-'));
  const file = join(folder, 'calls');
  // `-y`: with the path of each file, since each handle of it has another number.
  const strace = spawn('strace', ['-f', '-y', '-s', '24', '-e', `trace=${CALLS}`, '-o', file, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    await attached(strace);
    await work();
    strace.kill('SIGINT');
    await new Promise((resolve) => strace.once('close', resolve));
    return readFileSync(file, 'utf8').split('\n');
  } finally {
    strace.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function attached(strace: ChildProcess): Promise<void> {
  let said = '';
  strace.stderr?.setEncoding('utf8');
  strace.stderr?.on('data', (part: string) => {
    said += part;
  });
  while (!said.includes('attached')) {
    if (strace.exitCode !== null) throw new Error(`System calls can't be watched here: ${said}`);
    await pause(10);
  }
}

interface Judged {
  /** How many answers there were that say that something was made. */
  readonly answers: number;
  readonly failures: readonly string[];
}

/** Of each such answer: whether the log, since it was last written to, was put on the disk before the answer left. */
export function judgeOrder(lines: readonly string[]): Judged {
  const failures: string[] = [];
  let [answers, written, confirmed, before] = [0, -1, -1, -1];
  const begun = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const [, thread = '', call = ''] = /^(\d+)\s+(?:<\.\.\. )?(\w+)/.exec(line) ?? [];
    const isOfLog = line.includes('-wal>');
    if (call.startsWith('pwrite') && isOfLog) written = at;
    if ((call === 'fdatasync' || call === 'fsync') && isOfLog && line.includes('<unfinished')) begun.set(thread, at);
    else if (call === 'fdatasync' || call === 'fsync') {
      const from = line.includes('resumed>') ? begun.get(thread) : isOfLog ? at : undefined;
      begun.delete(thread);
      if (from !== undefined && /= 0$/.test(line)) confirmed = Math.max(confirmed, from);
    }
    if (!line.includes('"HTTP/1.1 201')) continue;
    answers += 1;
    if (written <= before) failures.push(`answer ${answers}: nothing was written to the log before it`);
    else if (confirmed < written) failures.push(`answer ${answers}: it left before the log was on the disk`);
    before = at;
  }
  return { answers, failures };
}
