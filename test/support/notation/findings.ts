import type { Diagnostic } from '../../../src/model/types/diagnostic.ts';

/** One finding for each place that a finding names: of ten of a kind in one table there is one otherwise. */
export const atEachPlace = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.flatMap((finding) => [finding.at, ...finding.also].map((at) => ({ ...finding, at, also: [] })));
