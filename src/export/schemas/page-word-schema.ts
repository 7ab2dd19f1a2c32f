import { PAGE_WORDS, PAGE_WORDS_ABOUT, type PageWord } from '../../model/lookups/page-words.ts';
import type { JsonSchema } from './json-schema.ts';

type WordType = 'integer' | 'string' | 'boolean' | 'null';

const WORD_TYPES: Readonly<Record<PageWord, readonly WordType[]>> = {
  total: ['integer', 'null'],
  next: ['string', 'integer', 'null'],
  pages: ['integer', 'null'],
  page: ['integer', 'null'],
  limit: ['integer'],
  offset: ['integer'],
  'has more': ['boolean'],
  previous: ['string', 'integer', 'null'],
  'first id': ['string', 'integer', 'null'],
  'last id': ['string', 'integer', 'null'],
  'next url': ['string', 'null'],
  'previous url': ['string', 'null'],
  'first url': ['string'],
  'last url': ['string', 'null'],
};

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the schema of a word in the response to a list. */
export function wordSchema(word: string): JsonSchema {
  const known = PAGE_WORDS.find((each) => each === word);
  if (known === undefined) return { type: ['string', 'null'] };
  return { type: [...WORD_TYPES[known]], description: sentence(PAGE_WORDS_ABOUT[known]) };
}
