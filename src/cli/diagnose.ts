import { runChecks } from '../checks/run.ts';
import { assume } from '../model/assume.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Model } from '../model/model.ts';
import { readDocument } from '../notation/read.ts';

/** A document read, with its assumptions, and all that reader and checks say of it, in the order of the text. */
export function diagnose(text: string): { readonly model: Model; readonly diagnostics: readonly Diagnostic[] } {
  const { model: stated, diagnostics } = readDocument(text);
  const model = assume(stated);
  const checked = runChecks(model);
  const gaps = new Set(checked.flatMap(({ code, element }) => (code === 'not-shown' ? (element ?? []) : [])));
  // What a check says of an element, or of a whole point, says more than what the reader found there.
  const isTwice = ({ code, element, point }: Diagnostic) =>
    code === 'not-shown' && (element === null ? gaps.has(`point/${point}`) : point === 9 && gaps.has(element));
  const found = [...diagnostics.filter((finding) => !isTwice(finding)), ...checked];
  return { model, diagnostics: found.sort((one, other) => one.at.from - other.at.from) };
}
