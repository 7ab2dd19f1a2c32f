const QUOTES: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['„', '“'],
]);

/**
 * Splits `Travel, Meals, Other` or `'draft' | 'sent'` into names, without quotes; in quotes a backslash escapes the
 * next character. A bar outside quotes and parentheses is the separator if there is one, otherwise the comma. Null if a
 * name is empty or a quote is not closed.
 */
export function splitNames(text: string): readonly string[] | null {
  const names = splitParts(text).map(nameOf);
  return names.every((name) => name !== null) ? names : null;
}

/** Splits into names as written, including quotes. */
export function splitParts(text: string): readonly string[] {
  const parts = splitOutside(text, '|') ?? splitOutside(text, ',') ?? [text];
  return parts.map((part) => part.trim());
}

/** Whether the text has several names: a separator outside quotes and parentheses. */
export function hasSeparator(text: string): boolean {
  return splitOutside(text, '|') !== null || splitOutside(text, ',') !== null;
}

/** Whether the separator is a bar. */
export function hasBar(text: string): boolean {
  return splitOutside(text, '|') !== null;
}

/** Whether the text is one quoted name, `'Only'`. */
export function isQuoted(text: string): boolean {
  const trimmed = text.trim();
  return QUOTES.has(trimmed.charAt(0)) && endOfQuote(trimmed, 0) === trimmed.length - 1 && trimmed.length > 2;
}

/**
 * Prints names so that `splitNames` reads them back: separated by commas, with quotes around a single name and names
 * that need them; around each name if the text would otherwise be read as something else.
 */
export function printNames(names: readonly string[], quotes: 'where needed' | 'around each' = 'where needed'): string {
  const all = quotes === 'around each' || names.length === 1;
  return names.map((name) => (all || needsQuotes(name) ? quoted(name) : name)).join(', ');
}

/** Splits at a separator; null if it does not occur outside quotes and parentheses. */
function splitOutside(text: string, separator: ',' | '|'): readonly string[] | null {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let opens = true;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    const end: number = opens && QUOTES.has(character) ? endOfQuote(text, i) : -1;
    if (end !== -1) i = end;
    else if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
    // A quote after a separator opens a quoted name; within a name it is an ordinary character.
    opens = end === -1 && (character === ',' || character === '|' || (opens && /\s/.test(character)));
  }
  return parts.length === 0 ? null : [...parts, text.slice(start)];
}

/** Returns the index of the closing quote of the one at `from`, or -1. */
function endOfQuote(text: string, from: number): number {
  const close = QUOTES.get(text.charAt(from));
  for (let i = from + 1; i < text.length; i++) {
    if (text.charAt(i) === '\\') i++;
    else if (text.charAt(i) === close) return i;
  }
  return -1;
}

function nameOf(part: string): string | null {
  const trimmed = part.trim();
  if (isQuoted(trimmed)) return trimmed.slice(1, -1).replace(/\\(.)/gsu, '$1');
  return trimmed === '' || QUOTES.has(trimmed) || /^(?:''|""|``)$/.test(trimmed) ? null : trimmed;
}

function needsQuotes(name: string): boolean {
  return name.trim() !== name || name === '' || /[,|()\\]|\sor\s/.test(name) || QUOTES.has(name.charAt(0));
}

const quoted = (name: string) => `'${name.replace(/[\\']/g, '\\$&')}'`;
