import { codeSpans } from '../markdown/code.ts';
import { part, type Span } from '../markdown/span.ts';
import { words } from '../reader.ts';
import type { Shown } from './2-shows.ts';
import { withoutLabel } from './label.ts';

/** What an item, a heading or a paragraph begins with when it is a screen. */
export interface Head {
  readonly routes: readonly Route[];
  readonly name: Span | null;
  /** What is said behind. */
  readonly rest: Span;
  /** `FR-11`, in front of it all. */
  readonly label: Span | null;
}

export interface Route {
  /** `/tickets/:number`: without a query, its parameters with a colon. */
  readonly address: string;
  readonly at: Span;
  /** Where its address is made from what it shows, and not the other way round. */
  readonly shown?: Shown;
}

interface Found extends Route {
  readonly from: number;
  readonly to: number;
}

const WRITTEN = /^(?:\/[^\s`]*|\*)$/;
const BARE = /(?<=^|[\s(])\/[\w\-:{}[\]/.<>]*[\w}\]>](?:\?[\w=&]*)?(?=$|[\s,;:)]|\.(?:\s|$))/g;

/** The routes in a stretch, in order: between backticks, or bare words with a slash before them. */
export function routesIn(span: Span): Found[] {
  const code = codeSpans(span.text);
  const written = code.flatMap(({ from, to, innerFrom, innerTo }) => {
    const at = part(span, innerFrom, innerTo);
    return WRITTEN.test(at.text) ? [{ address: addressOf(at.text), at, from, to }] : [];
  });
  const bare = span.text.length > 4000 || !span.text.includes('/') ? [] : [...span.text.matchAll(BARE)];
  const plain = bare
    .filter(({ index }) => !code.some(({ from, to }) => from <= index && index < to))
    .map((match) => {
      const to = match.index + match[0].length;
      return { address: addressOf(match[0]), at: part(span, match.index, to), from: match.index, to };
    });
  return [...written, ...plain].toSorted((one, other) => one.from - other.from);
}

/** The route that a span is, and nothing else; null for any other. */
export function routeOf(span: Span): string | null {
  const [only, ...others] = routesIn(span);
  if (only === undefined || others.length > 0) return null;
  return only.from === 0 && only.to === span.text.length ? only.address : null;
}

/** An address without a query, its parameters with a colon. */
export function addressOf(written: string): string {
  const path = written.replace(/[?#].*$/s, '');
  const steps = path
    .split('/')
    .map((step) => step.replace(/^(?:\{([\w-]+)\}|\[([\w-]+)\]|<([\w-]+)>|\$([\w-]+))$/, ':$1$2$3$4'));
  const joined = steps.join('/').replace(/(?<=.)\/$/, '');
  return joined === '' ? '/' : joined;
}

const SEPARATOR = /^\s*(?:[–—]>|[–—:,;(→⇒|]|->|=>|-(?=\s)|\.(?=\s|$))\s*|^[ \t]{2,}|^[ \t]*\t[ \t]*/;
const MARK = /[*_`"“”]/g;

/** The head of a screen; null where the text is about something else. */
export function headOf(span: Span): Head | null {
  const labelled = withoutLabel(span);
  const { label } = labelled;
  const text = withoutNumber(labelled.rest);
  const routes = routesIn(text);
  const [first] = routes;
  if (first === undefined || first.at.text.startsWith('/api/')) return null;
  const before = nameBefore(part(text, 0, first.from));
  if (before === null) return null;
  const joined = behindRoutes(text, routes);
  const all = routes.slice(0, joined.count);
  if (before.name !== null) return { routes: all, name: before.name, rest: restOf(text, joined.end), label };
  const behind = nameBehind(text, all, joined.end);
  return behind === null ? null : { ...behind, label };
}

/** `2.1 Sign in`: the number is none of its name. */
export function withoutNumber(span: Span): Span {
  const number = /^(?:\d+(?:\.\d+)*[.)]?|[a-z][.)]|§)\s+/.exec(span.text);
  return number === null ? span : part(span, number[0].length);
}

