import { runChecks } from '../../checks/runner/run.ts';
import { compile } from '../../engine/compile/compile.ts';
import { createSamples } from '../../engine/sample/load-samples.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Model } from '../../model/types/model.ts';
import { type Diagnosis, readWithAssumptions } from './read-with-assumptions.ts';

/** Reads and checks a document. */
export function diagnose(text: string): Diagnosis {
  return checked(readWithAssumptions(text));
}

/** Adds the findings of the checks to what reading a document found. */
export function checked({ model, diagnostics }: Diagnosis): Diagnosis {
  return { model, diagnostics: mergeDiagnostics(diagnostics, runChecks(model)) };
}

/**
 * Merges diagnostics. Where a check and the reader report the same gap of an element or a point, the check's is kept,
 * because it says more; gaps that the reader reports by name are always kept.
 */
function mergeDiagnostics(read: readonly Diagnostic[], checked: readonly Diagnostic[]): readonly Diagnostic[] {
  const gaps = new Set(checked.flatMap(({ code, element }) => (code === 'not-shown' ? (element ?? []) : [])));
  const isDuplicate = ({ code, element, point, message }: Diagnostic) =>
    code === 'not-shown' &&
    (element === null ? !message.startsWith('“') && gaps.has(`point/${point}`) : point === 9 && gaps.has(element));
  return inOrder([...read.filter((finding) => !isDuplicate(finding)), ...checked]);
}

const inOrder = (found: Diagnostic[]): Diagnostic[] => found.sort((one, other) => one.at.from - other.at.from);

/** Adds the problems of the sample data, which only fills an empty database. */
export function withSampleDiagnostics({ model, diagnostics }: Diagnosis): Diagnosis {
  const samples = sampleDiagnostics(model, diagnostics);
  return samples.length === 0 ? { model, diagnostics } : { model, diagnostics: inOrder([...diagnostics, ...samples]) };
}

/** Returns the problems of the sample data; none while the document has errors. */
function sampleDiagnostics(model: Model, found: readonly Diagnostic[]): readonly Diagnostic[] {
  if (model.samples.length === 0 || found.some(({ severity }) => severity === 'error')) return [];
  let count = 0;
  const newId = () => {
    count += 1;
    return `sample${count}`;
  };
  return createSamples(compile(model, ''), Date.now(), newId).problems;
}
