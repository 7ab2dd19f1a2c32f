import type { CompiledCall } from '../../engine/compiled/compiled-model.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { MOST_SKIPPED } from '../../engine/query/paging.ts';
import type { Json } from '../../fields/text/json.ts';
import { COUNTED_WORDS, type PageWord } from '../../model/lookups/page-words.ts';
import type { CallOptions } from '../../model/types/call.ts';
import type { Paging } from '../../model/types/call-parameter.ts';

/** A page as it was found. */
export interface FoundPage {
  /** By what the response names the records of the page. */
  readonly names: readonly Json[];
  /** The cursor of the next page. */
  readonly next: string | null;
  readonly more: boolean;
  readonly hasBefore: boolean;
  /** The exact number of records of the list; null if they were not counted. */
  readonly total: number | null;
}

const CURSORS: Paging = { kind: 'cursor', parameter: 'page', limit: 'limit' };

type Words = { readonly [W in PageWord]: Json };

/** Returns what a page says about itself, in the paging that the call states. `url`: that of the request. */
export function wordsOfPage(
  { options }: Pick<CompiledCall, 'options'>,
  plan: ListPlan,
  page: FoundPage,
  url: URL,
): Words {
  const paging = options.paging ?? CURSORS;
  const { limit, offset = 0, start } = plan;
  const { names: ids, total } = page;
  const [firstId, lastId] = [ids[0] ?? null, ids.at(-1) ?? null];
  // Before a record, further records are those before the page.
  const more = start?.where === 'before' ? page.hasBefore : page.more;
  const number = paging.kind === 'page' ? paging.first + offset / limit : Math.floor(offset / limit) + 1;
  const pages = total === null ? null : Math.ceil(total / limit);
  const near = steps(paging, { limit, offset, number, ids, page });
  const lastOffset = pages === null ? null : Math.max(0, pages - 1) * limit;
  const last = lastOffset === null || lastOffset > MOST_SKIPPED ? null : lastStep(paging, lastOffset, limit);
  const linked = (step: Json, name: string | null) => (step === null ? null : linkTo(url, paging, name, step));
  const [forward, backward] =
    paging.kind === 'after'
      ? [paging.after, paging.before]
      : paging.kind === 'none'
        ? [null, null]
        : [paging.parameter, paging.parameter];
  return {
    total,
    pages,
    page: paging.kind === 'page' || paging.kind === 'offset' ? number : null,
    limit,
    offset,
    'has more': more,
    next: near.next,
    previous: near.previous,
    'first id': firstId,
    'last id': lastId,
    'next url': linked(near.next, forward),
    'previous url': linked(near.previous, backward),
    'first url':
      paging.kind === 'page' ? linkTo(url, paging, paging.parameter, paging.first) : linkTo(url, paging, null, null),
    'last url': linked(last, forward),
  };
}

interface Standing {
  readonly limit: number;
  readonly offset: number;
  readonly number: number;
  readonly ids: readonly Json[];
  readonly page: FoundPage;
}

/** Returns the values of the parameter for the next and the previous page; null if there is none. */
function steps(paging: Paging, { limit, offset, number, ids, page }: Standing): { next: Json; previous: Json } {
  switch (paging.kind) {
    case 'none':
      return { next: null, previous: null };
    case 'cursor':
      return { next: page.next, previous: null };
    case 'offset':
      return {
        next: page.more ? offset + ids.length : null,
        previous: offset > 0 ? Math.max(0, offset - limit) : null,
      };
    case 'page':
      return { next: page.more ? number + 1 : null, previous: offset > 0 ? number - 1 : null };
    case 'after':
      return {
        next: page.more && paging.after !== null ? (ids.at(-1) ?? null) : null,
        previous: page.hasBefore && paging.before !== null ? (ids[0] ?? null) : null,
      };
  }
}

function lastStep(paging: Paging, offset: number, limit: number): Json {
  if (paging.kind === 'offset') return offset;
  return paging.kind === 'page' ? paging.first + offset / limit : null;
}

/** Returns the address of another page: that of the request with the value in the place of its page. */
function linkTo(url: URL, paging: Paging, name: string | null, value: Json): string {
  const link = new URL(url);
  const others =
    paging.kind === 'none' ? [] : paging.kind === 'after' ? [paging.after, paging.before] : [paging.parameter];
  for (const other of others) if (other !== null) link.searchParams.delete(other);
  if (name !== null) link.searchParams.set(name, String(value));
  return link.href;
}

/** Whether the headers of the response say how many records there are. */
export function countsInHeaders({ headers, paging }: CallOptions): boolean {
  const isNumbered = paging?.kind === 'page' || paging?.kind === 'offset';
  return (headers ?? []).some(({ word }) =>
    word === null ? isNumbered : COUNTED_WORDS.some((counted) => counted === word),
  );
}

/** Returns the headers that the call states; one without a value is left out. */
export function headersOfPage({ headers }: CallOptions, words: Words): Record<string, string> {
  const all = (headers ?? []).map(({ name, word }): readonly [string, Json] => [
    name.toLowerCase(),
    word === null ? linkHeader(words) : (words[word as PageWord] ?? null),
  ]);
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, inHeader(String(value))]])),
  );
}

/** Returns a text as a header may hold it: characters outside printable ASCII are percent-encoded, as in addresses. */
const inHeader = (text: string): string => text.toWellFormed().replaceAll(/[^ -~]+/g, encodeURIComponent);

/** The relations of RFC 8288: first and previous on later pages, next and last while there are more. */
function linkHeader(words: Words): string {
  const links: readonly (readonly [rel: string, url: Json])[] = [
    ['next', words['next url']],
    ['prev', words['previous url']],
    ['first', words['previous url'] === null ? null : words['first url']],
    ['last', words['next url'] === null ? null : words['last url']],
  ];
  return links.flatMap(([rel, url]) => (url === null ? [] : [`<${String(url)}>; rel="${rel}"`])).join(', ');
}
