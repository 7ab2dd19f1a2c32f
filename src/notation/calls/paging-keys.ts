import { fixedTextOf, PAGE_WORDS } from '../../model/lookups/page-words.ts';
import type { CallOptions } from '../../model/types/call.ts';
import type { ListHeader, Paging } from '../../model/types/call-parameter.ts';
import { type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import type { Column } from '../reader/columns.ts';
import { type FindingContext, isBlank, type Reader, words } from '../reader/reader.ts';
import { sortOf } from '../screens/screen-keys.ts';

/** Keys about the pages of lists, for one call and for all. */
export const PAGING_KEYS: readonly Column[] = [
  {
    name: 'Paging',
    aliases: ['Pagination', 'Pages'],
    blank: '`cursor page, limit`.',
    notShown: 'As if blank.',
    about:
      'How pages of a list are asked for, with the names of parameters: `cursor page, limit`, `offset offset, limit`, `page page, per_page` (the first page is 1; `page page from 0, size`), `after starting_after, before ending_before, limit` (by the ids of records) or `none` (all records at once, up to 5,000). Without a name for the size, it is fixed.',
  },
  {
    name: 'Page size',
    aliases: ['Per page', 'Default page size'],
    blank: 'The *page size* of point 9.',
    notShown: 'As if blank.',
    about: 'The number of records on a page if the request states none.',
  },
  {
    name: 'Largest page',
    aliases: ['Maximum page size', 'Max page size'],
    blank: 'The *largest page* of point 9.',
    notShown: 'As if blank.',
    about:
      'The largest number of records on a page, up to 1,000. A larger one is refused; `100, cut` answers with the largest page instead.',
  },
  {
    name: 'Sort',
    aliases: ['Sorted by', 'Order', 'Order by'],
    blank: 'Newest first.',
    notShown: 'Newest first.',
    about: 'The order of a list if the request states none: `-createdAt, title`, as on screens.',
  },
  {
    name: 'Unknown parameters',
    aliases: ['Unknown query parameters', 'Other parameters'],
    blank: '`refused`.',
    notShown: '`refused`.',
    about: 'Query parameters that the call does not have: `refused` or `ignored`.',
  },
  {
    name: 'Headers',
    aliases: ['Response headers', 'Answer headers'],
    blank: 'None.',
    notShown: 'None.',
    about:
      'Headers of responses: fixed texts, `Deprecation = "true"`, `Cache-Control = "no-store"` (of successful responses, never `public`); of lists also `Link` (to the next, previous, first and last page) and words of pages, `X-Total-Count = total`.',
  },
];

type PagingOptions = Pick<CallOptions, 'paging' | 'pageSize' | 'largestPage' | 'tooLarge' | 'sort' | 'headers'>;

/** Reads the keys about pages. `stated` returns the value of a key, null if it is not stated. */
export function pagingOf(reader: Reader, stated: (key: string) => Span | null, about: FindingContext): PagingOptions {
  const unknown = (key: string, value: Span, known: string) => {
    reader.report(messages.valueUnknown(key, words(value), known), value, about);
    return null;
  };
  const read = <T>(key: string, known: string, parse: (text: string) => T | null): T | null => {
    const value = stated(key);
    if (value === null) return null;
    return parse(words(value).replace(/\.$/, '').trim()) ?? unknown(key, value, known);
  };
  const size = read('Page size', 'a number from 1 to 1000', sizeIn);
  const largest = read('Largest page', 'a number from 1 to 1000, and `cut` or `refused`', (text) => {
    const [, digits = '', word = null] = /^([\d,]+?)(?:\s*,\s*(cut|refused))?$/i.exec(text) ?? [];
    const number = sizeIn(digits);
    return number === null ? null : { number, word: word?.toLowerCase() === 'cut' ? ('cut' as const) : null };
  });
  const sort = stated('Sort');
  return {
    paging: read(
      'Paging',
      'such as `cursor page, limit`, `offset offset, limit`, `page page, per_page` or `none`',
      pagingIn,
    ),
    pageSize: size,
    largestPage: largest?.number ?? null,
    tooLarge: largest?.word ?? null,
    sort: sort === null ? null : sortOf(reader, sort),
    headers: headersOf(reader, stated('Headers'), about),
  };
}

/** Maximum number of records on a page. */
const LARGEST = 1000;

function sizeIn(text: string): number | null {
  const digits = text.replaceAll(',', '');
  const number = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= LARGEST ? number : null;
}

/** A name of a parameter: `per_page`, `page[size]`. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_.$[\]-]*$/u;

function pagingIn(text: string): Paging | null {
  if (/^none$/i.test(text)) return { kind: 'none' };
  const from = /\s+from\s+([01])(?=\s*(?:,|$))/i.exec(text);
  const items = text
    .replace(from?.[0] ?? '', '')
    .split(',')
    .map((item) => item.trim());
  const named = (word: string): string | null => {
    const item = items.find((each) => each.toLowerCase().startsWith(`${word} `));
    return item === undefined ? null : item.slice(word.length).trim();
  };
  const [first = '', ...more] = items;
  const kind = first.split(/\s/)[0]?.toLowerCase() ?? '';
  const isById = kind === 'after' || kind === 'before';
  const rest = isById ? items.filter((item) => !/^(?:after|before)\s/i.test(item)) : more;
  const [limit = null] = rest;
  const parameter = named(kind);
  if (rest.length > 1 || parameter === null || (from !== null && kind !== 'page')) return null;
  const names = [isById ? named('after') : parameter, isById ? named('before') : null, limit];
  if (!names.every((name) => name === null || NAME.test(name))) return null;
  if (new Set(names.filter((name) => name !== null)).size < names.filter((name) => name !== null).length) return null;
  if (isById) return { kind: 'after', after: named('after'), before: named('before'), limit };
  if (kind === 'page') return { kind, parameter, first: from?.[1] === '0' ? 0 : 1, limit };
  return kind === 'cursor' || kind === 'offset' ? { kind, parameter, limit } : null;
}

/** Headers that the server itself answers with. */
const OWN =
  /^(?:age|allow|cache-control|connection|content-.*|cross-origin-.*|date|etag|keep-alive|location|ninefold-.*|referrer-policy|retry-after|server|set-cookie|strict-.*|trailer|transfer-encoding|upgrade|vary|www-authenticate|access-control-.*)$/i;

/** What responses with personal data may say about caching: no cache that several people share stores them. */
const CACHING = /^(?:no-store|(?:private|no-cache)(?:, ?(?:private|no-cache|must-revalidate|max-age=\d{1,8}))*)$/;

function headersOf(reader: Reader, value: Span | null, about: FindingContext): readonly ListHeader[] | null {
  if (value === null) return null;
  return split(value, ',')
    .filter((each) => !isBlank(each))
    .flatMap((each): ListHeader[] => {
      const written = words(each).replace(/\.$/, '');
      const [, name = written.trim(), word = null] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(written) ?? [];
      if (/^link$/i.test(name) && word === null) return [{ name, word }];
      const text = fixedTextOf(word);
      const isNamed = /^[A-Za-z][A-Za-z0-9-]*$/.test(name);
      const isCaching = /^cache-control$/i.test(name) && text !== null && CACHING.test(text);
      const isKnown = text !== null || PAGE_WORDS.some((known) => known === word);
      if (isNamed && ((!OWN.test(name) && isKnown) || isCaching)) return [{ name, word }];
      const known = `\`Link\`, headers with a text in quotes such as \`Cache-Control = "no-store"\`, and headers with a word, such as \`X-Total-Count = total\`; the words are ${PAGE_WORDS.join(', ')}`;
      reader.report(messages.valueUnknown('header', words(each), known), each, about);
      return [];
    });
}

/** Returns a paging as its key states it. */
export function printPaging(paging: Paging): string {
  if (paging.kind === 'none') return 'none';
  const names =
    paging.kind === 'after'
      ? [paging.after === null ? '' : `after ${paging.after}`, paging.before === null ? '' : `before ${paging.before}`]
      : [`${paging.kind} ${paging.parameter}${paging.kind === 'page' && paging.first === 0 ? ' from 0' : ''}`];
  return [...names, paging.limit ?? ''].filter((name) => name !== '').join(', ');
}
