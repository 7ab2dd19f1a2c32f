import type { Link, Screen } from '../../model/model.ts';
import { say } from '../codes.ts';
import { part, type Span } from '../markdown/span.ts';
import { type Reader, words } from '../reader.ts';
import type { Way } from './2-growing.ts';
import { routeOf, routesIn } from './2-heads.ts';
import { namesIn, screenRoles } from './2-people.ts';
import { entityOf } from './2-shows.ts';
import { cut } from './cut.ts';
import { nameKey } from './phrases/fold.ts';

/** What is said of screens by name, to be looked up when all of them are known. */
export interface Said {
  readonly ways: { readonly screen: string; readonly way: Way }[];
  readonly landings: Landing[];
  readonly entries: Span[];
}

interface Landing {
  /** Null: everyone else. */
  readonly who: Span | null;
  readonly route: string;
  readonly at: Span;
}

const LANDS =
  /^(?:(?:after|on|upon|once) (?:sign(?:ing)?[ -]?in|log(?:ging)?[ -]?in|signed in),? )?(?:the )?(.{1,80}?) (?:lands?|arrives?|starts?|begins?|(?:goes|go|comes|come) (?:straight|first)|is (?:taken|sent|led)|are (?:taken|sent|led)|goes|go)(?: (?:at|on|to|in|with|out))* $/i;
const AFTER = /^(?:after|on|upon|once) (?:sign(?:ing)?[ -]?in|log(?:ging)?[ -]?in|signed in)\b/i;
const ELSE = /^(?:every(?:one|body) else|all others?|the others?|others|anyone else|the rest)$/i;
const MENU =
  /^(?:(?:signed in|after sign-in|once signed in),? )?(?:the )?(?:top bar|(?:main )?menu|side ?bar|navigation(?: bar)?|header)(?: everywhere)?(?: after sign-in)?(?:(?: (?:offers|holds|shows|has|contains|lists|consists of|entries))\s*:?|\s*:)\s+/i;

