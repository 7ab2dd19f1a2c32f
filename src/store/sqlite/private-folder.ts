import { chmodSync, mkdirSync } from 'node:fs';

/**
 * Creates a folder that only its owner may open, with its parents, or restricts one that exists. Files inside need no mode
 * of their own to be unreadable to others; the commands set a umask so that they have one (see `cli/main.ts`).
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(path, 0o700);
}
