/**
 * Returns the label for a name: "Due on" for `dueOn`, "Due date" for `due_date`, "HTTP code" for `HTTPCode`, "Page
 * limit" for `PAGE_LIMIT`. A name of several words only gets a capital first letter: "My orders", "e-mail". Idempotent.
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

/** At least two characters, all capitals: stays in capitals. */
const isAcronym = (word: string) => /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word);

function upperFirst(text: string): string {
  const [first = ''] = text;
  const upper = first.toUpperCase();
  // A letter whose capital is two letters, such as ß, stays as it is.
  return (upper.length === first.length ? upper : first) + text.slice(first.length);
}

function lowerFirst(text: string): string {
  const [first = ''] = text;
  return first.toLowerCase() + text.slice(first.length);
}
