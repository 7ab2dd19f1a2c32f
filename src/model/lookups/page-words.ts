/** Words for what a page of a list says about itself. */
export const PAGE_WORDS_ABOUT = {
  total: 'how many records there are, exactly.',
  next: 'what the parameter of the page is for the next page, or null: a cursor, number, offset or id.',
  pages: 'how many pages there are.',
  page: 'the number of the page.',
  limit: 'how many records a page has at most.',
  offset: 'how many records are before the page.',
  'has more': 'whether there is a further page.',
  previous: 'the same for the previous page.',
  'first id': 'the id of the first record on the page.',
  'last id': 'the id of the last record on the page.',
  'next url': 'the address of the next page, or null.',
  'previous url': 'the address of the previous page, or null.',
  'first url': 'the address of the first page.',
  'last url': 'the address of the last page, of numbered pages and offsets.',
} as const;

export type PageWord = keyof typeof PAGE_WORDS_ABOUT;

export const PAGE_WORDS = Object.keys(PAGE_WORDS_ABOUT) as readonly PageWord[];

/** Words that hold only in a list that counts its records. */
export const COUNTED_WORDS: readonly PageWord[] = ['total', 'pages', 'last url'];

/** Returns the text of a header that is the same in all answers: `"no-store"`; null for a word. */
export const fixedTextOf = (word: string | null): string | null =>
  /^"([\x20\x21\x23-\x7e]{1,200})"$/.exec(word ?? '')?.[1] ?? null;
