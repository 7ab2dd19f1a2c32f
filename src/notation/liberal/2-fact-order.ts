import type { SortKey } from '../../model/types/model.ts';
import { part, type Span } from '../markdown/span.ts';
import { formulaOf, type Growing, type Pattern, set } from './2-growing.ts';
import { fieldNamed, listed } from './2-shows.ts';
import { readDuration, readNumber } from './phrases/quantity.ts';

const SORT =
  /^(?:(?:it|the (?:list|table)|they|rows) (?:is|are|(?:must|shall|should) be) )?(?:(?:default )?sort(?:ed|ing)?(?: order)?(?: is)?(?: by)?|ordered by|order(?:ed)?|by default sorted by)\s*:?\s+(?:by )?(.+)$/i;
const FIRST = /^(?:the )?(newest|latest|most recent|oldest|earliest)(?: ones| \p{L}+)? (?:first|on top|at the top)$/iu;
/** "newest delivery date first": of a field of what it shows. */
const NAMED =
  /^(?:the )?(newest|latest|most recent|oldest|earliest|highest|lowest|soonest) (\p{L}+(?: \p{L}+){0,2}) (?:first|on top|at the top)$/iu;
const SORTED = /^(?:default )?sort(?:ed)?(?: order)?\s*:?\s+(?:by )?(?=\S+(?: ones)? first$)/i;
const UP = /(?:oldest|earliest|lowest|smallest|soonest|most urgent|nearest|ascending|asc|a to z|a-z|alphabetical)/i;
const DOWN = /(?:newest|latest|highest|largest|biggest|most recent|descending|desc|z to a|z-a)/i;
const TAIL = /\s+\(?((?:ascending|descending|asc|desc)\.?)\)?$/i;

/** "newest first", "sorted by "promised for" ascending", "by subject and then by title". */
const sort: Pattern = (growing, span) => {
  const { screen, reader } = growing;
  if (screen.sort.length > 0) return 'no';
  const first = FIRST.exec(span.text.replace(SORTED, ''));
  const field = NAMED.exec(span.text.replace(SORTED, ''));
  const key =
    field === null
      ? null
      : keyIn(
          growing,
          part(span, span.text.indexOf(field[2] ?? ''), span.text.indexOf(field[2] ?? '') + (field[2] ?? '').length),
        );
  if (field !== null && key !== null)
    return set(growing, {
      sort: [{ ...key, descending: !/^(?:oldest|earliest|lowest|soonest)$/i.test(field[1] ?? '') }],
    });
  if (first !== null) {
    const descending = !/oldest|earliest/i.test(first[1] ?? '');
    return set(growing, { sort: [{ field: 'createdAt', descending, at: reader.place(span) }] });
  }
  const match = SORT.exec(span.text);
  if (match?.[1] === undefined) return 'no';
  const keys = keysIn(growing, part(span, span.text.length - match[1].length));
  return keys === null ? 'no' : set(growing, { sort: keys });
};

/** "opened date, newest first" is one key and its direction; "subject and then title" are two. */
function keysIn(growing: Growing, list: Span): SortKey[] | null {
  const keys: SortKey[] = [];
  for (const each of listed(bracketsOpened(list))) {
    const lead = /^(?:then )?(?:by )?(?:the )?/i.exec(each.text)?.[0].length ?? 0;
    const key = part(each, lead);
    const last = keys.at(-1);
    const direction = directionOf(key.text);
    if (direction !== null && last !== undefined) keys[keys.length - 1] = { ...last, descending: direction };
    else {
      const read = keyIn(growing, key);
      if (read === null) return null;
      keys.push(read);
    }
  }
  return keys.length === 0 ? null : keys;
}

/** `due (soonest first)` as `due, soonest first`. */
function bracketsOpened(list: Span): Span {
  const match = /\s\(([^()]+)\)$/.exec(list.text);
  if (match === null) return list;
  return { text: `${list.text.slice(0, match.index)},${match[0].slice(2, -1)}`, from: list.from };
}

/** Whether these words are a direction and nothing else, and which. */
function directionOf(text: string): boolean | null {
  if (text.split(/\s+/).length > 4 || !/\b(?:first|on top|ascending|descending|asc|desc|[az] to [az])\b/i.test(text))
    return null;
  return DOWN.test(text) ? true : UP.test(text) ? false : null;
}

function keyIn({ reader, screen }: Growing, span: Span): SortKey | null {
  const order = TAIL.exec(span.text)?.[1] ?? '';
  const written = span.text.replace(TAIL, '').replaceAll('`', '').trim();
  const name = written.replace(/^[-+]/, '');
  const lexicon = reader.lexicon();
  const holders =
    screen.entity === null && !/At$/.test(name)
      ? lexicon.entities.flatMap((entity) => fieldNamed(lexicon, entity.name, name) ?? [])
      : [];
  const field =
    screen.entity === null ? (holders.length === 1 ? holders[0] : null) : fieldNamed(lexicon, screen.entity, name);
  if (field === null || field === undefined) return null;
  return { field, descending: written.startsWith('-') || DOWN.test(order), at: reader.place(span) };
}

const ROWS =
  /^(?:(?:there (?:are|is) )?(?:up to |at most )?)(?:(?:page size|rows?|per page)(?: is)?\s*[:=]?\s*|pages of |paged by |paginated by |with )?`?(\d{1,5}|[A-Z][A-Z0-9_]+|\p{L}+)`?(?:\s*\/\s*page| (?:\p{L}+ )?(?:stand )?(?:per|on an?|on each|an?|each|to an?) page| per page| (?:rows|entries|items|records|lines|results))?$/iu;
const TENS: ReadonlyMap<string, number> = new Map(
  ['thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety', 'hundred'].map((word, index) => [
    word,
    30 + 10 * index,
  ]),
);

/** "20 per page", "30/page", "There are forty courses on a page". */
const pageSize: Pattern = (growing, span) => {
  const match = /\bpages?\b|^paginated/i.test(span.text) ? ROWS.exec(span.text) : null;
  const size = match?.[1];
  if (size === undefined || growing.screen.pageSize !== null) return 'no';
  const number = Number(TENS.get(size.toLowerCase()) ?? readNumber(size) ?? Number.NaN);
  if (Number.isInteger(number)) return number > 0 ? set(growing, { pageSize: { value: number } }) : 'no';
  const known = growing.reader.lexicon().constants.some(({ name }) => name === size);
  return known ? set(growing, { pageSize: { constant: size } }) : 'no';
};

const REFRESH =
  /^(?:(?:it|the (?:list|screen|page|table|board)) )?(?:is )?(?:automatically |auto-?)?(?:refresh(?:es|ed)?|reload(?:s|ed)?|updates?|polls?|polled|fetches anew)(?: `[^`]*`)?(?: by itself| itself| automatically)? (?:every|each)\s+(.+?)(?: by itself| automatically)?$/i;

const refresh: Pattern = (growing, span) => {
  const written = REFRESH.exec(span.text)?.[1];
  if (written === undefined || growing.screen.refresh !== null) return 'no';
  const name = written.replaceAll('`', '');
  const isConstant = growing.reader.lexicon().constants.some((constant) => constant.name === name);
  const length = isConstant ? null : readDuration(/^(?:second|minute|hour|day)$/i.test(name) ? `1 ${name}` : name);
  if (!isConstant && (length === null || length.working)) return 'no';
  return set(growing, { refresh: formulaOf(length?.text ?? name, growing.reader, span) });
};

/** In what order records stand, how many on a page, and how often they are fetched anew. */
export const ORDER_FACTS: readonly Pattern[] = [sort, pageSize, refresh];
