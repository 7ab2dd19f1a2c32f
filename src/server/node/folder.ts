import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Returns the data folder of a document, `.ninefold/<file name>/` next to it. Creates it if necessary and excludes it
 * from Git.
 */
export function dataFolder(document: string): string {
  const root = join(dirname(document), '.ninefold');
  const folder = join(root, basename(document));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(join(root, '.gitignore'), '*\n', { flag: 'wx' });
  } catch {
    // The file exists; its owner may have changed it.
  }
  return folder;
}
