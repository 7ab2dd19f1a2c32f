import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces the content of a file atomically: writes a temporary file next to it with the same mode and, if permitted,
 * owner, and renames it. Returns null on success; else a sentence, and the file is unchanged. A file that no longer
 * contains `before` was changed by another program and is not touched; neither is a read-only file, even if its folder
 * is writable. A link stays a link; its target is written.
 */
export function replaceFile(path: string, before: Uint8Array, after: Uint8Array): string | null {
  try {
    const target = realpathSync(path);
    const original = statSync(target);
    if ((original.mode & 0o222) === 0) return READ_ONLY;
    accessSync(target, constants.W_OK);
    const temporary = join(dirname(target), `.${basename(target).slice(0, 200)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      writeFully(temporary, after, original);
      if (Buffer.compare(readFileSync(target), before) !== 0) return CHANGED;
      renameSync(temporary, target);
    } finally {
      rmSync(temporary, { force: true });
    }
    syncFolder(dirname(target));
    return null;
  } catch (error) {
    return `it can't be written (${error instanceof Error ? error.message : String(error)}). Make it writable and try again.`;
  }
}

const READ_ONLY = 'it is read-only and was not changed. Make it writable and try again.';
const CHANGED = 'it was changed by another program meanwhile and was not overwritten. Run the command again.';

function writeFully(path: string, bytes: Uint8Array, original: Stats): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    copyOwner(file, original);
    fchmodSync(file, original.mode & 0o7777);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Copies the owner, which only an administrator may do. */
function copyOwner(file: number, { uid, gid }: Stats): void {
  try {
    fchownSync(file, uid, gid);
  } catch {
    // The content matters more than the owner.
  }
}

/** Syncs the folder, so that the renaming survives a power failure where the system supports it. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Some systems can't open folders; the file itself is synced.
  }
}