/** The name before the first route: in bold, or a few words with a sign behind them. Null: something else stands there. */
function nameBefore(span: Span): { readonly name: Span | null } | null {
  if (span.text.length > 300) return null;
  if (/^(?:route|path|url|address)?\s*:?\s*\(?$/i.test(span.text.replace(MARK, ''))) return { name: null };
  const bold = /^(\*\*|__)([^*_]{1,80}?)[:,.]?\1\s*(?:[–—:,(|→-]|->|at|on|under|route|path|\s)*$/i.exec(span.text);
  if (bold?.[2] !== undefined) {
    return { name: part(span, 2, 2 + bold[2].length) };
  }
  const linked = /^\[([^[\]]{1,80})\]\($/.exec(span.text)?.[1];
  if (linked !== undefined) return { name: bare(part(span, 1, 1 + linked.length)) };
  const stands = STANDS.exec(span.text);
  if (stands !== null) return standing(part(span, 0, stands.index));
  const plain =
    /^((?:[^\s.;:!?]+\s+){0,4}[^\s.;:!?]+?)\s*(?:[–—]>|[–—:,(|→⇒]|->|=>|\s-)(?:\s*(?:at|route|path|url)\s*:?)?\s*$/i.exec(
      span.text,
    );
  const name = plain?.[1];
  if (name === undefined || !/^["“`*_]?[\p{Lu}\p{N}]/u.test(name) || NO_NAME.test(name)) return null;
  return { name: bare(part(span, 0, name.length)) };
}

const STANDS =
  /\s+(?:can be (?:found|reached|opened|seen)|(?:is|are)(?: found| reached| located| available| reachable| shown)?|lives?|stands?|sits?|has the (?:route|address|path|url))(?: (?:at|under|on|by))?(?: (?:the )?(?:route|address|path|url))?:?$/i;

/** What is said to stand at an address: "**Courses** can be found at", "The start page is at". */
function standing(span: Span): { readonly name: Span } | null {
  const name = bare(span);
  const lead = /^the\s+/i.exec(name.text)?.[0].length ?? 0;
  const called = part(name, span.text.startsWith('*') ? 0 : lead);
  return isScreenName(called.text) ? { name: called } : null;
}

/** A few words without signs that say what something is called. */
export const isScreenName = (text: string): boolean =>
  text !== '' && text.split(/\s+/).length <= 5 && !/[.,;:!?*`]/.test(text) && !NO_NAME.test(text);

const NO_NAME =
  /^(?:it|this|that|there|which|who|what|he|she|they|we|one|nobody|no one|nothing|every(?:one|body|thing)|any(?:one|body|thing)|wrong|no|unknown|other|otherwise|default|forbidden|anything|not allowed|from|to|see|via|opens?|opened|links?|go(?:es)?|redirects?|reached|after|when|if|on|in|at|example|e\.g|not signed in|signed in)\b/i;

/** Quotes and marks around a name do not belong to it. */
function bare(span: Span): Span {
  const lead = /^["“`*_]+/.exec(span.text)?.[0].length ?? 0;
  const tail = /["”`*_]+$/.exec(span.text)?.[0].length ?? 0;
  return part(span, lead, span.text.length - tail);
}

const AND = /^\s*(?:,|and|or|\/|&|,\s*and)\s*$/i;
const EXAMPLE = /^\s*[,(–—-]*\s*(?:for example|e\.g\.?,?|such as|for instance|like|example:?)\s*$/i;

/** How many of the routes belong to the head, and where what is said begins. Examples say nothing. */
function behindRoutes(span: Span, routes: readonly Found[]): { readonly count: number; readonly end: number } {
  let end = routes[0]?.to ?? 0;
  let count = 1;
  for (const route of routes.slice(1)) {
    const between = span.text.slice(end, route.from);
    if (EXAMPLE.test(between)) {
      end = route.to + (span.text[route.to] === ')' ? 1 : 0);
      return { count, end };
    }
    if (!AND.test(between)) break;
    end = route.to;
    count += 1;
  }
  return { count, end: end + (/^\)/.exec(span.text.slice(end))?.[0].length ?? 0) };
}

function restOf(span: Span, from: number): Span {
  const lead = /^\s*(?:[–—]>|[–—:,;.|*⇒]|->|=>|→|-(?=\s))*\s*/.exec(span.text.slice(from))?.[0].length ?? 0;
  return part(span, from + lead);
}

const IN_CODE = /^`([A-Z]\w*)`/;
const IN_BOLD = /^\*\*([^*]{1,80})\*\*/;
const PLAIN_NAME =
  /^([\p{Lu}][^\s.,;:()[\]–—|]*(?:\s[\p{L}\p{N}&+/][^\s.,;:()[\]–—|]*){0,3})(?=$|\s+[–—([|→⇒]|\s[-=]>|\s-\s|:\s|\.(?:\s|$)|,\s(?:e\.g\.|for example)|[ \t]{2,})/u;

/** The name behind a route: in code, in bold, or a few words with a capital that something else follows. */
function nameBehind(span: Span, routes: readonly Route[], end: number): Omit<Head, 'label'> | null {
  const separator = SEPARATOR.exec(span.text.slice(end));
  const from = end + (separator?.[0].length ?? 0);
  const behind = part(span, from);
  if (behind.text === '') return { routes, name: null, rest: behind };
  const dashed = separator === null && routes[0]?.at.from === span.from + 1 ? DASHED.exec(behind.text)?.[1] : undefined;
  if (dashed !== undefined)
    return {
      routes,
      name: part(behind, 0, dashed.length),
      rest: restOf(span, behind.from - span.from + dashed.length),
    };
  if (separator === null && !/^\s*[*`]|^\s*redirects\b/.test(span.text.slice(end))) return null;
  const match = IN_CODE.exec(behind.text) ?? IN_BOLD.exec(behind.text) ?? PLAIN_NAME.exec(behind.text);
  const name = match?.[1];
  const isNone = separator?.[0].trim() === '.' || name === undefined || NO_TITLE.test(name);
  if (match === null || name === undefined || isNone) {
    return { routes, name: null, rest: separator?.[0].includes('(') === true ? part(span, end) : behind };
  }
  const lead = match[0].indexOf(name);
  return {
    routes,
    name: part(behind, lead, lead + name.length),
    rest: restOf(span, behind.from - span.from + match[0].length),
  };
}

/** `` `/dogs` My dogs – owner ``: a name, and behind a dash whom it is for or what it shows. */
const DASHED = /^(\p{L}[^\s.,;:()–—|]*(?:\s[^\s.,;:()–—|]+){0,3}?)(?=\s+[–—-]\s+\S)/u;

const NO_TITLE =
  /^(?:Redirects?|Only|For|Like|Same|The|A|An|Shows?|Lists?|Public|Everyone|Everybody|Anyone|All|Visible|Opened|Restricted)\b|\bonly$/;

/** The words of a name, as a screen is called. */
export const titleOf = (span: Span): string => words(span).replace(/^["“](.*)["”]$/, '$1');