/** Where people land, and what the menu holds. False: the sentence is about neither. */
export function isAboutAll(sentence: Span, said: Said): boolean {
  if (sentence.text.length > 600) return false;
  const [route, ...others] = routesIn(sentence);
  if (route !== undefined && others.length === 0) {
    const before = sentence.text.slice(0, route.from);
    const behind = sentence.text.slice(route.to).replace(/^`/, '').trim();
    const who = LANDS.exec(before)?.[1];
    const isLanding =
      who !== undefined && (AFTER.test(before) || /\b(?:lands?|starts?|begins?)\b/i.test(before) || ELSE.test(who));
    if (isLanding && /^\.?$/.test(behind)) {
      const from = before.indexOf(who);
      said.landings.push({
        who: ELSE.test(who) ? null : part(sentence, from, from + who.length),
        route: route.address,
        at: sentence,
      });
      return true;
    }
  }
  const menu = MENU.exec(sentence.text);
  const entries = menu === null ? [] : entriesOf(part(sentence, menu[0].length));
  if (menu === null || entries.length < 2 || entries.some(({ text }) => text.length > 80)) return false;
  said.entries.push(...entries);
  return true;
}

function entriesOf(span: Span): Span[] {
  const parts = cut(span, (text, at) =>
    text[at] === ',' ? 1 : (/^\s+and\s+/i.exec(text.slice(at, at + 8))?.[0].length ?? 0),
  );
  return parts
    .map((each) => part(each, /^(?:and\s+)/i.exec(each.text)?.[0].length ?? 0))
    .map((each) => part(each, 0, each.text.length - (/\s+and$/i.exec(each.text)?.[0].length ?? 0)))
    .filter(({ text }) => text !== '' && !/^(?:by role|depending on (?:the )?role|and|for .{1,20} also)$/i.test(text))
    .map((each) => (each.text.endsWith('.') ? part(each, 0, each.text.length - 1) : each));
}

/** Puts what was said by name where it belongs; what names nothing is reported. */
export function finishScreens(reader: Reader, screens: Screen[], said: Said): void {
  land(reader, screens, said.landings);
  for (const entry of said.entries) enter(reader, screens, entry);
  for (const { screen, way } of said.ways) go(reader, screens, screen, way);
}

function change(screens: Screen[], index: number, edit: (screen: Screen) => Partial<Screen>): boolean {
  const screen = screens[index];
  if (screen === undefined) return false;
  screens[index] = { ...screen, ...edit(screen) };
  return true;
}

function unread(reader: Reader, span: Span): void {
  reader.report(say.noteNotRead(words(span), null), span, { point: 2 });
}

function land(reader: Reader, screens: Screen[], landings: readonly Landing[]): void {
  if (landings.length === 0) return;
  const named = landings.map(({ who }) => (who === null ? [] : namesIn(reader, who.text, true)));
  const all = named.flatMap((names) => names ?? []);
  const others = reader
    .lexicon()
    .roles.filter(({ name, guest }) => !guest && !all.includes(name))
    .map(({ name }) => name);
  landings.forEach(({ who, route, at }, index) => {
    const names = who !== null ? (named[index] ?? []) : named.includes(null) ? [] : others;
    const place = reader.place(at);
    const roles = names.map((name) => ({ name, at: place }));
    const found = screens.findIndex((screen) => screen.route === route);
    const isSet =
      roles.length > 0 && change(screens, found, (screen) => ({ startFor: [...screen.startFor, ...roles] }));
    if (!isSet) unread(reader, at);
  });
}

function enter(reader: Reader, screens: Screen[], entry: Span): void {
  const bracket = /\s*\(([^()]*)\)$/.exec(entry.text);
  const index = named(screens, bracket === null ? entry.text : entry.text.slice(0, bracket.index));
  if (index === null) {
    if (!/^(?:sign|log)[ -]?out$/i.test(entry.text)) unread(reader, entry);
    return;
  }
  const inside = bracket?.[1] ?? '';
  const roles =
    inside === ''
      ? null
      : screenRoles(reader, part(entry, entry.text.length - inside.length - 1, entry.text.length - 1));
  if (inside !== '' && !sameRoles(roles, screens[index]?.roles ?? null)) unread(reader, entry);
  change(screens, index, ({ menu }) => ({ menu: menu ?? { shown: true, when: null } }));
}

function sameRoles(one: Screen['roles'] | undefined, other: Screen['roles']): boolean {
  const key = (roles: Screen['roles']) => JSON.stringify(roles?.map(({ name }) => name).toSorted() ?? null);
  return one !== undefined && key(one) === key(other);
}

/** The one screen of this name, its kind left out: "Ticket", "ticket page". */
function named(screens: readonly Screen[], written: string): number | null {
  const name = written
    .replaceAll(/[`*"“”]/g, '')
    .replace(/^the\s+/i, '')
    .trim();
  const route = routeOf({ text: written.trim(), from: 0 });
  const exact = screens.flatMap((screen, index) => (screen.route === (route ?? name) ? [index] : []));
  if (exact.length === 1) return exact[0] ?? null;
  const same = screens.flatMap((screen, index) => (screen.name.toLowerCase() === name.toLowerCase() ? [index] : []));
  if (same.length > 0) return same.length === 1 ? (same[0] ?? null) : null;
  const key = (text: string) => nameKey(text).replace(/(?:page|screen|view)$/, '');
  const wanted = key(name);
  const found = wanted === '' ? [] : screens.flatMap((screen, index) => (key(screen.name) === wanted ? [index] : []));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A screen by its name or route, else the one record screen of the entity of that name. */
function target(reader: Reader, screens: readonly Screen[], written: string): string | null {
  const route = routesIn({ text: written.trim(), from: 0 })[0];
  if (route !== undefined && route.from === 0) return route.address;
  const index = named(screens, written);
  const entity = entityOf(reader.lexicon(), written.trim());
  const isOne = entity !== null && entity.name.toLowerCase() === written.trim().toLowerCase();
  const isExact = index !== null && screens[index]?.name.toLowerCase() === written.trim().toLowerCase();
  const record = entity === null ? null : recordOf(screens, entity.name);
  if (isOne && record !== null && !isExact) return record;
  return index === null ? record : (screens[index]?.route ?? null);
}

function recordOf(screens: readonly Screen[], entity: string): string | null {
  const records = screens.filter(
    (screen) => screen.kind === 'record' && screen.entity === entity && /:[^/]+$/.test(screen.route),
  );
  return records.length === 1 ? (records[0]?.route ?? null) : null;
}

function go(reader: Reader, screens: Screen[], id: string, way: Way): void {
  const own = screens.findIndex((screen) => screen.id === id);
  const screen = screens[own];
  if (screen === undefined) return;
  if (way.kind === 'made') {
    const route = screen.entity === null ? null : recordOf(screens, screen.entity);
    if (route === null) unread(reader, way.at);
    else change(screens, own, () => ({ next: { route, message: null, at: reader.place(way.at) } }));
    return;
  }
  if (way.kind === 'from') {
    const from = named(screens, way.from.text);
    if (from === null) unread(reader, way.from);
    else
      change(screens, from, (other) => ({
        links: added(other.links, { text: '', route: screen.route, at: reader.place(way.from) }),
      }));
    return;
  }
  const route = target(reader, screens, way.to.text);
  if (route === null) unread(reader, way.to);
  else
    change(screens, own, ({ links }) => ({ links: added(links, { text: way.text, route, at: reader.place(way.to) }) }));
}

function added(links: readonly Link[], link: Link): Link[] {
  return links.some(({ text, route }) => text === link.text && route === link.route) ? [...links] : [...links, link];
}
