import type { Screen } from '../../model/types/model.ts';
import { part, type Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';
import { type Route, routesIn } from './2-heads.ts';
import { namesIn } from './2-people.ts';
import { cut } from './cut.ts';

/** Where somebody lands after signing in. */
export interface Landing {
  /** Null: everyone else. */
  readonly who: Span | null;
  /** A route, or the name of a screen. */
  readonly to: Span | Route;
  readonly at: Span;
}

const SIGNING = `(?:after|on|upon|once) (?:sign(?:ing)?[ -]?in|log(?:ging)?[ -]?in|signed in|login)`;
const LEAD = new RegExp(
  String.raw`^(?:(?:(?:default|start|landing|home)(?: (?:page|screen|route))?s? )?${SIGNING}\s*[,:=]?\s+|(?:start|landing|home)(?: (?:page|screen|route))?s?\s*(?:=|:|is|are)\s+)`,
  'i',
);
const LANDS =
  /^(?:the )?(.{1,80}?) (lands?|arrives?|starts?|begins?|(?:goes|go|comes|come)(?: straight| first| on)?|is (?:taken|sent|led)|are (?:taken|sent|led)) (?:at|on|to|in|with|out)$/i;
const SHORT = /^(?:the )?(.{1,80}?)\s*(?:(?: to| at| on)|[–—]>|->|=>|→|⇒|:|=)$/i;
const ELSE = /^(?:every(?:one|body) else|all others?|the others?|others|anyone else|the rest)$/i;
const NOBODY =
  /^(?:it |this |always |a click.*|.*\b)?(?:redirects?|links?|leads?|forwards?|back|sends?|click|button|row|"[^"]*")\b|["“”]/i;
const CERTAIN = /^(?:lands?|starts?|begins?)$/i;
const BEHIND = /^(?: (?:afterwards|first|then))?\.?$/i;

interface Clause {
  readonly landing: Landing;
  /** Its own words say that it is about signing in. */
  readonly certain: boolean;
}

/**
 * "After sign-in, employees land on `/my`, everyone else on `/queue`", "recruiter => `/vacancies`; director =>
 * `/reports`", "Start = Board for the foreman, Today for the reception". Null: the text says something else as well.
 */
export function landingsIn(text: Span, isSignIn: boolean): Landing[] | null {
  if (text.text.length > 600) return null;
  const own = storyIn(text) ?? namedIn(text);
  if (own !== null) return [own];
  const lead = LEAD.exec(text.text);
  const rest = part(text, lead?.[0].length ?? 0, endOf(text.text));
  const hasLead = lead !== null;
  const clauses = piecesOf(rest).map((piece) => clauseOf(piece, hasLead));
  if (clauses.length === 0 || clauses.some((clause) => clause === null)) return null;
  const all = clauses.flatMap((clause) => clause ?? []);
  const isCertain = hasLead || isSignIn || all.some(({ certain }) => certain);
  return isCertain ? all.map(({ landing }) => landing) : null;
}

const STORY = new RegExp(
  String.raw`^as an? (.{1,40}?),? I (?:want|wish|need|expect|would like) to (?:land|start|arrive|be taken|begin)(?: first)? (?:on|at|to|with) (?:the )?(.{1,60}?) ${SIGNING}(?:,? (?:so that|because|since|as|in order to)\s.*)?$`,
  'i',
);
const NAMED =
  /^(?:the )?(\p{L}[\p{L} ]{0,40}?) (?:lands?|starts?) (?:on|at) (?:the )?(\p{Lu}[^.,;:]{0,60}?)(?: too| as well| also)?$/u;

/** "As a buyer I want to land on My orders after login, so that …" */
function storyIn(text: Span): Landing | null {
  return byName(text, STORY.exec(text.text.slice(0, endOf(text.text))));
}

/** "Sales land on My orders too." */
function namedIn(text: Span): Landing | null {
  return byName(text, NAMED.exec(text.text.slice(0, endOf(text.text))));
}

function byName(at: Span, match: RegExpExecArray | null): Landing | null {
  const [, who, to] = match ?? [];
  if (who === undefined || to === undefined || routesIn(at).length > 0) return null;
  const from = at.text.indexOf(to, at.text.indexOf(who) + who.length);
  return landing(at, who, part(at, from, from + to.length));
}

const endOf = (text: string): number => text.length - (/[.;\s]+$/.exec(text)?.[0].length ?? 0);

function piecesOf(text: Span): Span[] {
  const pieces = cut(text, (all, at) =>
    all[at] === ';' || ((all[at] === ',' || all[at] === '.') && /^\s/.test(all.charAt(at + 1))) ? 1 : 0,
  );
  return pieces
    .flatMap((piece) => (routesIn(piece).length > 1 ? cut(piece, andAt) : [piece]))
    .map((piece) => part(piece, /^and\s+/i.exec(piece.text)?.[0].length ?? 0));
}

const andAt = (text: string, at: number): number => /^\s+and\s+/i.exec(text.slice(at, at + 8))?.[0].length ?? 0;

function clauseOf(piece: Span, hasLead: boolean): Clause | null {
  const routes = routesIn(piece);
  const [route] = routes;
  if (route !== undefined && routes.length === 1) {
    const before = piece.text.slice(0, route.from).trim();
    const behind = piece.text.slice(route.to).replace(/^`/, '').trimEnd();
    if (!BEHIND.test(behind)) return null;
    const lands = LANDS.exec(before);
    const who = lands?.[1] ?? SHORT.exec(before)?.[1];
    if (who === undefined || NOBODY.test(who)) return null;
    const certain = CERTAIN.test(lands?.[2] ?? '') || ELSE.test(who) || /afterwards/i.test(behind);
    return { landing: landing(piece, who, route), certain };
  }
  const named =
    hasLead && route === undefined ? /^(?:the )?(.{1,60}?) for (?:the )?(.{1,80})$/i.exec(piece.text) : null;
  if (named?.[1] === undefined || named[2] === undefined) return null;
  const from = piece.text.indexOf(named[1]);
  return { landing: landing(piece, named[2], part(piece, from, from + named[1].length)), certain: true };
}

function landing(at: Span, who: string, to: Span | Route): Landing {
  const from = at.text.indexOf(who);
  return { who: ELSE.test(who) ? null : part(at, from, from + who.length), to, at };
}

/** Puts the roles at the screens where they land. Calls `unread` with what names nobody, or no screen. */
export function land(
  reader: Reader,
  screens: Screen[],
  landings: readonly Landing[],
  named: (name: string) => number | null,
  unread: (at: Span) => void,
): void {
  if (landings.length === 0) return;
  const people = landings.map(({ who }) => (who === null ? [] : namesIn(reader, who.text, 'known')));
  const all = people.flatMap((names) => names ?? []);
  const others = reader
    .lexicon()
    .roles.filter(({ name, guest }) => !guest && !all.includes(name))
    .map(({ name }) => name);
  landings.forEach(({ who, to, at }, index) => {
    const names = who !== null ? (people[index] ?? []) : people.includes(null) ? [] : others;
    const place = reader.place(at);
    const found = 'address' in to ? screens.findIndex(({ route }) => route === to.address) : (named(to.text) ?? -1);
    const screen = screens[found];
    if (screen === undefined || names.length === 0) unread(at);
    else screens[found] = { ...screen, startFor: [...screen.startFor, ...names.map((name) => ({ name, at: place }))] };
  });
}
