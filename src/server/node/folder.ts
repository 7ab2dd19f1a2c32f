import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where the data of a document lives: `.ninefold/<file name>/` beside it. Made where it is missing, kept out of git. */
export function dataFolder(document: string): string {
  const root = join(dirname(document), '.ninefold');
  const folder = join(root, basename(document));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(join(root, '.gitignore'), '*\n', { flag: 'wx' });
  } catch {
    // It is there already, as its owner wants it.
  }
  return folder;
}
