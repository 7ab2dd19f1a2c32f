import type { WireImport } from '../../../engine/core/wire-format.ts';

export const NO_OUTCOME: WireImport = { rows: 0, good: 0, written: 0, refused: [], warned: [] };

/** Returns the outcome of parts of a file, with that of the next part. */
export function addOutcome(sum: WireImport, next: WireImport): WireImport {
  return {
    rows: sum.rows + next.rows,
    good: sum.good + next.good,
    written: sum.written + next.written,
    refused: [...sum.refused, ...next.refused],
    warned: [...sum.warned, ...next.warned],
  };
}
