/** Tells what was read from a table that is still so, without asking for it. */
interface TableMarks {
  /** Another number than before where anything may have been written to the table since. */
  readonly of: (table: string) => number;
  /** Somebody of this program wrote to it, or may have. */
  readonly written: (table: string) => void;
  /** How often that was. */
  readonly writes: () => number;
}

/** In the place of a table: all of them. */
export const EVERY_TABLE = '*';

/** Milliseconds in which what somebody else wrote, past this program, may go unnoticed. */
const LOOKED_UP = 100;

/**
 * `version`: another number than before where another connection committed something. Asking costs as much as reading a
 * row, so that it is not asked each time: nobody but this program may have the data open.
 */
export function tableMarks(version: () => number, clock = () => performance.now()): TableMarks {
  const marks = new Map<string, number>();
  let last = 0;
  let writes = 0;
  let everywhere = 0;
  let seen = version();
  let lookedAt = clock();
  const look = (): void => {
    lookedAt = clock();
    const there = version();
    if (there === seen) return;
    seen = there;
    everywhere = ++last;
  };
  return {
    of: (table) => {
      if (clock() - lookedAt > LOOKED_UP) look();
      return Math.max(marks.get(table) ?? 0, everywhere);
    },
    written: (table) => {
      last += 1;
      writes += 1;
      if (table === EVERY_TABLE) everywhere = last;
      else marks.set(table, last);
    },
    writes: () => writes,
  };
}

const READS = /^\s*(?:SELECT|EXPLAIN|SAVEPOINT|RELEASE|PRAGMA data_version)\b/i;
const WRITES = /^\s*(?:INSERT(?: OR \w+)? INTO|REPLACE INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+(\w+)\b/i;

/** The table that a statement writes, null where it only reads. Of whatever else nothing is known: it may write anywhere. */
export function tableWritten(sql: string): string | null {
  if (READS.test(sql)) return null;
  return WRITES.exec(sql)?.[1] ?? EVERY_TABLE;
}
