import { ProblemError } from '../api/request.ts';
import type { FieldFailure } from '../components/field.tsx';
import { inputTexts } from '../texts/input-texts.ts';
import type { ViewContext } from '../view/view-context.tsx';
import { type FileBounds, faultOf } from './file-check.ts';

const words = inputTexts.file;

/** Failures of an upload. `again`: a retry may succeed. */
export interface Faults {
  readonly faults: readonly FieldFailure[];
  readonly again: boolean;
}

/** Returns failures that can be found before sending; null if there are none. */
export function faultsBefore(
  file: File,
  bounds: FileBounds,
  format: ViewContext['format'],
): readonly FieldFailure[] | null {
  const fault = faultOf(file, bounds);
  const kinds = format.choice(bounds.endings.map((ending) => ending.toUpperCase()));
  if (fault === 'kind')
    return [{ code: 'WRONG_FILE', message: words.wrongKind(file.name, kinds), next: words.wrongKindNext(kinds) }];
  if (fault !== 'size') return null;
  const message = words.tooBig(file.name, format.bytes(file.size), format.bytes(bounds.most ?? 0));
  return [{ code: 'TOO_BIG', message, next: words.tooBigNext }];
}

/** Returns the failures in the server's answer, or that it was unreachable; null for any other error. */
export function answeredFaults(error: unknown): Faults | null {
  if (!(error instanceof ProblemError)) return null;
  const { problem } = error;
  const own = problem.failures ?? [];
  const next = problem.next === undefined ? {} : { next: problem.next };
  // A file that the server examined and refused would be refused again.
  const again = problem.status === 0 || problem.status === 429 || problem.status >= 500;
  return { faults: own.length > 0 ? own : [{ code: problem.code, message: problem.detail, ...next }], again };
}
