import type { Flow } from '../../checks/information-flow/information-flows.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Gap } from '../analysis/gap-report.ts';
import type { Io } from '../program/command.ts';

/** A checked document with its diagnostics. */
export interface CheckedDocument {
  /** The file name as typed. */
  readonly file: string;
  readonly text: string;
  /** Diagnostics in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** With `--gaps`, one entry for each of `diagnostics`; else null. */
  readonly gaps: readonly Gap[] | null;
  /** With `--flows`, all flows; else null. */
  readonly flows: readonly Flow[] | null;
}

/** Options of the output. */
export interface ReporterOptions {
  readonly colors: Io['colors'];
  /** Maximum characters per line. */
  readonly width: number;
  /** Whether gaps make the command exit with 1. */
  readonly errorOnGaps: boolean;
}

/** Formats documents as text for stdout, without a final line break. Empty if there is nothing to report. */
export type Reporter = (documents: readonly CheckedDocument[], look: ReporterOptions) => string;
