import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cover, coverIn } from './mutant-cover.ts';
import { type Mutant, mutated } from './mutants.ts';

/** A copy of this tree in which one file after the other reads otherwise. */
export interface MutantTree {
  /**
   * The first test of these files that notices it; `late`, where they come to no end within so many seconds of work, which
   * are as many on a busy machine; null where all of them pass.
   */
  readonly killerOf: (mutant: Mutant, tests: readonly string[], seconds: number) => Promise<string | null>;
  /** What a test file comes to. It has to pass. */
  readonly coverOf: (test: string) => Promise<Cover>;
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
  return {
    killerOf: (mutant, tests, seconds) =>
      during(mutant, () => firstFailure(folder, tests, seconds, { ...environment, TMPDIR: temporary })),
    coverOf: (test) =>
      during(null, async () => {
        const covered = join(temporary, 'cover');
        const variables = { ...environment, TMPDIR: temporary, NODE_V8_COVERAGE: covered };
        const failed = await firstFailure(folder, [test], Number.POSITIVE_INFINITY, variables);
        if (failed !== null) throw new Error(`Without any fault a test fails: ${failed}`);
        return coverIn(covered, folder);
      }),
    fitsTypes: (mutant) => during(mutant, () => passesTypes(folder)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function passesTypes(folder: string): Promise<boolean> {
  const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: folder, stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

function firstFailure(
  folder: string,
  tests: readonly string[],
  seconds: number,
  environment: Readonly<Record<string, string>>,
): Promise<string | null> {
  const program = [process.execPath, join(folder, 'test', 'support', 'mutant-run.ts'), ...tests];
  const limit = Number.isFinite(seconds) ? `ulimit -t ${seconds}; ` : '';
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...program], {
      cwd: folder,
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache'), ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let told = '';
    child.stdout.on('data', (part: Buffer) => (told += part.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve(code === 0 ? null : signal === null ? told.trim().replace(`${folder}/`, '') : 'late');
    });
  });
}
