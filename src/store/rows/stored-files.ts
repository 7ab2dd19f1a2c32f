import type { Upload } from '../../engine/core/needs-and-facts.ts';
import { type BlobStore, type StoredBlob, singleChunk } from '../core/blob-store.ts';
import type { DbProgram } from '../core/db-program.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { addUploadRow, copyUploadRow, newStorageName, storageNameOf, unusedStorageNames } from './file-rows.ts';

/**
 * Uploads and attached files. Bytes are stored before the row that names them and deleted after it, so a crash in
 * between leaves at most unnamed bytes, which the next sweep deletes.
 */
export interface Files {
  readonly add: (upload: Upload & { readonly bytes: Uint8Array }, now: number) => Promise<void>;
  /**
   * Stores a stream. After the last byte, `judge` returns the upload's description; if it returns null, nothing is
   * stored.
   */
  readonly receive: (
    bytes: AsyncIterable<Uint8Array>,
    judge: () => Promise<Upload | null>,
    now: number,
  ) => Promise<boolean>;
  /** Adds further uploads of the same bytes. Returns false if the person has no such unattached upload. */
  readonly copy: (token: string, uploader: string, copies: readonly string[]) => Promise<boolean>;
  readonly open: (token: string) => Promise<StoredBlob | null>;
  /** Deletes bytes that no row names any more; on failure they are left to the sweep. */
  readonly remove: (disks: readonly string[]) => Promise<void>;
  /** Deletes bytes that no row names. Returns their number. */
  readonly sweep: () => Promise<number>;
}

/** Creates the file storage. `perform` runs each operation in a separate transaction. */
export function createFiles(
  blobs: BlobStore,
  perform: <T>(steps: () => DbProgram<T>) => Promise<T>,
  words: Pick<DialectTexts, 'inList'>,
): Files {
  const arriving = new Set<string>();
  const remove: Files['remove'] = async (disks) => {
    if (disks.length === 0) return;
    // Queried again, because another upload may share the bytes.
    await quietly(perform(() => unusedStorageNames(disks, words)).then((unnamed) => blobs.remove(unnamed)));
  };
  const receive: Files['receive'] = async (bytes, judge, now) => {
    const disk = newStorageName();
    arriving.add(disk);
    try {
      await blobs.put(disk, bytes);
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
      await receive(singleChunk(bytes), async () => upload, now);
    },
    receive,
    copy: (token, uploader, copies) => perform(() => copyUploadRow(token, uploader, copies)),
    open: async (token) => {
      const disk = await perform(() => storageNameOf(token));
      return disk === null ? null : blobs.get(disk);
    },
    remove,
    sweep: async () => {
      let swept = 0;
      for await (const names of blobs.settled()) {
        // Checked before the rows are queried: an upload that is no longer arriving has its row by now.
        const complete = names.filter((name) => !arriving.has(name));
        const unnamed = complete.length === 0 ? [] : await perform(() => unusedStorageNames(complete, words));
        await blobs.remove(unnamed);
        swept += unnamed.length;
      }
      return swept;
    },
  };
}

async function quietly(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}
