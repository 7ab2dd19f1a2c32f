import type { Diagnostic, Edit } from '../../model/types/diagnostic.ts';

/** An edit that was made, with the finding that asked for it. */
export interface Applied {
  readonly finding: Diagnostic;
  readonly edit: Edit;
}

/**
 * The text with as many of the edits as do not touch one another, the earlier finding first; the same edit asked for
 * twice is made once. Edits that touch one made, or lie outside of the text, are left for another round.
 */
export function applyEdits(
  text: string,
  findings: readonly Diagnostic[],
): { readonly text: string; readonly applied: readonly Applied[] } {
  const applied = chosen(text, findings);
  let rest = text.length;
  const pieces: string[] = [];
  for (const { edit } of applied.toReversed()) {
    pieces.push(text.slice(edit.to, rest), edit.text);
    rest = edit.from;
  }
  return { text: `${text.slice(0, rest)}${pieces.toReversed().join('')}`, applied };
}

/** In the order of the text. */
function chosen(text: string, findings: readonly Diagnostic[]): Applied[] {
  const wanted = findings.flatMap((finding) => (finding.edit === null ? [] : [{ finding, edit: finding.edit }]));
  const inOrder = wanted
    .filter(({ edit }) => isInside(edit, text) && text.slice(edit.from, edit.to) !== edit.text)
    .toSorted((one, other) => one.edit.from - other.edit.from || one.edit.to - other.edit.to);
  const kept: Applied[] = [];
  for (const each of inOrder) {
    const last = kept.at(-1)?.edit;
    if (last === undefined || each.edit.from > last.to) kept.push(each);
  }
  return kept;
}

function isInside({ from, to }: Edit, text: string): boolean {
  return Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= text.length;
}

/** How often findings are looked for again after their edits were made. */
export const MOST_ROUNDS = 10;

export interface Mended {
  readonly text: string;
  readonly applied: readonly Applied[];
  /** False where edits are still asked for after the last round: they undo one another. */
  readonly settled: boolean;
}

/** Makes all edits, looks again, and so on until none is asked for. `find` gives the findings of a text. */
export function applyFixes(text: string, find: (text: string) => readonly Diagnostic[]): Mended {
  const seen = new Set([text]);
  const applied: Applied[] = [];
  let current = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = applyEdits(current, find(current));
    if (next.applied.length === 0) return { text: current, applied, settled: true };
    applied.push(...next.applied);
    current = next.text;
    if (seen.has(current)) return { text: current, applied, settled: false };
    seen.add(current);
  }
  return { text: current, applied, settled: applyEdits(current, find(current)).applied.length === 0 };
}
