import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns the folder of this package, in a checkout or installed. */
export function packageFolder(): string {
  const manifest = findPackageJSON(import.meta.url);
  return manifest === undefined ? '.' : dirname(manifest);
}

/** Returns the folder of this package's modules, with their pages and style sheets. */
export function modulesFolder(): string {
  const sources = join(packageFolder(), 'src');
  return existsSync(sources) ? sources : join(packageFolder(), 'dist', 'lib');
}
