import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of this ninefold, from a checkout as from an installed package. */
export function version(): string {
  const path = findPackageJSON(import.meta.url);
  const manifest: { version?: string } = path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8'));
  return manifest.version ?? 'unknown';
}
