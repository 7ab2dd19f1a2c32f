import { runChecks } from '../checks/run.ts';
import { assume } from '../model/assume.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Model } from '../model/model.ts';
import { readDocument } from '../notation/read.ts';

/** A document read, with its assumptions, and all that reader and checks say of it, in the order of the text. */
export function diagnose(text: string): { readonly model: Model; readonly diagnostics: readonly Diagnostic[] } {
  const { model: stated, diagnostics } = readDocument(text);
  const model = assume(stated);
  const found = [...diagnostics, ...runChecks(model)];
  return { model, diagnostics: found.sort((one, other) => one.at.from - other.at.from) };
}
