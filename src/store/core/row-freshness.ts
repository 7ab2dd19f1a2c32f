import type { Row } from '../../fields/text/value.ts';

/** Returns a number that changes whenever anything may have been written to the table by any process. */
export type TableVersion = (table: string) => number;

/** Decides whether cached rows are still as the database has them. */
export interface RowFreshness {
  /** Call it before rows of a table are read. */
  readonly beforeRead: (table: string) => number;
  /** Call it with that number when the rows are cached. Returns the number to store with them. */
  readonly afterRead: (before: number) => number;
  /** `stored`: the number stored with the row. */
  readonly isCurrent: (table: string, row: Row, stored: number) => boolean;
  /** True if a write transaction must have the database confirm cached rows, because other processes write too. */
  readonly isShared: boolean;
}

/** For a database that only this process has open: a row is current until its table is written. */
export const freshnessByTable = (version: TableVersion): RowFreshness => ({
  beforeRead: version,
  afterRead: (before) => before,
  isCurrent: (table, _, stored) => version(table) === stored,
  isShared: false,
});
