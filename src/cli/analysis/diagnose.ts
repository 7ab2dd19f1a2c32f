import { runChecks } from '../../checks/runner/run.ts';
import { compile } from '../../engine/compile/compile.ts';
import { samplesOf } from '../../engine/sample/load-samples.ts';
import { assume } from '../../model/defaults/assume.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Model } from '../../model/types/model.ts';
import { readDocument } from '../../notation/document/read-document.ts';

export interface Diagnosis {
  /** With its assumptions. */
  readonly model: Model;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A document read, and all that reader and checks say of it. */
export function diagnose(text: string): Diagnosis {
  const reading = readDocument(text);
  const model = assume(reading.model);
  return { model, diagnostics: mergeDiagnostics(reading.diagnostics, runChecks(model)) };
}

/** What a check says of an element, or of a whole point, says more than what the reader found there, but for what has a name. */
function mergeDiagnostics(read: readonly Diagnostic[], checked: readonly Diagnostic[]): readonly Diagnostic[] {
  const gaps = new Set(checked.flatMap(({ code, element }) => (code === 'not-shown' ? (element ?? []) : [])));
  const isDuplicate = ({ code, element, point, message }: Diagnostic) =>
    code === 'not-shown' &&
    (element === null ? !message.startsWith('“') && gaps.has(`point/${point}`) : point === 9 && gaps.has(element));
  return inOrder([...read.filter((finding) => !isDuplicate(finding)), ...checked]);
}

const inOrder = (found: Diagnostic[]): Diagnostic[] => found.sort((one, other) => one.at.from - other.at.from);

/** The same with what contradicts the document in its sample data, which only an empty store is filled with. */
export function withSampleDiagnostics({ model, diagnostics }: Diagnosis): Diagnosis {
  const samples = sampleDiagnostics(model, diagnostics);
  return samples.length === 0 ? { model, diagnostics } : { model, diagnostics: inOrder([...diagnostics, ...samples]) };
}

/** While the document contradicts itself, its sample data says nothing. */
function sampleDiagnostics(model: Model, found: readonly Diagnostic[]): readonly Diagnostic[] {
  if (model.samples.length === 0 || found.some(({ severity }) => severity === 'error')) return [];
  let count = 0;
  const newId = () => {
    count += 1;
    return `sample${count}`;
  };
  return samplesOf(compile(model, ''), Date.now(), newId).problems;
}
