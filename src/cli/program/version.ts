import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.ts';

/** The version of this ninefold, from a checkout as from an installed package. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version?: string };
  return manifest.version ?? 'unknown';
}
