/**
 * What people read for a name: `dueOn` gives "Due on", `due_date` "Due date", `HTTPCode` "HTTP code",
 * `PAGE_LIMIT` "Page limit". A name that is already words keeps them: "My orders" and "e-mail" stay but for
 * the first capital. Labelling a label changes nothing.
 */
export function labelOf(name: string): string {
  const trimmed = name.trim();
  if (/\s/u.test(trimmed)) return upperFirst(trimmed.replace(/\s+/gu, ' '));
  const spaced = trimmed.replace(/(?<=[^_])_+(?=[^_])/gu, ' ');
  if (spaced.includes(' ') && spaced === spaced.toUpperCase()) return upperFirst(spaced.toLowerCase());
  const words = spaced
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}|\p{N})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(' ');
  return upperFirst(words.map((word, index) => (index === 0 || isAcronym(word) ? word : lowerFirst(word))).join(' '));
}

/** All capitals, at least two: it keeps them. */
const isAcronym = (word: string) => /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word);

function upperFirst(text: string): string {
  const [first = ''] = text;
  const upper = first.toUpperCase();
  // A letter that would grow to two, such as ß, stays as it is.
  return (upper.length === first.length ? upper : first) + text.slice(first.length);
}

function lowerFirst(text: string): string {
  const [first = ''] = text;
  return first.toLowerCase() + text.slice(first.length);
}
