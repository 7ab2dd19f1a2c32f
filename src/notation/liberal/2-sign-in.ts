import type { Screen } from '../../model/types/model.ts';
import { part, type Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';
import { routesIn } from './2-heads.ts';
import { guestIn } from './2-people.ts';
import { cut } from './cut.ts';

/** What is said of signing in: where people go who are not signed in, where they go on to, and what they may open. */
export type SignInSaid =
  | { readonly kind: 'led'; readonly route: string; readonly at: Span }
  | { readonly kind: 'on'; readonly route: string; readonly at: Span }
  | { readonly kind: 'open'; readonly names: readonly Span[]; readonly rest: Span | null; readonly at: Span };

const NO_SESSION =
  /^(?:no|without an?|with no|missing|if there is no|when there is no) (?:token|session|sign[ -]?in|log[ -]?in|account|cookie)\b[^/]{0,30}(?:[–—]>|->|=>|→|⇒|:|leads to|led to|redirects? to|goes to|sent to)[^/]{0,20}$/i;
const AFTER =
  /^(?:after|on|upon|once) (?:sign(?:ing)?[ -]?in|log(?:ging)?[ -]?in|signed in|login|success),? (?:(?:it|one|people|the (?:user|person)) )?(?:is |are )?(?:led |taken |sent |goes |go |leads |returns? )?(?:on )?(?:back )?(?:to )?(?:`\w+`|(?:where|the (?:page|address|screen|route|place)) (?:that )?(?:they|one|the user|the person|was)?\s?(?:wanted|came from|asked for|had wanted|wanted to go))(?: if it (?:starts with `\/` and not with `\/\/`|is an? (?:internal|relative|own|local)? ?(?:address|path|route)(?: of this application)?))?\s*(?:,|;|\()\s*(?:or )?(?:otherwise|else|default(?:s to)?|or|by default|if (?:there is )?none:?) (?:to )?$/i;
const OPEN =
  /^(?:not signed in|signed out|without (?:signing in|sign[ -]?in|an account)|visitors|guests|(?:for )?(?:people|those|anybody|whoever is) (?:who are )?not signed in)\s*[:,]?\s+(?:the |one (?:can|may) (?:open|see|read) (?:the )?)?(.+?)(?: (?:can|may) be (?:read|seen|opened|viewed|used))?(,? (?:without|but not|except) .+)?$/i;

/** Null: it is about something else. */
export function signInSaid(sentence: Span): SignInSaid | null {
  const [route, ...others] = routesIn(sentence);
  if (route !== undefined && others.length <= 2) {
    const target = others.at(-1) ?? route;
    const before = sentence.text.slice(0, target.from);
    const behind = sentence.text.slice(target.to).trim();
    if (/^[.)]*$/.test(behind) && AFTER.test(before)) return { kind: 'on', route: target.address, at: sentence };
  }
  if (NO_SESSION.test(sentence.text.split('`')[0] ?? '')) {
    const to = /^[^/]*?["'`](\/[\w/-]*)/.exec(sentence.text)?.[1];
    if (to !== undefined) return { kind: 'led', route: to, at: sentence };
  }
  return route === undefined ? openIn(sentence) : null;
}

function openIn(sentence: Span): SignInSaid | null {
  const match = OPEN.exec(sentence.text.replace(/\.$/, ''));
  const list = match?.[1];
  if (list === undefined || !/\b(?:be|open|see|read)\b/i.test(sentence.text)) return null;
  const from = sentence.text.indexOf(list);
  const names = cut(part(sentence, from, from + list.length), (text, at) =>
    text[at] === ',' ? 1 : (/^\s+and\s+/i.exec(text.slice(at, at + 8))?.[0].length ?? 0),
  ).map((name) => part(name, /^(?:and )?(?:the )?/i.exec(name.text)?.[0].length ?? 0));
  const tail = match?.[2];
  const rest = tail === undefined ? null : part(sentence, sentence.text.indexOf(tail));
  return { kind: 'open', names, rest, at: sentence };
}

/** Puts it at the screens. Calls `unread` with what names no screen, and with what is left. */
export function signIn(
  reader: Reader,
  screens: Screen[],
  all: readonly SignInSaid[],
  named: (name: string) => number | null,
  unread: (at: Span) => void,
): void {
  for (const said of all) {
    if (said.kind === 'open') open(reader, screens, said, named, unread);
    else {
      const own = said.kind === 'led' ? screens.findIndex(({ route }) => route === said.route) : onlySignIn(screens);
      const screen = screens[own];
      if (screen === undefined || screen.entity !== null || (said.kind === 'on' && screen.next !== null))
        unread(said.at);
      else if (said.kind === 'led') screens[own] = { ...screen, kind: 'sign-in' };
      else screens[own] = { ...screen, next: { route: said.route, message: null, at: reader.place(said.at) } };
    }
  }
}

function onlySignIn(screens: readonly Screen[]): number {
  const found = screens.flatMap(({ kind }, index) => (kind === 'sign-in' ? [index] : []));
  return found.length === 1 ? (found[0] ?? -1) : -1;
}

function open(
  reader: Reader,
  screens: Screen[],
  { names, rest, at }: Extract<SignInSaid, { kind: 'open' }>,
  named: (name: string) => number | null,
  unread: (at: Span) => void,
): void {
  const found = names.map(({ text }) => named(text));
  const guest = guestIn(reader);
  const isFree = found.every((index) => index !== null && screens[index]?.roles?.length === 0);
  if (!isFree) {
    unread(at);
    return;
  }
  for (const index of found) {
    const screen = index === null ? undefined : screens[index];
    if (screen !== undefined && index !== null)
      screens[index] = { ...screen, roles: [{ name: guest, at: reader.place(at) }] };
  }
  if (rest !== null) unread(rest);
}
