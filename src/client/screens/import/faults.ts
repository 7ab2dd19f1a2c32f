import type { WireRefusedRow } from '../../../engine/core/wire-format.ts';

/** What is told of a row: that it was refused, or that something is to be looked at. */
export type ToldRow = Pick<WireRefusedRow, 'row' | 'line' | 'failures'> & Partial<WireRefusedRow>;

interface Fault {
  readonly column: string;
  readonly message: string;
  readonly next: string;
  readonly code: string;
}

/** Each failure at its column; where the whole row is refused, that. */
export function faultsOf({ failures, message = '', next = '', code = '' }: ToldRow): readonly Fault[] {
  const each = failures.map((failed) => ({
    column: failed.column ?? '',
    message: failed.message,
    next: failed.next ?? '',
    code: failed.code,
  }));
  return each.length > 0 ? each : [{ column: '', message, next, code }];
}
