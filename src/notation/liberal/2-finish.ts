import type { Leading, Link, Screen } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { part, type Span } from '../markdown/span.ts';
import { type Reader, words } from '../reader.ts';
import type { Way } from './2-growing.ts';
import { routesIn } from './2-heads.ts';
import { type Landing, land, landingsIn } from './2-landings.ts';
import { namesOf } from './2-names.ts';
import { GUEST, screenRoles } from './2-people.ts';
import { entityOf } from './2-shows.ts';
import { type SignInSaid, signIn, signInSaid } from './2-sign-in.ts';
import { cut } from './cut.ts';

/** What is said of screens by name, to be looked up when all of them are known. */
export interface Said {
  readonly ways: { readonly screen: string; readonly way: Way }[];
  readonly landings: Landing[];
  /** Where whoever a screen is not for is led. */
  readonly refused: (Omit<Leading, 'at'> & { readonly at: Span })[];
  readonly entries: Span[];
  readonly signIn: SignInSaid[];
}

const MENU =
  /^(?:(?:signed in|after sign-in|once signed in),? )?(?:the )?(?:top bar|(?:main )?menu|side ?bar|navigation(?: bar)?|header)(?: everywhere)?(?: after sign-in)?(?:(?: (?:offers|holds|shows|has|contains|lists|consists of|entries))\s*:?|\s*:)\s+/i;

/** Where people land, in one sentence or in all of a text. */
export function saysLandings(text: Span, said: Said, isSignIn = false): boolean {
  const landings = landingsIn(text, isSignIn);
  said.landings.push(...(landings ?? []));
  return landings !== null;
}

/** Where people land, where the wrong ones are led, what the menu holds. False: the sentence is about none of them. */
export function isAboutAll(sentence: Span, said: Said, isSignIn = false): boolean {
  if (sentence.text.length > 600) return false;
  if (saysLandings(sentence, said, isSignIn)) return true;
  const signing = signInSaid(sentence);
  if (signing !== null) {
    said.signIn.push(signing);
    return true;
  }
  const refused = refusedIn(sentence);
  if (refused !== null) {
    said.refused.push(refused);
    return true;
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
  const { find } = namesOf(screens);
  signIn(reader, screens, said.signIn, find, (at) => unread(reader, at));
  land(reader, screens, said.landings, find, (at) => unread(reader, at));
  for (const leading of said.refused) refuse(reader, screens, leading);
  for (const entry of said.entries) enter(reader, screens, find, entry);
  for (const { screen, way } of said.ways) go(reader, screens, find, screen, way);
}

type Find = (name: string) => number | null;

function change(screens: Screen[], index: number, edit: (screen: Screen) => Partial<Screen>): boolean {
  const screen = screens[index];
  if (screen === undefined) return false;
  screens[index] = { ...screen, ...edit(screen) };
  return true;
}

function unread(reader: Reader, span: Span): void {
  reader.report(say.noteNotRead(words(span), null), span, { point: 2 });
}

const WRONG =
  /^(?:(?:with )?(?:the |a )?wrong role|(?:without|no|missing) (?:the )?(?:permission|right|role)|not (?:allowed|permitted)|forbidden|(?:any|every|who)(?:one|body|ever)? (?:of |with )?(?:another|the wrong|other) roles?|no access)\s*(?:[–—]>|->|=>|→|⇒|:|,|leads to|goes to|is (?:led|sent|taken) to)\s*/i;
const TOAST =
  /^\s*(?:(?:\+|,|and|with)\s*)+(?:shows? )?(?:the |a )?(?:toast|message|note|notice|snackbar)?:?\s*["“]([^"“”]+)["”]\.?$/i;

/** "Wrong role → `/stock` + toast "No access."": whoever a screen is not for is led there. */
function refusedIn(sentence: Span): Said['refused'][number] | null {
  const lead = WRONG.exec(sentence.text);
  const rest = lead === null ? null : part(sentence, lead[0].length);
  const route = rest === null ? undefined : routesIn(rest)[0];
  if (rest === null || route === undefined || route.from !== 0) return null;
  const behind = rest.text.slice(route.to);
  const message = TOAST.exec(behind)?.[1] ?? null;
  return message === null && !/^\.?$/.test(behind) ? null : { route: route.address, message, at: sentence };
}

/** Screens for some roles only that say nothing of their own. */
function refuse(reader: Reader, screens: Screen[], { route, message, at }: Said['refused'][number]): void {
  const leading = { route, message, at: reader.place(at) };
  const guests = reader.lexicon().roles.flatMap(({ name, guest }) => (guest ? name : []));
  screens.forEach((screen, index) => {
    const isForSome = screen.roles?.some(({ name }) => name !== GUEST && !guests.includes(name)) ?? false;
    if (isForSome && screen.otherwise === null && screen.kind !== 'redirect' && screen.route !== leading.route)
      change(screens, index, () => ({ otherwise: leading }));
  });
}

function enter(reader: Reader, screens: Screen[], find: Find, entry: Span): void {
  const bracket = /\s*\(([^()]*)\)$/.exec(entry.text);
  const index = find(bracket === null ? entry.text : entry.text.slice(0, bracket.index));
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

/** A screen by its name or route, else the one record screen of the entity of that name. */
function target(reader: Reader, screens: readonly Screen[], find: Find, written: string): string | null {
  const route = routesIn({ text: written.trim(), from: 0 })[0];
  if (route !== undefined && route.from === 0) return route.address;
  const index = find(written);
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

function go(reader: Reader, screens: Screen[], find: Find, id: string, way: Way): void {
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
    const from = find(way.from.text);
    if (from === null) unread(reader, way.from);
    else
      change(screens, from, (other) => ({
        links: added(other.links, { text: '', route: screen.route, at: reader.place(way.from) }),
      }));
    return;
  }
  const route = target(reader, screens, find, way.to.text);
  if (route === null) unread(reader, way.to);
  else
    change(screens, own, ({ links }) => ({ links: added(links, { text: way.text, route, at: reader.place(way.to) }) }));
}

function added(links: readonly Link[], link: Link): Link[] {
  return links.some(({ text, route }) => text === link.text && route === link.route) ? [...links] : [...links, link];
}
