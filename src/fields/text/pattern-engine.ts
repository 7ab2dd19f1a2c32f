import { RE2JS, RE2JSSyntaxException } from 're2js';

/** A compiled regular expression. Matching takes time linear in the text, whatever the expression. */
export interface Expression {
  readonly testExact: (text: string) => boolean;
  readonly test: (text: string) => boolean;
}

/** What is wrong with a regular expression, and which part of it. */
export interface Fault {
  readonly problem: string;
  readonly part: string;
}

/**
 * Compiles a regular expression in RE2 syntax; `\u0041` and `\u{1F600}` are accepted as well. Null while the engine is
 * still loading, which only happens in browsers: their build replaces this module.
 */
export function compileExpression(source: string): Expression | Fault | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return { problem: error.getDescription(), part: error.getPattern() ?? source };
  }
}
