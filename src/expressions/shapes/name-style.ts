import type { NameStyle } from '../../model/types/call.ts';

/** Writes a name in a style: `dueOn` is `due_on` in snake_case, `due_on` is `dueOn` in camelCase. */
export function nameInStyle(name: string, style: NameStyle | null): string {
  if (style === null || style === 'as written') return name;
  const words = name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  if (words.length === 0) return name;
  if (style === 'snake_case') return words.join('_');
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}
