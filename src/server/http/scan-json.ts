export const deepestJson = 32;
/** Maximum number of values in a JSON body: members of objects and items of lists. */
export const mostValues = 20_000;
/** Maximum number of members of one object. */
export const mostMembers = 1_000;
/** Maximum characters in the name of a member, because responses repeat it. */
export const longestName = 1_000;

/** The names and indexes that lead to a value. */
export type JsonPath = readonly (string | number)[];

/** What a JSON text has too much of, in words, and the first name that one of its objects has twice. */
interface ScannedJson {
  readonly exceeded: string | null;
  readonly repeated: JsonPath | null;
}

/** An open list or object. */
interface Open {
  /** The names so far; null for a list. */
  readonly names: Set<string> | null;
  count: number;
  /** The name of the current member, or the index of the current item. */
  at: string | number;
}

/** Scans a JSON text before it is parsed, outside strings and without recursion. */
export function scanJson(text: string): ScannedJson {
  const open: Open[] = [];
  let values = 0;
  let repeated: JsonPath | null = null;
  const exceeds = (exceeded: string): ScannedJson => ({ exceeded, repeated });
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const top = open.at(-1);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const isName = isBeforeColon(text, end);
      if (isName && end - at > longestName) return exceeds('a name in its JSON has more than 1,000 characters');
      if (isName && top !== undefined && top.names !== null) {
        top.at = nameIn(text.slice(at, end + 1));
        if (top.names.has(top.at)) repeated ??= open.map((each) => each.at);
        top.names.add(top.at);
      }
      at = end;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      open.push({ names: code === OPEN_OBJECT ? new Set() : null, count: 1, at: code === OPEN_OBJECT ? '' : 0 });
      values += 1;
      if (open.length > deepestJson) return exceeds(`its JSON is nested deeper than ${deepestJson} levels`);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      open.pop();
    } else if (code === COMMA) {
      values += 1;
      if (top !== undefined) {
        if (top.names === null) top.at = top.count;
        top.count += 1;
        if (top.names !== null && top.count > mostMembers)
          return exceeds('an object in its JSON has more than 1,000 members');
      }
    }
    if (values > mostValues) return exceeds('its JSON has more than 20,000 values');
  }
  return { exceeded: null, repeated };
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
const SPACE: ReadonlySet<number> = new Set([9, 10, 13, 32]);

/** Returns the name in quotes; one whose escapes can't be read, as it is written. */
function nameIn(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** Whether the string that ends at `end` is the name of a member. */
function isBeforeColon(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && SPACE.has(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === COLON;
}

/** Returns the position of the closing quote; the end of the text if there is none. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
