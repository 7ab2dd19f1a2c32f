import type { WireRefusedRow } from '../../../engine/core/wire-format.ts';

/** A refused row, or a row with warnings. */
export type FaultyRow = Pick<WireRefusedRow, 'row' | 'line' | 'failures'> & Partial<WireRefusedRow>;

interface Fault {
  readonly column: string;
  readonly message: string;
  readonly next: string;
  readonly code: string;
}

/** Returns the failures of a row with their columns; one without a column if the whole row is refused. */
export function faultsOf({ failures, message = '', next = '', code = '' }: FaultyRow): readonly Fault[] {
  const each = failures.map((failed) => ({
    column: failed.column ?? '',
    message: failed.message,
    next: failed.next ?? '',
    code: failed.code,
  }));
  return each.length > 0 ? each : [{ column: '', message, next, code }];
}
