import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** The built client of this package, in a checkout and when installed alike. */
export function clientFolder(): string {
  const manifest = findPackageJSON(import.meta.url);
  return join(manifest === undefined ? '.' : dirname(manifest), 'dist', 'client');
}
