/** The part of node:test's events that the runner reads. */
export interface TestEvent {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string;
  readonly line?: number;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly details?: { readonly type?: string; readonly error?: TestError };
}

interface TestError {
  readonly failureType?: string;
  readonly cause?: unknown;
  readonly message: string;
}

/** One failure in a few lines: where, which test, what went wrong, and where in our own files. */
export function failureText(event: TestEvent, parents: readonly string[], file: string): string {
  const name = [...parents, event.name].join(' › ');
  const error = event.details?.error;
  const cause = error?.cause instanceof Error ? error.cause : undefined;
  const message = cause?.message ?? (error?.cause === undefined ? error?.message : String(error.cause)) ?? 'failed';
  const lines = [...firstLines(message, 40), ...ownFrames(cause?.stack)];
  return [`✖ ${file}:${event.line ?? 1} ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** What nobody awaited or caught, and which file ran when it came. */
export function strayText(error: unknown, file: string): string {
  const [message, stack] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined];
  const lines = [...firstLines(message, 40), ...ownFrames(stack)];
  return [`✖ ${file} an error that no test awaited or caught`, ...lines.map((line) => `    ${line}`)].join('\n');
}

function firstLines(text: string, most: number): string[] {
  const lines = text.split('\n');
  return lines.length <= most ? lines : [...lines.slice(0, most), `… ${lines.length - most} lines more`];
}

function ownFrames(stack: string | undefined): string[] {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at .*file:|^\s+at .*\//.test(line));
  return frames
    .filter((line) => !line.includes('node:') && !line.includes('node_modules'))
    .slice(0, 4)
    .map((line) => line.trim().replace(`file://${process.cwd()}/`, ''));
}
