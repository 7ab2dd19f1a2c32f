import { lengthOf } from '../../fields/text/fold.ts';

/** Whoever is mentioned stands in the text of a comment by id, as `@[id]`: each reader is told the name that they read. */
const MENTION = /@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]/g;

/** So many people are mentioned at once at most. */
export const MOST_MENTIONED = 20;

/** How somebody is mentioned. */
export const mentionOf = (person: string): string => `@[${person}]`;

/** Who is mentioned, each once, in the order in which they are. */
export function mentionedIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, person = '']) => person))];
}

/** The text in pieces, each a text or the id of somebody mentioned. */
export function piecesOf(text: string): readonly (string | { readonly person: string })[] {
  const pieces: (string | { readonly person: string })[] = [];
  let from = 0;
  for (const found of text.matchAll(MENTION)) {
    if (found.index > from) pieces.push(text.slice(from, found.index));
    pieces.push({ person: found[1] ?? '' });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** Its length in characters; somebody mentioned counts as one. */
export const lengthOfComment = (text: string): number => lengthOf(text.replace(MENTION, '@'));
