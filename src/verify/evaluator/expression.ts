import { RE2JS } from 're2js';

/** A regular expression of a document; null where it is none. Some texts keep JavaScript's own engine busy for ever. */
export function expressionOf(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return null;
  }
}
