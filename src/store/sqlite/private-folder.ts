import { chmodSync, mkdirSync } from 'node:fs';

/**
 * Creates a folder and its parents that only its owner may open, or restricts an existing folder. The files inside need
 * no mode of their own to be private; the commands set a umask anyway (see `cli/program/main.ts`).
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(path, 0o700);
}
