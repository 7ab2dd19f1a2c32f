import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Place } from '../../model/types/element.ts';

const NOWHERE: Place = { from: 0, to: 0, line: 1, column: 1 };

/** The code, severity and description of these findings. */
export const SAMPLE_DATA = {
  code: 'sample-data',
  severity: 'error',
  about: 'A row of the sample data that the document’s own types, rules and transitions refuse.',
} as const;

/** Creates the diagnostic of a contradiction in the sample data, at its line. */
export function sampleProblem(at: Place | null, message: string, next: string, element: string | null): Diagnostic {
  return {
    code: SAMPLE_DATA.code,
    severity: SAMPLE_DATA.severity,
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
