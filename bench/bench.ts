import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './table.ts';

/** What a run was asked for. */
export interface Options {
  /** Few rounds and short ones: to see that it works. */
  readonly quick: boolean;
  /** Up to a million rows. */
  readonly big: boolean;
  /** Writes a CPU profile of our server here. */
  readonly profile: string | null;
}

/** A benchmark, in a file of its own. */
export interface Bench {
  readonly name: string;
  readonly about: string;
  readonly run: (options: Options) => Promise<readonly Figure[]>;
}

/** Works in a folder on a real disk (TMPDIR says which), that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
