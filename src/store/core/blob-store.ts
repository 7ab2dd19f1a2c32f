/** The bytes of one file, as they come. */
export interface Kept {
  readonly size: number;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Where the bytes of files lie, each under a name of ours that nobody can guess. Rejects with a `StoreError`. */
export interface Shelf {
  /**
   * Keeps what comes, whole or not at all: once it resolves, the bytes are as safe as a record. Where what comes fails, it
   * rejects with that failure.
   */
  readonly put: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Null: nothing lies under this name. */
  readonly get: (name: string) => Promise<Kept | null>;
  /** A name under which nothing lies is passed over. */
  readonly remove: (names: readonly string[]) => Promise<void>;
  /** Some names at a time: of all that was put by this program, or so long ago that a row names it if one ever will. */
  readonly settled: () => AsyncIterable<readonly string[]>;
  /** Rejects where it does not answer. */
  readonly check: () => Promise<void>;
}

/** A bucket, given the folder in it that is the data's own. */
export type BucketAt = (folder: string) => Shelf;

/** New bytes go to the one; what lies in the other from before is found there still. */
export function shelfBefore(one: Shelf, other: Shelf): Shelf {
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

/** Bytes that are all there, as they would come. */
export async function* oneByOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/** What comes, in pieces of this size; the last may be smaller. Nothing at all is one empty piece. */
export async function* inPieces(
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
