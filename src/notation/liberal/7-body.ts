/** The names at the first level of a body, `{ email, "note": "…", done?: boolean }`. */
export interface Body {
  /** Null: it says that there are more than it names. */
  readonly names: readonly string[] | null;
  /** The names that it does give where there are more. */
  readonly beside: readonly string[];
  /** It says more than names: values, types, what is nested. */
  readonly more: boolean;
}

/** Null for what is no body between braces; a list of bodies has names of its own, which are none of the call's. */
export function bodyOf(text: string): Body | null {
  const written = text.trim();
  if (written.startsWith('[') && written.endsWith(']')) return { names: null, beside: [], more: true };
  if (!written.startsWith('{') || !written.endsWith('}')) return null;
  const entries = entriesOf(written.slice(1, -1));
  const open = entries.some((entry) => /^(?:\.\.\.|…)/.test(entry));
  const found = entries.filter((entry) => !/^(?:\.\.\.|…)/.test(entry)).map((entry) => ENTRY.exec(entry));
  if (found.some((match) => match === null)) return null;
  const names = found.map((match) => match?.[1] ?? match?.[2] ?? match?.[3] ?? '');
  return {
    names: open ? null : names,
    beside: open ? names : [],
    more: open || found.some((match) => (match?.[4] ?? '').trim() !== ''),
  };
}

const ENTRY = /^(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|([\p{L}_$][\p{L}\p{N}_$-]*)(?:\[\])?)\??\s*(?::([\s\S]*))?$/u;

/** Divided at commas outside of quotes and brackets. */
function entriesOf(inside: string): string[] {
  const entries: string[] = [];
  let from = 0;
  let depth = 0;
  let quote = '';
  for (let at = 0; at < inside.length; at += 1) {
    const char = inside.charAt(at);
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if ('{[(<'.includes(char)) depth += 1;
    else if ('}])>'.includes(char)) depth -= 1;
    else if (char === ',' && depth === 0) {
      entries.push(inside.slice(from, at));
      from = at + 1;
    }
  }
  entries.push(inside.slice(from));
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
