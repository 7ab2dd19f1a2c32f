import type { Diagnostic } from '../model/diagnostic.ts';
import type { Place } from '../model/place.ts';

const NOWHERE: Place = { from: 0, to: 0, line: 1, column: 1 };

/** A contradiction in the sample data, at its line. */
export function sampleProblem(at: Place | null, message: string, next: string, element: string | null): Diagnostic {
  return {
    code: 'sample-data',
    severity: 'error',
    point: null,
    at: at ?? NOWHERE,
    also: [],
    message,
    next,
    element,
    edit: null,
    witness: null,
  };
}
