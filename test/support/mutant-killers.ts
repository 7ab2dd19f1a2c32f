import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Mutant } from './mutants.ts';

/** Which test file noticed a fault when it was last tried. It is asked first, and asked again: nothing is taken for granted. */
export interface Killers {
  readonly before: (mutant: Mutant) => readonly string[];
  readonly note: (mutant: Mutant, killer: string) => void;
}

/** Kept in a file, which may be missing. */
export function killersIn(path: string, tests: readonly string[]): Killers {
  const known = new Map<string, string>(
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as [string, string][]) : [],
  );
  return {
    before: (mutant) => {
      const killer = known.get(keyOf(mutant));
      return killer !== undefined && tests.includes(killer) ? [killer] : [];
    },
    note: (mutant, killer) => {
      known.set(keyOf(mutant), /^test\/(\S+\.test\.ts):/.exec(killer)?.[1] ?? '');
      writeFileSync(path, JSON.stringify([...known]));
    },
  };
}

const keyOf = ({ file, from, was, is }: Mutant): string => JSON.stringify([file, from, was, is]);
