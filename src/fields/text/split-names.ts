const QUOTES: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['„', '“'],
]);

/**
 * The names in `Travel, Meals, Other` or `'draft' | 'sent'`, quotes away; a backslash in quotes takes the next
 * character as it is. Where a bar stands outside quotes and parentheses it separates, else the comma. Null where a
 * name is empty or a quote is not closed.
 */
export function splitNames(text: string): readonly string[] | null {
  const names = splitParts(text).map(nameOf);
  return names.every((name) => name !== null) ? names : null;
}

/** The same names as they are written, quotes and all. */
export function splitParts(text: string): readonly string[] {
  const parts = splitOutside(text, '|') ?? splitOutside(text, ',') ?? [text];
  return parts.map((part) => part.trim());
}

/** Whether the text is more than one name: a separator stands outside quotes and parentheses. */
export function hasSeparator(text: string): boolean {
  return splitOutside(text, '|') !== null || splitOutside(text, ',') !== null;
}

/** Whether it is a bar that stands between the names. */
export function hasBar(text: string): boolean {
  return splitOutside(text, '|') !== null;
}

/** Whether the text is one quoted name, `'Only'`. */
export function isQuoted(text: string): boolean {
  const trimmed = text.trim();
  return QUOTES.has(trimmed.charAt(0)) && endOfQuote(trimmed, 0) === trimmed.length - 1 && trimmed.length > 2;
}

/**
 * As `splitNames` reads them back: commas between, quotes around a name that needs them or that stands alone;
 * around each where the whole would else read as something other than names.
 */
export function printNames(names: readonly string[], quotes: 'where needed' | 'around each' = 'where needed'): string {
  const all = quotes === 'around each' || names.length === 1;
  return names.map((name) => (all || needsQuotes(name) ? quoted(name) : name)).join(', ');
}

/** Null where the separator does not stand outside quotes and parentheses. */
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
    // A quote opens a name, after either separator; within one it is a character.
    opens = end === -1 && (character === ',' || character === '|' || (opens && /\s/.test(character)));
  }
  return parts.length === 0 ? null : [...parts, text.slice(start)];
}

/** The index of the quote that closes the one at `from`, or -1. */
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
