/** A part of a file that is sent as one request: its headings and some of its rows. */
export interface FilePart {
  readonly bytes: Blob;
  /** Offset of its first row in the file. */
  readonly at: number;
  readonly rows: number;
  /** Rows and lines of the file between its headings and this part. */
  readonly rowsBefore: number;
  readonly linesBefore: number;
}

/** A file with at most this many rows and bytes is sent, checked and written as one. The server's limits. */
const MOST_AT_ONCE = { rows: 10_000, bytes: 10_000_000 };
/** A larger file is sent in parts of at most this size. Writes of other people wait for one part at most. */
export const PART_ROWS = 1_000;
const PART = { rows: PART_ROWS, bytes: 5_000_000, separators: 400_000 };

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d];
const SEPARATORS: ReadonlySet<number> = new Set([0x09, 0x2c, 0x3b]);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Where a part begins in the file. */
interface Start {
  readonly at: number;
  readonly rows: number;
  readonly lines: number;
}

/**
 * Divides a CSV file between rows, reading it piece by piece. A small file is one part, unchanged; so is one that has
 * no rows. Rejects if the file can't be read.
 */
export async function splitFile(file: Blob): Promise<readonly FilePart[]> {
  const { starts, rows } = await findStarts(file);
  const [first] = starts;
  const isSmall = rows <= MOST_AT_ONCE.rows && file.size <= MOST_AT_ONCE.bytes;
  if (first === undefined || isSmall)
    return [{ bytes: file, at: first?.at ?? file.size, rows, rowsBefore: 0, linesBefore: 0 }];
  const headings = file.slice(0, first.at);
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? { at: file.size, rows };
    return {
      bytes: new Blob([headings, file.slice(start.at, end.at)]),
      at: start.at,
      rows: end.rows - start.rows,
      rowsBefore: start.rows,
      linesBefore: start.lines - first.lines,
    };
  });
}

/** Returns the headings and all rows from a part on. */
export function restFrom(file: Blob, parts: readonly FilePart[], index: number): Blob {
  return new Blob([file.slice(0, parts[0]?.at ?? 0), file.slice(parts[index]?.at ?? 0)]);
}

/** Finds where parts begin. Quotes and line ends are single bytes in UTF-8, so no text is decoded. */
async function findStarts(file: Blob): Promise<{ readonly starts: readonly Start[]; readonly rows: number }> {
  const starts: Start[] = [];
  let rows = -1;
  let lines = 0;
  let isQuoted = false;
  let isBlank = true;
  let isAfterReturn = false;
  let separators = 0;
  let start = { at: 0, lines: 0 };
  const endRow = () => {
    if (isBlank) return;
    const last = starts.at(-1);
    const isFull =
      last === undefined ||
      rows - last.rows >= PART.rows ||
      start.at - last.at >= PART.bytes ||
      separators >= PART.separators;
    if (rows >= 0 && isFull) {
      starts.push({ ...start, rows });
      separators = 0;
    }
    rows += 1;
    isBlank = true;
  };
  let at = 0;
  for await (const chunk of piecesOf(file)) {
    for (const byte of chunk) {
      at += 1;
      const isSecond = byte === LINE_FEED && isAfterReturn;
      isAfterReturn = byte === CARRIAGE_RETURN;
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        if (!isSecond) lines += 1;
        if (isQuoted) continue;
        endRow();
        start = { at, lines };
      } else if (BYTE_ORDER_MARK[at - 1] !== byte) {
        isBlank = false;
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (SEPARATORS.has(byte)) separators += 1;
      }
    }
  }
  endRow();
  return { starts, rows: Math.max(0, rows) };
}

async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = file.stream().getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}
