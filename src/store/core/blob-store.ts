/** The bytes of one file, as a stream. */
export interface StoredBlob {
  readonly size: number;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Storage for the bytes of files. Each file has a random name that nobody can guess. Methods reject with a
 * `StoreError`.
 */
export interface BlobStore {
  /**
   * Stores all of the bytes or none. When it resolves, the bytes are as durable as a record. If reading the bytes
   * fails, it rejects with that failure.
   */
  readonly put: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Returns null if there is no file with this name. */
  readonly get: (name: string) => Promise<StoredBlob | null>;
  /** Ignores names without a file. */
  readonly remove: (names: readonly string[]) => Promise<void>;
  /**
   * Yields batches of names of files that no upload in progress uses: files that this process has stored completely,
   * and files so old that a row would name them by now.
   */
  readonly settled: () => AsyncIterable<readonly string[]>;
  /** Rejects if the storage does not respond. */
  readonly check: () => Promise<void>;
}

/** Opens a bucket, limited to the folder that belongs to one data set. */
export type OpenBucket = (folder: string) => BlobStore;

/** Writes to `one` and reads from both, so that files stored earlier in `other` stay readable. */
export function layeredBlobs(one: BlobStore, other: BlobStore): BlobStore {
  return {
    put: one.put,
    get: async (name) => (await one.get(name)) ?? other.get(name),
    remove: async (names) => {
      await one.remove(names);
      await other.remove(names);
    },
    settled: async function* () {
      yield* one.settled();
      yield* other.settled();
    },
    check: async () => {
      await one.check();
      await other.check();
    },
  };
}

/** Returns bytes that are already in memory as a stream of at most one chunk. */
export async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/**
 * Splits a stream into chunks of `size` bytes; the last chunk may be smaller. An empty stream gives one empty chunk.
 */
export async function* inChunks(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(size);
  let filled = 0;
  let isFirst = true;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.byteLength; ) {
      const taken = Math.min(size - filled, chunk.byteLength - at);
      piece.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < size) continue;
      yield piece;
      isFirst = false;
      piece = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0 || isFirst) yield piece.slice(0, filled);
}
