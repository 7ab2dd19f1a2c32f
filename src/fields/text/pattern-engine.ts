import { RE2JS, RE2JSSyntaxException } from 're2js';

/** A regular expression, ready to match. Takes time linear in the text, whatever the expression. */
export interface Expression {
  readonly testExact: (text: string) => boolean;
  readonly test: (text: string) => boolean;
}

/** What is wrong with a regular expression, and the part of it that is wrong. */
export interface Fault {
  readonly problem: string;
  readonly part: string;
}

/**
 * Compiles a regular expression in RE2 syntax; `\u0041` and `\u{1F600}` are read as well. Null while the engine is still being
 * loaded, which happens in browsers only: their build replaces this module.
 */
export function compileExpression(source: string): Expression | Fault | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return { problem: error.getDescription(), part: error.getPattern() ?? source };
  }
}
