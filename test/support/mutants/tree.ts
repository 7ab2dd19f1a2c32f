import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cover, coverIn } from './cover.ts';
import { type Mutant, mutated } from './mutants.ts';

/** A copy of this tree in which one file after the other reads otherwise. */
export interface MutantTree {
  /** Where it lies. */
  readonly folder: string;
  /**
   * The first test of these files that notices it; `late`, where they come to no end within so many seconds of work, which
   * are as many on a busy machine, or do nothing any more; null where all of them pass.
   */
  readonly killerOf: (mutant: Mutant, tests: readonly string[], seconds: number) => Promise<string | null>;
  /** What a test file comes to, and its seconds of work. It has to pass. */
  readonly coverOf: (test: string) => Promise<{ readonly cover: Cover; readonly seconds: number }>;
  /** Whether the program still fits its types with it. What does not is never merged, and no test has to notice it. */
  readonly fitsTypes: (mutant: Mutant | null) => Promise<boolean>;
  readonly remove: () => void;
}

const NEEDED = [
  'src',
  'test',
  'scripts',
  'examples',
  'docs',
  'bench',
  'bin',
  'package.json',
  'package-lock.json',
  'NOTATION.md',
  'tsconfig.json',
  'vite.config.ts',
];

export function mutantTree(root: string, environment: Readonly<Record<string, string>>): MutantTree {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'ninefold-mutants-'));
  for (const name of NEEDED.filter((each) => existsSync(join(root, each))))
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const temporary = join(folder, 'tmp');
  const during = async <T>(mutant: Mutant | null, work: () => Promise<T>): Promise<T> => {
    const path = mutant === null ? null : join(folder, mutant.file);
    const text = path === null ? '' : readFileSync(path, 'utf8');
    mkdirSync(temporary);
    if (mutant !== null && path !== null) writeFileSync(path, mutated(text, mutant));
    try {
      return await work();
    } finally {
      if (path !== null) writeFileSync(path, text);
      rmSync(temporary, { recursive: true, force: true });
    }
  };
  const runIn = (tests: readonly string[], seconds: number, more: Readonly<Record<string, string>> = {}) =>
    runTests(folder, tests, seconds, { ...environment, TMPDIR: temporary, ...more });
  return {
    folder,
    killerOf: (mutant, tests, seconds) => during(mutant, async () => (await runIn(tests, seconds)).failed),
    coverOf: (test) =>
      during(null, async () => {
        const covered = join(temporary, 'cover');
        const { failed, told } = await runIn([test], Number.POSITIVE_INFINITY, { NODE_V8_COVERAGE: covered });
        if (failed !== null) throw new Error(`Without any fault a test fails: ${failed}`);
        return { cover: coverIn(covered, folder), seconds: Number(told.trim().split('\n').at(-1)) };
      }),
    fitsTypes: (mutant) => during(mutant, () => passesTypes(folder)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What was seen of the other files is kept, so that only what hangs on the changed one is looked at again. */
function passesTypes(folder: string): Promise<boolean> {
  const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  const kept = ['--incremental', '--tsBuildInfoFile', join(folder, 'types.json')];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, '-p', 'tsconfig.json', ...kept], {
      cwd: folder,
      stdio: 'ignore',
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

interface Ran {
  readonly failed: string | null;
  readonly told: string;
}

function runTests(
  folder: string,
  tests: readonly string[],
  seconds: number,
  environment: Readonly<Record<string, string>>,
): Promise<Ran> {
  const program = [process.execPath, join(folder, 'test', 'support', 'mutants', 'run.ts'), ...tests];
  const limit = Number.isFinite(seconds) ? `ulimit -t ${Math.ceil(seconds)}; ` : '';
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...program], {
      cwd: folder,
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache'), ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let told = '';
    child.stdout.on('data', (part: Buffer) => (told += part.toString()));
    const stop = whenIdle(child.pid, () => child.kill('SIGKILL'));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      stop();
      const failed = code === 0 ? null : signal === null ? told.trim().replace(`${folder}/`, '') : 'late';
      resolve({ failed, told });
    });
  });
}

/** Who sleeps for so many seconds waits for what never comes: the tests themselves wait for a few at most. */
const IDLE = 60;
const LOOK = 2;
/** In hundredths of a second: what timers and collecting garbage may take in that time. */
const NOTHING = 20;

/** Where the system does not tell what a process does, the limit of the tests themselves has to do. */
function whenIdle(pid: number | undefined, then: () => void): () => void {
  const path = `/proc/${pid}/stat`;
  if (pid === undefined || !existsSync(path)) return () => {};
  let since = Date.now();
  let worked = 0;
  const timer = setInterval(() => {
    const told = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const [state, ...rest] = told.slice(told.lastIndexOf(')') + 2).split(' ');
    const work = Number(rest[10]) + Number(rest[11]);
    // Whoever could work and is not let is not idle.
    if (state === 'S' && work - worked < NOTHING) {
      if (Date.now() - since > IDLE * 1_000) then();
      return;
    }
    since = Date.now();
    worked = work;
  }, LOOK * 1_000);
  return () => clearInterval(timer);
}
