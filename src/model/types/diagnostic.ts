import type { Place, Point } from './place.ts';

/**
 * error: the document contradicts itself or can't be run as written. warning: it runs, and probably not as meant.
 * gap: not shown. note: worth knowing, among it `not read` and `not yet`. Only errors and warnings are findings.
 */
export type Severity = 'error' | 'warning' | 'gap' | 'note';

/** A change of the document that would mend a finding. `from` = `to` inserts. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly title: string;
}

/** One finding: where, what is wrong in plain words, and what to do next. */
export interface Diagnostic {
  /** The file name of the check, or a code of the reader: `not-read`, `not-yet`, `expression-syntax`, … */
  readonly code: string;
  readonly severity: Severity;
  readonly point: Point | null;
  readonly at: Place;
  /** Other lines that belong to the finding. */
  readonly also: readonly Place[];
  readonly message: string;
  /** What to do next; never empty. */
  readonly next: string;
  /** The element concerned, where there is one. */
  readonly element: string | null;
  readonly edit: Edit | null;
  /** A person, a record and a click path that show it: one paragraph of plain words. Null where none exists. */
  readonly witness: string | null;
}
