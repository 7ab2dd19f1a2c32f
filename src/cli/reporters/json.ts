import type { Flow } from '../../checks/information-flow/information-flows.ts';
import type { Severity } from '../../model/types/diagnostic.ts';
import type { Gap } from '../analysis/gap-report.ts';
import { countsOf } from '../program/format-finding.ts';
import { type Extent, extentsIn } from './extent.ts';
import type { Reporter } from './reporter.ts';

/**
 * The output of `--reporter json`. Later versions may add members; members are never renamed or removed within one
 * `format`.
 */
export interface JsonReport {
  readonly format: 1;
  readonly files: readonly JsonFile[];
}

export interface JsonFile {
  readonly file: string;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly findings: readonly JsonFinding[];
  /** With `--flows` only: all flows. Those that disclose values which a role never reads are `findings` too. */
  readonly flows?: readonly JsonFlow[];
}

export type JsonFlow = Omit<Flow, 'at'> & Partial<Extent>;

export interface JsonFinding extends Extent {
  readonly code: string;
  readonly severity: Severity;
  /** The point, from 1 to 9; null if it belongs to none. */
  readonly point: number | null;
  /** The id of the element concerned. */
  readonly element: string | null;
  readonly message: string;
  readonly next: string;
  readonly witness: string | null;
  /** Other places that belong to the finding. */
  readonly also: readonly Extent[];
  /** The change that `--fix` would make. Offsets count UTF-16 code units from 0. */
  readonly edit: { readonly title: string; readonly from: number; readonly to: number; readonly text: string } | null;
  /** With `--gaps` only. */
  readonly gap?: Omit<Gap, 'finding'>;
}

/** Prints all findings as one JSON document. */
export const json: Reporter = (documents) => JSON.stringify(jsonReport(documents), null, 2);

function jsonReport(documents: Parameters<Reporter>[0]): JsonReport {
  return {
    format: 1,
    files: documents.map(({ file, text, diagnostics, gaps, flows }) => {
      const extentOf = extentsIn(text);
      return {
        file,
        counts: countsOf(diagnostics),
        ...(flows === null
          ? {}
          : { flows: flows.map(({ at, ...flow }) => ({ ...(at === null ? {} : extentOf(at)), ...flow })) }),
        findings: diagnostics.map((finding, index) => {
          const { code, severity, point, element, message, next, witness, at, also, edit } = finding;
          const { finding: _, ...gap } = gaps?.[index] ?? { finding };
          return {
            ...extentOf(at),
            code,
            severity,
            point,
            element,
            message,
            next,
            witness,
            also: also.map(extentOf),
            edit,
            ...('noticedBy' in gap ? { gap } : {}),
          };
        }),
      };
    }),
  };
}
