import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Where this package lies, in a checkout as when installed. */
export function packageFolder(): string {
  const manifest = findPackageJSON(import.meta.url);
  return manifest === undefined ? '.' : dirname(manifest);
}

/** Where the modules of this package lie, with the pages and the stylesheets beside them. */
export function modulesFolder(): string {
  const sources = join(packageFolder(), 'src');
  return existsSync(sources) ? sources : join(packageFolder(), 'dist', 'lib');
}
