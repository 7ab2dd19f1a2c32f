import { ProblemError } from '../api/request.ts';
import type { FieldFailure } from '../components/field.tsx';
import { messages } from '../languages/messages.ts';
import type { ViewContext } from '../view/view-context.tsx';
import { type FileBounds, fileProblem } from './file-check.ts';

const words = messages.inputs.file;

/** Failures of an upload. `again`: a retry may succeed. */
export interface UploadFailures {
  readonly failures: readonly FieldFailure[];
  readonly canRetry: boolean;
}

/** Returns failures that can be found before sending; null if there are none. */
export function failuresBeforeUpload(
  file: File,
  bounds: FileBounds,
  format: ViewContext['format'],
): readonly FieldFailure[] | null {
  const problem = fileProblem(file, bounds);
  const kinds = format.choice(bounds.endings.map((ending) => ending.toUpperCase()));
  if (problem === 'kind')
    return [
      {
        code: 'WRONG_FILE',
        message: words.wrongKind({ name: file.name, kinds }),
        next: words.wrongKindNext({ kinds }),
      },
    ];
  if (problem !== 'size') return null;
  const message = words.tooBig({
    name: file.name,
    size: format.bytes(file.size),
    most: format.bytes(bounds.maxBytes ?? 0),
  });
  return [{ code: 'TOO_BIG', message, next: words.tooBigNext }];
}

/** Returns the failures in the server's answer, or that it was unreachable; null for any other error. */
export function answeredUploadFailures(error: unknown): UploadFailures | null {
  if (!(error instanceof ProblemError)) return null;
  const { problem } = error;
  const own = problem.failures ?? [];
  const next = problem.next === undefined ? {} : { next: problem.next };
  // A file that the server examined and refused would be refused again.
  const canRetry = problem.status === 0 || problem.status === 429 || problem.status >= 500;
  return { failures: own.length > 0 ? own : [{ code: problem.code, message: problem.detail, ...next }], canRetry };
}
