import type { Flow } from '../../checks/information-flow/information-flows.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Gap } from '../analysis/gap-report.ts';
import type { Io } from '../program/command.ts';

/** One document with all that is to be said of it. */
export interface CheckedDocument {
  /** As typed. */
  readonly file: string;
  readonly text: string;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** Null unless the gaps alone were asked for; then one for each of `diagnostics`. */
  readonly gaps: readonly Gap[] | null;
  /** Null unless the flows alone were asked for. */
  readonly flows: readonly Flow[] | null;
}

/** How it is to look. */
export interface ReporterOptions {
  readonly colors: Io['colors'];
  /** Characters on a line. */
  readonly width: number;
  /** A gap makes the command end with 1 as well. */
  readonly errorOnGaps: boolean;
}

/** Documents as one text for stdout, without a line break at its end; empty for nothing to say. */
export type Reporter = (documents: readonly CheckedDocument[], look: ReporterOptions) => string;
