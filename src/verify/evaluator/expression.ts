import { RE2JS } from 're2js';

/**
 * Compiles a pattern of the document in linear time; null if it is invalid. JavaScript's own engine may never finish on
 * some texts.
 */
export function expressionOf(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return null;
  }
}
