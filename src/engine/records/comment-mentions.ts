import { lengthOf } from '../../fields/text/fold.ts';

/** A mention in the text of a comment: `@[id]`. The name is filled in for each reader. */
const MENTION = /@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]/g;

/** The maximum number of people mentioned in one comment. */
export const MOST_MENTIONED = 20;

/** Returns the text of a mention. */
export const mentionOf = (person: string): string => `@[${person}]`;

/** Returns the distinct ids of the mentioned people, in order. */
export function mentionedIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, person = '']) => person))];
}

/** Splits the text into plain text and mentions. */
export function piecesOf(text: string): readonly (string | { readonly person: string })[] {
  const pieces: (string | { readonly person: string })[] = [];
  let from = 0;
  for (const match of text.matchAll(MENTION)) {
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push({ person: match[1] ?? '' });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** Returns the length in characters; a mention counts as one. */
export const lengthOfComment = (text: string): number => lengthOf(text.replace(MENTION, '@'));
