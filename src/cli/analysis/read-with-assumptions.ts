import { assume } from '../../model/defaults/assume.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Model } from '../../model/types/model.ts';
import { readDocument } from '../../notation/document/read-document.ts';

export interface Diagnosis {
  /** The Model including assumptions. */
  readonly model: Model;
  /** All diagnostics in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a document without checking it: the diagnostics are the reader's only. */
export function readWithAssumptions(text: string): Diagnosis {
  const { model, diagnostics } = readDocument(text);
  return { model: assume(model), diagnostics };
}
