import type { WireRefusedRow } from '../../../engine/core/wire-format.ts';

/** A refused row, or a row with warnings. */
export type FailedRow = Pick<WireRefusedRow, 'row' | 'line' | 'failures'> & Partial<WireRefusedRow>;

interface RowFailure {
  readonly column: string;
  readonly message: string;
  readonly next: string;
  readonly code: string;
}

/** Returns the failures of a row with their columns; one without a column if the whole row is refused. */
export function rowFailures({ failures, message = '', next = '', code = '' }: FailedRow): readonly RowFailure[] {
  const each = failures.map((failed) => ({
    column: failed.column ?? '',
    message: failed.message,
    next: failed.next ?? '',
    code: failed.code,
  }));
  return each.length > 0 ? each : [{ column: '', message, next, code }];
}
