/** One member of a stated body: `"due": dueOn`, `title`, `"lines": [ … ]`. */
export interface ShapePart {
  readonly key: string;
  /** The text after the colon, without brackets around it; empty if there is none. */
  readonly value: string;
  /** The members of `{ … }` after the colon, in `[ ]` or not; null if there are no braces. */
  readonly inside: readonly ShapePart[] | null;
  /** Whether it is in `[ ]`. */
  readonly several: boolean;
  readonly from: number;
  readonly to: number;
}

/** A stated body: `{ … }` or `[{ … }]`. */
export interface Shape {
  /** Whether the body is a list: `[{ … }]`. */
  readonly several: boolean;
  readonly parts: readonly ShapePart[];
}

/** Parses the shape at the start of a text, `{ … }` or `[{ … }]`. Null if there is none or it is incomplete. */
export function readShape(text: string): Shape | null {
  const start = text.search(/\S/);
  const several = text[start] === '[';
  const brace = several ? start + 1 + text.slice(start + 1).search(/\S/) : start;
  if (text[brace] !== '{') return null;
  const read = partsFrom(text, brace + 1, 0);
  return read === null ? null : { several, parts: read.parts };
}

/** Maximum nesting of a shape. */
const MOST_DEEP = 8;

function partsFrom(
  text: string,
  from: number,
  depth: number,
): { readonly parts: ShapePart[]; readonly end: number } | null {
  const parts: ShapePart[] = [];
  let at = from;
  while (depth < MOST_DEEP) {
    at = skip(text, at, /[\s,]/);
    if (text[at] === '}') return { parts, end: at + 1 };
    const key = keyAt(text, at);
    if (key === null) return null;
    let end = skip(text, key.end, /[\s?]/);
    let value = '';
    let inside: ShapePart[] | null = null;
    let several = false;
    if (text[end] === ':') {
      end = skip(text, end + 1, /\s/);
      several = text[end] === '[';
      const nested = several ? skip(text, end + 1, /\s/) : end;
      const below = text[nested] === '{' ? partsFrom(text, nested + 1, depth + 1) : null;
      const stop = valueEnd(text, below?.end ?? end);
      if (below === null) value = withoutBrackets(text.slice(end, stop));
      inside = below?.parts ?? null;
      end = stop;
    }
    parts.push({ key: key.name, value, inside, several, from: at, to: end });
    at = skip(text, end, /\s/);
    if (text[at] !== ',' && text[at] !== '}') return null;
  }
  return null;
}

/** Returns the first offset at or after `from` whose character does not match. */
function skip(text: string, from: number, skipped: RegExp): number {
  let at = from;
  while (at < text.length && skipped.test(text[at] ?? '')) at += 1;
  return at;
}

function keyAt(text: string, from: number): { readonly name: string; readonly end: number } | null {
  const head = text.slice(from, from + 120);
  const match = /^(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|([\p{L}_$][\p{L}\p{N}_$.-]{0,80}))/u.exec(head);
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  return match === null || name === undefined ? null : { name, end: from + match[0].length };
}

/** Returns where a value ends: at a comma or brace outside quotes and brackets. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if ('[('.includes(char)) depth += 1;
    else if ('])'.includes(char)) depth -= 1;
    else if (depth <= 0 && (char === ',' || char === '}')) return at;
  }
  return text.length;
}

/** Strips brackets and the question mark from `Task[]`, `[Task]` and `title?`. */
function withoutBrackets(value: string): string {
  const inner = /^\[\s*([^\][]*?)\s*\]$/.exec(value.trim())?.[1] ?? value.trim();
  return inner.replace(/(?:\[\]|\?)$/, '').trim();
}
