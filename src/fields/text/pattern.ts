import { compileExpression, type Fault } from './pattern-engine.ts';

/** The pattern of a field or of `matches`. Matching takes time linear in the text. */
export interface Pattern {
  /** Whether the whole text matches; undefined if unknown, as in a browser that is still loading the engine. */
  readonly whole: (text: string) => boolean | undefined;
  /** Whether some part of the text matches. */
  readonly part: (text: string) => boolean | undefined;
}

/** Why a pattern cannot be used, and where: `from` and `to` are offsets. */
export interface PatternFault {
  readonly problem: string;
  readonly from: number;
  readonly to: number;
}

const LONGEST_PATTERN = 300;

/** Returns the pattern, or what is wrong with it. */
export function readPattern(source: string): Pattern | PatternFault {
  if (source.length > LONGEST_PATTERN)
    return { problem: 'it is longer than 300 characters', from: LONGEST_PATTERN, to: source.length };
  const unread = UNREAD.exec(source);
  if (unread !== null) return faultAt(source, { problem: 'not supported', part: unread[0] });
  let expression = compileExpression(source);
  if (expression !== null && 'problem' in expression) return faultAt(source, expression);
  const matching = (how: 'test' | 'testExact') => (text: string) => {
    expression ??= compileExpression(source);
    return expression === null || 'problem' in expression ? undefined : expression[how](text);
  };
  return { whole: matching('testExact'), part: matching('test') };
}

/** Returns the pattern; null if it cannot be used. */
export function patternOf(source: string): Pattern | null {
  const read = readPattern(source);
  return 'problem' in read ? null : read;
}

/** Syntax that the engine reads as plain letters and other engines read as something else: `\k<name>` and `{,3}`. */
const UNREAD = /(?<=^(?:[^\\]|\\.)*)(?:\\k|\{,)/s;

function faultAt(source: string, { problem, part }: Fault): PatternFault {
  const at = source.indexOf(part);
  const [from, to] = at === -1 ? [0, source.length] : [at, at + part.length];
  return { problem: inWords(problem, part), from, to };
}

/** Words the engine's reasons more plainly where that helps. */
function inWords(problem: string, part: string): string {
  if (/^\(\?<?[=!]/.test(part)) return 'lookahead and lookbehind are not supported';
  if (/^\\[1-9k]/.test(part)) return 'references to groups are not supported';
  if (problem === 'invalid repeat count') return 'repetitions may come to at most 1,000 in all';
  return problem;
}
