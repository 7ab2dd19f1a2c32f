import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Mutant } from './mutants.ts';

/** Which test file noticed which fault. It only says who is asked first: nothing is taken for granted. */
export interface Killers {
  /** These tests, those first that are likely to notice it for the time that they take. */
  readonly sorted: (mutant: Mutant, tests: readonly Timed[]) => readonly Timed[];
  readonly note: (mutant: Mutant, test: string) => void;
}

export interface Timed {
  readonly test: string;
  /** How long it works by itself. */
  readonly seconds: number;
}

type Kill = Pick<Mutant, 'file' | 'line' | 'was' | 'is'> & { readonly test: string };

/** Whoever noticed nothing so far may yet. */
const UNTRIED = 0.02;
/** So many lines away a fault tells half as much of another. */
const NEAR = 10;
/** What a test that asks a file itself is worth, and one that is called as it is, beside one that noticed a fault at the very place. */
const IMPORTS = 3;
const CALLED = 1;
/** What starting a process takes. */
const START = 0.5;

/** Kept in a file, which may be missing; `textOf` reads a test. */
export function killersIn(path: string, textOf: (test: string) => string): Killers {
  const known: Kill[] = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kill[]) : [];
  return {
    sorted: (mutant, tests) => {
      const worth = new Map<string, number>();
      const shares = known.map((kill) => [kill, shareOf(kill, mutant)] as const);
      for (const [{ test }, share] of shares) worth.set(test, (worth.get(test) ?? 0) + share);
      const rank = ({ test, seconds }: Timed) =>
        (UNTRIED + likeness(mutant.file, test, textOf(test)) + (worth.get(test) ?? 0)) / (START + seconds);
      return [...tests].sort((one, other) => rank(other) - rank(one));
    },
    note: (mutant, test) => {
      const { file, line, was, is } = mutant;
      const same = known.findIndex((kill) => isSame(kill, mutant) && kill.line === line);
      if (same >= 0) known.splice(same, 1);
      known.push({ file, line, was, is, test });
      writeFileSync(path, JSON.stringify(known));
    },
  };
}

/** How much the words of a test say that it is about this file. */
export function likeness(file: string, test: string, text: string): number {
  const words = wordsOf(file);
  const shared = words.filter((word) => wordsOf(test).includes(word));
  return (text.includes(`../${file}'`) ? IMPORTS : 0) + (CALLED * shared.length) / words.length;
}

/** Of the name of a file, each in the singular. */
const wordsOf = (file: string): readonly string[] =>
  basename(file)
    .replace(/(?:\.test)?\.ts$/, '')
    .split('-')
    .map((word) => word.replace(/s$/, ''));

const isSame = (kill: Kill, { file, was, is }: Mutant): boolean =>
  kill.file === file && kill.was === was && kill.is === is;

/** How much a fault that was noticed says of this one: the same one nearly all, of another file hardly anything. */
function shareOf(kill: Kill, mutant: Mutant): number {
  if (kill.file !== mutant.file) return 0.01;
  const near = NEAR / (NEAR + Math.abs(kill.line - mutant.line));
  return isSame(kill, mutant) ? 100 * near : near;
}
