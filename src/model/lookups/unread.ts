import type { Diagnostic } from '../types/diagnostic.ts';
import type { Model } from '../types/model.ts';

/** How much of a document the reader did not read. */
export interface Unread {
  /** Number of lines with unread content. */
  readonly lines: number;
  /**
   * Whether the list of unread content is shown first: no screen opens for anybody, or there are more than ten
   * findings.
   */
  readonly comesFirst: boolean;
}

const MOST_FINDINGS = 10;

/** Returns how much of a document was not read. `model` is the Model with its assumptions. */
export function unreadOf(text: string, { screens }: Model, diagnostics: readonly Diagnostic[]): Unread {
  const notRead = diagnostics.filter(({ code }) => code === 'not-read');
  const opens = screens.some(({ kind, roles }) => kind !== 'sign-in' && roles !== null);
  return {
    lines: unreadLines(text, notRead),
    comesFirst: notRead.length > 0 && (!opens || notRead.length > MOST_FINDINGS),
  };
}

function unreadLines(text: string, notRead: readonly Diagnostic[]): number {
  const unread = new Set<number>();
  for (const place of notRead.flatMap(({ at, also }) => [at, ...also])) {
    const lines = text.slice(place.from, place.to).split('\n');
    for (const [index, line] of lines.entries()) if (line.trim() !== '') unread.add(place.line + index);
  }
  return unread.size;
}
