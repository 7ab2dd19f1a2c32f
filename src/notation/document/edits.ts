import type { Diagnostic, Edit } from '../../model/types/diagnostic.ts';

/** An applied edit, and the finding that it came from. */
export interface Applied {
  readonly finding: Diagnostic;
  readonly edit: Edit;
}

/**
 * Applies all edits that do not touch one another; of two that do, the one earlier in the text wins. The same edit of
 * two findings is applied once. Edits outside the text are skipped.
 */
export function applyEdits(
  text: string,
  findings: readonly Diagnostic[],
): { readonly text: string; readonly applied: readonly Applied[] } {
  const applied = selectEdits(text, findings);
  let rest = text.length;
  const pieces: string[] = [];
  for (const { edit } of applied.toReversed()) {
    pieces.push(text.slice(edit.to, rest), edit.text);
    rest = edit.from;
  }
  return { text: `${text.slice(0, rest)}${pieces.toReversed().join('')}`, applied };
}

/** Selects the edits to apply, in the order of the text. */
function selectEdits(text: string, findings: readonly Diagnostic[]): Applied[] {
  const candidates = findings.flatMap((finding) => (finding.edit === null ? [] : [{ finding, edit: finding.edit }]));
  const inOrder = candidates
    .filter(({ edit }) => isInside(edit, text) && text.slice(edit.from, edit.to) !== edit.text)
    .toSorted((one, other) => one.edit.from - other.edit.from || one.edit.to - other.edit.to);
  const selected: Applied[] = [];
  for (const each of inOrder) {
    const last = selected.at(-1)?.edit;
    if (last === undefined || each.edit.from > last.to) selected.push(each);
  }
  return selected;
}

function isInside({ from, to }: Edit, text: string): boolean {
  return Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= text.length;
}

/** Maximum number of rounds of finding and fixing. */
export const MAX_ROUNDS = 10;

/** A text after its fixes. */
export interface FixedText {
  readonly text: string;
  readonly applied: readonly Applied[];
  /** False if edits remain after the last round, or if edits undo one another. */
  readonly settled: boolean;
}

/** Applies all edits and finds again, until there are none left. `find` returns the findings of a text. */
export function applyFixes(text: string, find: (text: string) => readonly Diagnostic[]): FixedText {
  const previousTexts = new Set([text]);
  const applied: Applied[] = [];
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = applyEdits(current, find(current));
    if (next.applied.length === 0) return { text: current, applied, settled: true };
    applied.push(...next.applied);
    current = next.text;
    if (previousTexts.has(current)) return { text: current, applied, settled: false };
    previousTexts.add(current);
  }
  return { text: current, applied, settled: applyEdits(current, find(current)).applied.length === 0 };
}
