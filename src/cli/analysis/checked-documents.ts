import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { nodeDigest } from '../../server/node/digest.ts';
import { packageFolder } from '../program/package-folder.ts';

/** Where it is remembered which documents a program has checked, and which program. */
export interface CheckedDocuments {
  readonly folder: string;
  /** Hash of the program: another program may find other errors. */
  readonly program: string;
}

/**
 * Returns where this program remembers the documents that it has checked: beside its compiled code in Node's compile
 * cache. Null if there is no such cache, and in a checkout, whose sources change.
 */
export function checkedDocuments(): CheckedDocuments | null {
  const folder = getCompileCacheDir();
  if (folder === undefined || existsSync(join(packageFolder(), 'src'))) return null;
  const modules = join(packageFolder(), 'dist', 'cli');
  const files = readdirSync(modules)
    .sort()
    .map((name) => join(modules, name));
  const program = createHash('sha256');
  for (const file of [join(packageFolder(), 'package.json'), ...files]) program.update(readFileSync(file));
  return { folder, program: program.digest('hex') };
}

/** Returns whether this program has checked this text and found no errors. */
export function wasFoundWithoutErrors(text: string, documents: CheckedDocuments | null): boolean {
  return documents !== null && existsSync(markOf(text, documents));
}

/** Remembers that this program found no errors in this text. */
export function rememberWithoutErrors(text: string, documents: CheckedDocuments | null): void {
  if (documents === null) return;
  try {
    writeFileSync(markOf(text, documents), '');
  } catch {
    // The folder is only a cache: the next start checks the document again.
  }
}

const markOf = (text: string, { folder, program }: CheckedDocuments): string =>
  join(folder, `ninefold-checked-${nodeDigest(`${program} ${text}`)}`);
