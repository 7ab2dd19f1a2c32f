import { codeOf, part, type Span } from '../markdown/span.ts';
import { words } from '../reader.ts';
import { cut, findOutside } from './cut.ts';
import { nameKey } from './phrases/fold.ts';

/** The states that a section is known to speak of, by what their names have alike. */
export type Known = ReadonlySet<string>;

export const isKnown = (name: string, known: Known): boolean => known.has(nameKey(name));

/** A name without the marks around it: bold, italics, quotes, backticks. */
export function bare(span: Span): Span {
  const code = codeOf(span);
  if (code !== null) return code;
  const marked = /^(?:(\*\*|__|\*|_)([\s\S]+)\1|"([^"]+)"|“([^”]+)”|'([^']+)')$/.exec(span.text);
  const inner = marked?.[2] ?? marked?.[3] ?? marked?.[4] ?? marked?.[5];
  if (inner === undefined) return span;
  const from = span.text.indexOf(inner);
  return bare(part(span, from, from + inner.length));
}

export const nameOf = (span: Span): string => words(bare(span));

/** `A`, `A or B`, `A, B and C`, `A | B`: the names between the separators. */
export function nameList(span: Span, known: Known): Span[] {
  if (isKnown(nameOf(span), known)) return [bare(span)];
  return cut(span, (text, at) => SEPARATOR.exec(text.slice(at, at + 12))?.[0].length ?? 0).map(bare);
}

const SEPARATOR = /^(?:\s*,\s*(?:and|or)\s+|\s*,|\s+(?:and|or|and\/or)\s+|\s*\||\s*\/\s*|\s*·)/i;

const ARROW = /(?:<-{1,2}>|<=>|↔|⇄|⇆|-{1,3}>|={1,2}>|→|⟶|➔|➝|➜|⇒|–>|—>)/y;
const BOTH = /^(?:<-{1,2}>|<=>|↔|⇄|⇆)$/;

export interface Arrow {
  readonly at: number;
  readonly end: number;
  /** It leads both ways. */
  readonly both: boolean;
}

/** The first arrow outside of backticks, quotes and brackets. */
export function arrowIn(text: string): Arrow | null {
  const found = findOutside(text, ARROW);
  return found === null ? null : { ...found, both: BOTH.test(text.slice(found.at, found.end)) };
}

const MARKED = /^(?:`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|"([^"]+)"|“([^”]+)”)/;
const BRACKETED = /^\(([\p{L} ]{1,20})\)|^\[\*\]/u;

/** Where a plain name ends: at a sign, or at a word that says when, by whom or how. */
const ENDS =
  /\s*[([:;,.|{]|\s*(?:<-|-{1,2}>|={1,2}>|→|⇒|–>)|\s+[–—-]\s|\s*\/\s|\s{2,}|\s+(?:on|when|whenever|if|by|after|via|once|as soon as|unless|until|while|provided|upon|automatically|with|or|and|triggered|only|because|within)(?=\s|$)|$/i;

/** The name of a state that the text begins with, and how much of the text it takes; null where there is none. */
export function leadingName(span: Span, known: Known): { readonly name: Span; readonly length: number } | null {
  const marked = MARKED.exec(span.text) ?? BRACKETED.exec(span.text);
  if (marked !== null) return { name: bare(part(span, 0, marked[0].length)), length: marked[0].length };
  const longest = knownPrefix(span.text, known);
  const length = longest ?? ENDS.exec(span.text.slice(0, LONGEST + 20))?.index ?? span.text.length;
  if (length === 0 || length > LONGEST) return null;
  return { name: part(span, 0, length), length };
}

const LONGEST = 60;

/** The longest beginning of the text, in whole words, that is a known state. */
function knownPrefix(text: string, known: Known): number | null {
  let found: number | null = null;
  for (const match of text.slice(0, LONGEST).matchAll(/[\p{L}\p{N}_'][\p{L}\p{N}_'-]*/gu)) {
    const end = match.index + match[0].length;
    if (isKnown(text.slice(0, end), known)) found = end;
  }
  return found;
}

export interface Names {
  readonly names: readonly Span[];
  readonly length: number;
}

/** The names that the text begins with: `ready | failed`, `sent or paid`, `A, B`. A name after a comma is a known one. */
export function leadingNames(span: Span, known: Known): Names | null {
  const first = leadingName(span, known);
  if (first === null) return null;
  const names = [first.name];
  let length = first.length;
  for (;;) {
    const separator = SEPARATOR.exec(span.text.slice(length, length + 12));
    if (separator === null) break;
    const at = length + separator[0].length;
    const rest = part(span, at);
    const next = leadingName(rest, known);
    if (
      next === null ||
      !(
        MARKED.test(rest.text) ||
        isKnown(words(next.name), known) ||
        isChoice(separator[0], next.name) ||
        isLastChoice(separator[0], rest)
      )
    )
      break;
    names.push(next.name);
    length = rest.from - span.from + next.length;
  }
  return { names, length };
}

/** Behind `|` or "or" a short name may be new. */
function isChoice(separator: string, { text }: Span): boolean {
  return (
    /[|]|\bor\b/.test(separator) &&
    /^\p{L}[\p{L}\p{N}_-]*(?: \p{L}[\p{L}\p{N}_-]*){0,2}$/u.test(text) &&
    !/^(?:by|the|an?)\b/i.test(text)
  );
}

/** `closed / cancelled` at the end of a line; more words behind a slash are what happens. */
const isLastChoice = (separator: string, { text }: Span): boolean =>
  separator.includes('/') && /^\p{L}[\p{L}\p{N}_-]{0,30}$/u.test(text);

const NOTHING =
  /^\((?:none|new|nothing|start|created?|creation|no state|does not exist)\)$|^(?:none|nothing|∅|does not exist|not there)$|^\[\*\]$|^[•●]$/i;
const GONE = /^\((?:deleted|removed|gone|erased|end|no longer exists)\)$|^(?:gone|no longer exists)$|^\[\*\]$/i;

const ANY_STATE = /^(any|each|every|all|either)(?: other)? (?:states?|status|statuses|of (?:the|these) states)$/i;

/** "Any state": those that are not final. */
export const isAnyState = (name: string): boolean => ANY_STATE.test(name);

/** "Either state": there must be two of them. */
export const isEitherState = (name: string): boolean => /^either$/i.test(ANY_STATE.exec(name)?.[1] ?? '');

/** Where a record comes from that was not there before. */
export const isNothing = (name: string): boolean => NOTHING.test(name);

/** Where a record goes that is then not there any more. */
export const isGone = (name: string): boolean => GONE.test(name);

export const isShort = (names: readonly Span[]) => names.every(({ text }) => text.split(/\s+/).length <= 4);

export function withoutStop(span: Span): Span {
  return part(span, 0, span.text.replace(/[.;,:]+$/, '').length);
}
