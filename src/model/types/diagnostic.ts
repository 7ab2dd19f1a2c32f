import type { Place, Point } from './element.ts';

/**
 * How serious a diagnostic is. error: the document contradicts itself or cannot run as written. warning: it runs, but
 * probably not as intended. gap: something is not shown. note: worth knowing; `not-read` and `not-yet` are notes. Only
 * errors and warnings count as findings.
 */
export type Severity = 'error' | 'warning' | 'gap' | 'note';

/** A text change that fixes a finding: replaces `from`..`to` by `text`; inserts where `from` equals `to`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly title: string;
}

/** One finding: where it is, what is wrong in plain words, and what to do next. */
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
  /** Id of the element concerned; null if there is none. */
  readonly element: string | null;
  readonly edit: Edit | null;
  /** One paragraph with a person, a record and the clicks that show the finding; null if there is no such example. */
  readonly witness: string | null;
}
