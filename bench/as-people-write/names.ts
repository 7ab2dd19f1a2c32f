/**
 * Names that mean the same to a reader fold to the same text: case, spaces, hyphens, underscores, camelCase, a
 * leading article, a plural s. `dueDate`, `Due date` and `the due dates` are one.
 */
export function fold(name: string): string {
  return wordsOf(name).map(singular).join('');
}

/** The words of a name, in small letters, without a leading article. */
export function wordsOf(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  if (words === null) return [];
  return words.length > 1 && ['the', 'a', 'an'].includes(words[0] ?? '') ? words.slice(1) : [...words];
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/u.test(word)) return word.slice(0, -1);
  return word;
}

/** Whether a name is one of the alternatives, `a|b`. */
export function named(name: string, alternatives: string): boolean {
  const own = fold(name);
  return alternatives.split('|').some((each) => fold(each) === own);
}

/** A path with its parameters made alike: `/loans/{number}` is `/loans/:number`. */
export function foldPath(path: string): string {
  const plain = path.trim().replace(/^`|`$/gu, '').split('?')[0] ?? '';
  return plain.replace(/\{(\w+)\}|:(\w+)/gu, ':').replace(/(?<=.)\/$/u, '');
}
