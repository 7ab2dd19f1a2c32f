import type { Diagnostic } from '../types/diagnostic.ts';
import type { Model } from '../types/model.ts';

/** What the reader did not read of a document. */
export interface Unread {
  /** Lines that hold something that was not read. */
  readonly lines: number;
  /** Whether so much was not read that the list of it comes first: no screen opens for anybody, or there are more than ten findings. */
  readonly comesFirst: boolean;
}

const MOST_FINDINGS = 10;

/** Returns how much of a document was not read. `model` is the Model with its assumptions. */
export function unreadOf(text: string, { screens }: Model, diagnostics: readonly Diagnostic[]): Unread {
  const found = diagnostics.filter(({ code }) => code === 'not-read');
  const opens = screens.some(({ kind, roles }) => kind !== 'sign-in' && roles !== null);
  return {
    lines: unreadLines(text, found),
    comesFirst: found.length > 0 && (!opens || found.length > MOST_FINDINGS),
  };
}

function unreadLines(text: string, found: readonly Diagnostic[]): number {
  const unread = new Set<number>();
  for (const place of found.flatMap(({ at, also }) => [at, ...also])) {
    const lines = text.slice(place.from, place.to).split('\n');
    for (const [index, line] of lines.entries()) if (line.trim() !== '') unread.add(place.line + index);
  }
  return unread.size;
}
