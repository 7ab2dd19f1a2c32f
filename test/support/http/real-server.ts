import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { runCli } from './cli.ts';
import { freePort } from './free-port.ts';

/** `ninefold start` as a process of its own, on this machine alone, with one person who signed in. */
export interface RealServer {
  readonly pid: number;
  readonly send: (method: string, path: string, body?: unknown) => Promise<Heard>;
  /** Sends bytes as they are made, and counts those that come back. */
  readonly stream: (method: string, path: string, type: string, body: Iterable<Uint8Array>) => Promise<Streamed>;
  /** The most megabytes of memory that it has at a time while this is done, and has before it; null where no system tells. */
  readonly memoryOf: (
    work: () => Promise<unknown>,
  ) => Promise<{ readonly before: number; readonly most: number } | null>;
  readonly stop: () => Promise<void>;
}

export interface Streamed {
  /** 0: there was no answer. */
  readonly status: number;
  readonly bytes: number;
  /** The beginning of the answer. */
  readonly text: string;
}

export interface Heard {
  /** 0: there was no answer. */
  readonly status: number;
  readonly retryAfter: string | null;
  /** From the moment at which it was sent. */
  readonly ms: number;
}

const main = join(import.meta.dirname, '..', '..', '..', 'bin', 'ninefold.mjs');
const PASSWORD = 'plum orbit forty-two';

/** Runs a document that has an entity of employees with a name, an e-mail address and a role. */
export async function startReal(text: string): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-real-'));
  writeFileSync(join(folder, 'claims.md'), text);
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const person = ['ana@example.com', 'name=Ana', 'role=Employee', '--origin', base];
  const added = await runCli(['user', 'claims.md', ...person], { cwd: folder });
  const link = /#link=([0-9a-f]{64})/.exec(added.stdout)?.[1] ?? '';
  const child = spawn(process.execPath, [main, 'start', 'claims.md', '--port', String(port)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
  const stop = async () => {
    agent.destroy();
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await answering(base, child);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ link, password: PASSWORD });
    const answer = await fetch(`${base}/_/link/password`, { method: 'POST', headers, body });
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    if (answer.status !== 204 || cookie === '') throw new Error(`Nobody could sign in: ${await answer.text()}`);
    return {
      pid: child.pid ?? 0,
      send: (method, path, sent) => sending(agent, port, cookie, method, path, sent),
      stream: (method, path, type, sent) => streaming(port, { cookie, 'content-type': type }, method, path, sent),
      memoryOf: (work) => memoryOf(child.pid ?? 0, work),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function sending(agent: Agent, port: number, cookie: string, method: string, path: string, body: unknown) {
  const begun = performance.now();
  const text = body === undefined ? null : JSON.stringify(body);
  return new Promise<Heard>((resolve) => {
    const end = (status: number, retryAfter: string | null) =>
      resolve({ status, retryAfter, ms: performance.now() - begun });
    const headers = { cookie, ...(text === null ? {} : { 'content-type': 'application/json' }) };
    const asked = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after'] ?? null));
      answer.on('error', () => end(0, null));
    });
    asked.on('error', () => end(0, null));
    asked.end(text);
  });
}

function streaming(
  port: number,
  headers: Readonly<Record<string, string>>,
  method: string,
  path: string,
  body: Iterable<Uint8Array>,
) {
  return new Promise<Streamed>((resolve) => {
    let bytes = 0;
    let text = '';
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (text.length < 2_000) text += part.toString('utf8');
      });
      const end = () => {
        asked.destroy();
        resolve({ status: answer.statusCode ?? 0, bytes, text });
      };
      answer.on('end', end);
      answer.on('error', end);
    });
    asked.on('error', () => resolve({ status: 0, bytes, text }));
    Readable.from(body).pipe(asked);
  });
}

/** The system keeps the highest mark, and takes it back when it is told to. */
async function memoryOf(pid: number, work: () => Promise<unknown>) {
  const status = `/proc/${pid}/status`;
  const has = existsSync(status);
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(readFileSync(status, 'utf8'))?.[1]) / 1_000;
  const before = has ? read('VmRSS') : 0;
  if (has) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return has ? { before, most: read('VmHWM') } : null;
}

async function answering(base: string, child: ChildProcess): Promise<void> {
  for (let left = 600; left > 0 && child.exitCode === null; left--) {
    const answer = await fetch(`${base}/_/ready`).catch(() => null);
    if (answer?.status === 200) return;
    await pause(50);
  }
  throw new Error('The server did not start.');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const over = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await over;
  clearTimeout(late);
}
