import type { Upload } from '../../engine/core/facts.ts';
import { type Kept, oneByOne, type Shelf } from '../core/blob-store.ts';
import type { Steps } from '../core/db-program.ts';
import type { Words } from '../sql/dialect.ts';
import { addUploadRow, copyUploadRow, diskName, diskOf, unnamedOf } from './file-rows.ts';

/**
 * Uploads and attached files: rows that name bytes on a shelf. The bytes are there before the row that names them, and go
 * after it: whatever ends in between leaves at most bytes that nothing names, which the next sweep takes away.
 */
export interface Files {
  readonly add: (upload: Upload & { readonly bytes: Uint8Array }, now: number) => Promise<void>;
  /** Keeps what comes; `judge` says what it is once all of it is there, or null, and then nothing of it stays. */
  readonly receive: (
    bytes: AsyncIterable<Uint8Array>,
    judge: () => Promise<Upload | null>,
    now: number,
  ) => Promise<boolean>;
  /** Further uploads of the same bytes; false where this person has no such upload that is free. */
  readonly copy: (token: string, uploader: string, copies: readonly string[]) => Promise<boolean>;
  readonly open: (token: string) => Promise<Kept | null>;
  /** Removes bytes that no row names any more; what can't be removed now is left to the sweep. */
  readonly remove: (disks: readonly string[]) => Promise<void>;
  /** Removes bytes that no row names. How many there were. */
  readonly sweep: () => Promise<number>;
}

/** `perform` does each piece of work in a transaction of its own. */
export function filesOver(
  shelf: Shelf,
  perform: <T>(steps: () => Steps<T>) => Promise<T>,
  words: Pick<Words, 'among'>,
): Files {
  const arriving = new Set<string>();
  const remove: Files['remove'] = async (disks) => {
    if (disks.length === 0) return;
    // Asked anew: one of several that share them may still be there.
    await quietly(perform(() => unnamedOf(disks, words)).then((unnamed) => shelf.remove(unnamed)));
  };
  const receive: Files['receive'] = async (bytes, judge, now) => {
    const disk = diskName();
    arriving.add(disk);
    try {
      await shelf.put(disk, bytes);
      try {
        const upload = await judge();
        if (upload === null) await remove([disk]);
        else await perform(() => addUploadRow(upload, disk, now));
        return upload !== null;
      } catch (cause) {
        await remove([disk]);
        throw cause;
      }
    } finally {
      arriving.delete(disk);
    }
  };
  return {
    add: async ({ bytes, ...upload }, now) => {
      await receive(oneByOne(bytes), async () => upload, now);
    },
    receive,
    copy: (token, uploader, copies) => perform(() => copyUploadRow(token, uploader, copies)),
    open: async (token) => {
      const disk = await perform(() => diskOf(token));
      return disk === null ? null : shelf.get(disk);
    },
    remove,
    sweep: async () => {
      let swept = 0;
      for await (const names of shelf.settled()) {
        // Looked at before the rows: whatever is no longer arriving has its row by now.
        const there = names.filter((name) => !arriving.has(name));
        const unnamed = there.length === 0 ? [] : await perform(() => unnamedOf(there, words));
        await shelf.remove(unnamed);
        swept += unnamed.length;
      }
      return swept;
    },
  };
}

async function quietly(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}
