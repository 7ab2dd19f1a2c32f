import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutant, mutated } from './mutants.ts';

/** A copy of this tree in which one file after the other reads otherwise. */
export interface MutantTree {
  /** The first test of these files that notices it; `late`, where they come to no end; null where all of them pass. */
  readonly killerOf: (mutant: Mutant | null, tests: readonly string[], longest: number) => Promise<string | null>;
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
];

export function mutantTree(root: string, environment: Readonly<Record<string, string>>): MutantTree {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'ninefold-mutants-'));
  for (const name of NEEDED.filter((each) => existsSync(join(root, each))))
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const temporary = join(folder, 'tmp');
  return {
    killerOf: async (mutant, tests, longest) => {
      const path = mutant === null ? null : join(folder, mutant.file);
      const text = path === null ? '' : readFileSync(path, 'utf8');
      mkdirSync(temporary);
      if (mutant !== null && path !== null) writeFileSync(path, mutated(text, mutant));
      try {
        return await firstFailure(folder, tests, longest, { ...environment, TMPDIR: temporary });
      } finally {
        if (path !== null) writeFileSync(path, text);
        rmSync(temporary, { recursive: true, force: true });
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function firstFailure(
  folder: string,
  tests: readonly string[],
  longest: number,
  environment: Readonly<Record<string, string>>,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(folder, 'test', 'support', 'mutant-run.ts'), ...tests], {
      cwd: folder,
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache'), ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let told = '';
    child.stdout.on('data', (part: Buffer) => (told += part.toString()));
    const late = setTimeout(() => child.kill('SIGKILL'), longest);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(late);
      resolve(code === 0 ? null : signal === null ? told.trim().replace(`${folder}/`, '') : 'late');
    });
  });
}
