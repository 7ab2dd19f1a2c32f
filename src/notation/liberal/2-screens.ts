import type { Screen } from '../../model/types/model.ts';
import { idOf } from '../../model/types/place.ts';
import { say } from '../codes.ts';
import { sourceOfPart } from '../content.ts';
import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import { finder } from '../points/parts.ts';
import { isBlank, isNotShown, type Reader, words } from '../reader.ts';
import { aboutScreen } from './2-about.ts';
import { type CodeLine, screensInCode } from './2-code.ts';
import { narrow, readFacts, readWholly } from './2-facts.ts';
import { finishScreens, isAboutAll, type Said, saysLandings } from './2-finish.ts';
import type { Growing, Way } from './2-growing.ts';
import { type Head, headOf, routesIn } from './2-heads.ts';
import { keyedScreen, linesAsItems, nameUnder, requiredScreen } from './2-lines.ts';
import { isSignIn, made } from './2-made.ts';
import { namesOf, type ScreenNames } from './2-names.ts';
import { hasRouteKey, headWithin, holdsScreen, holdsScreens } from './2-parts.ts';
import { guestIn, namesIn, screenRoles } from './2-people.ts';
import { type TableRow, tableInWords, withRows } from './2-tables.ts';
import { unroutedHead, withRoute } from './2-unrouted.ts';
import { sentences } from './cut.ts';
import { blockQuotation, joinHelp } from './kept.ts';
import { withoutLabel } from './label.ts';
import { gapOf, reportLeft, type Walker, walk } from './walk.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** What a section of point 2 holds beside what was read of it in words. */
export interface Spoken {
  readonly help: readonly string[];
  readonly rest: readonly Block[];
  readonly parts: readonly Part[];
  readonly inWords: boolean;
  /** Looks up what leads from screen to screen, when all of them are known. */
  readonly finish: () => void;
}

interface Talk extends Pick<Walker, 'quotes'> {
  readonly reader: Reader;
  readonly screens: Screen[];
  readonly said: Said;
  names: ScreenNames;
  /** A screen that stands in a paragraph of its own: a list behind it is about it. */
  open: Growing | null;
}

/** Screens in lists, sentences, headings and tables of their own. What is said of a screen and not read stays its help. */
export function screensInWords(
  reader: Reader,
  section: Section,
  screens: Screen[],
  readTable: (table: Table) => void,
): Spoken {
  const talk: Talk = {
    reader,
    screens,
    quotes: [],
    said: { ways: [], landings: [], refused: [], entries: [], signIn: [] },
    open: null,
    names: namesOf([]),
  };
  const rest = walk(reader, linesAsItems(section.blocks), walkerOf(talk, readTable));
  const help: string[] = [];
  const find = finder(screens.flatMap((screen) => [screen.name, screen.route]));
  const parts: Part[] = [];
  const left = section.parts.filter((under) => !readPart(talk, under, find, readTable, help));
  const isRouted = screens.length > 0 || left.some(hasRouteKey);
  for (const under of left) parts.push(...(isRouted ? [under] : readUnrouted(talk, under, left)));
  return {
    help,
    rest: rest.blocks,
    parts,
    inWords: rest.inWords,
    finish: () => finishScreens(reader, screens, talk.said),
  };
}

function walkerOf(talk: Talk, readTable: (table: Table) => void): Walker {
  return {
    point: 2,
    quotes: talk.quotes,
    table: (written) => {
      talk.open = null;
      const table = withRows(written);
      const rows = tableInWords(table);
      if (rows === null) readTable(table);
      else for (const row of rows) readRow(talk, row);
      return true;
    },
    item: (item) => readItem(talk, item),
    paragraph: (text) => readParagraph(talk, text),
    code: (text) => readCode(talk, text),
  };
}

function readRow(talk: Talk, { head, who, facts, leads, source, quote }: TableRow): void {
  for (const growing of begun(talk, head, source)) {
    const roles = who === null || isBlank(who) ? [] : isNotShown(who) ? null : screenRoles(talk.reader, who, true);
    growing.screen = { ...growing.screen, roles: roles ?? null };
    if (roles === undefined || roles === null) growing.unread.push(who ?? source);
    const ways = leads === null ? null : waysIn(leads);
    growing.ways.push(...(ways ?? []));
    const said = leads === null || ways !== null ? facts : [...facts, leads];
    settle(talk, growing, said, quote, growing.screen.roles);
  }
}

/** Addresses, and nothing else. */
function waysIn(cell: Span): Way[] | null {
  const routes = routesIn(cell);
  let rest = cell.text;
  for (const { at } of routes) rest = rest.replace(at.text, '');
  return routes.length === 0 || !/^[\s`,;]*$/.test(rest.replaceAll(/\band\b|\bor\b/g, ''))
    ? null
    : routes.map(({ at }) => ({ kind: 'link', text: '', to: at }));
}

function readCode(talk: Talk, text: Span): boolean {
  const code = screensInCode(text);
  if (code === null) return false;
  for (const line of code.lines)
    for (const growing of begun(talk, line.head, line.source)) {
      if (line.isShut) growing.unread.push(line.source);
      settle(talk, growing, line.facts, '', rolesIn(talk.reader, line));
      const index = talk.screens.findIndex(({ id }) => id === growing.screen.id);
      talk.screens[index] = { ...growing.screen, ...beside(talk.reader, line) };
    }
  for (const line of code.unread) reportLeft(talk.reader, line, 2);
  talk.quotes.push(blockQuotation(text.text));
  return true;
}

/** Whom code names; a role that point 6 does not know stays as it is written. */
function rolesIn(reader: Reader, { roles, isPublic, isShut, source }: CodeLine): Screen['roles'] | undefined {
  if (isShut) return null;
  const at = reader.place(source);
  if (isPublic) return [{ name: guestIn(reader), at }];
  // Code may say "all" or "public" there too.
  const said = roles === null ? null : screenRoles(reader, { text: roles.join(', '), from: source.from }, true);
  if (said !== null && said !== undefined && roles?.length === 1) return said.map(({ name }) => ({ name, at }));
  return roles?.map((name) => ({ name: namesIn(reader, name, 'known')?.[0] ?? name, at }));
}

/** What code says beside. */
function beside(reader: Reader, { redirect, isHidden }: CodeLine): Partial<Screen> {
  const menu = isHidden ? { menu: { shown: false, when: null } } : {};
  if (redirect === null) return menu;
  const otherwise = { route: redirect.text, message: null, at: reader.place(redirect) };
  return { ...menu, ...PAGE_TO, otherwise };
}

const PAGE_TO = { kind: 'redirect', entity: null, filter: null, fields: [] } as const;

/** A screen whose name, address and people stand on a line each, or in a requirement. */
function readKeyed(talk: Talk, text: Span, others: readonly Span[], source: string): boolean {
  const keyed = keyedScreen(text) ?? requiredScreen(text);
  if (keyed === null) return false;
  const { who = null } = keyed;
  const roles = who === null ? undefined : screenRoles(talk.reader, who);
  if (who !== null && (roles === undefined || roles === null || roles.length === 0)) return false;
  talk.open = null;
  const all = begun(talk, keyed.head, text);
  // Whoever else may open it, nobody says; what is known of it stays.
  const first = (screen: Screen) => (screen.roles?.length === 0 ? roles : undefined);
  for (const growing of all) settle(talk, growing, [...keyed.facts, ...others], source, first(growing.screen));
  return true;
}

function readItem(talk: Talk, item: Item): boolean {
  if (readKeyed(talk, item.text, item.items.flatMap(textsOf), item.at.text)) return true;
  const head = headOf(item.text);
  if (head !== null) {
    talk.open = null;
    const name = nameUnder(head, item.items);
    const own = item.items.filter((nested) => !holdsScreen(nested) && nested.text !== name);
    const facts = [head.rest, ...own.flatMap(textsOf)];
    const all = begun(talk, name === null ? head : { ...head, name }, item.text);
    for (const growing of all) settle(talk, growing, facts, sourceWithout(item));
    for (const nested of item.items) if (holdsScreen(nested)) readItem(talk, nested);
    return true;
  }
  if (talk.open !== null) {
    settle(talk, talk.open, textsOf(item), item.at.text);
    return true;
  }
  if (item.items.some(holdsScreen)) {
    if (item.text.text !== '') talk.quotes.push(blockQuotation(item.text.text));
    for (const nested of item.items) {
      if (readItem(talk, nested)) continue;
      for (const text of textsOf(nested)) reportLeft(talk.reader, text, 2);
      talk.quotes.push(blockQuotation(nested.at.text));
    }
    return true;
  }
  return readLoose(talk, textsOf(item), item.at.text);
}

const textsOf = (item: Item): Span[] => [item.text, ...item.items.flatMap(textsOf)].filter(({ text }) => text !== '');

/** What stands in an item, but for the screens that are nested in it. */
function sourceWithout(item: Item): string {
  const first = item.items.find(holdsScreen);
  return first === undefined
    ? item.at.text
    : part({ text: item.at.text, from: 0 }, 0, first.at.from - item.at.from).text;
}

function readParagraph(talk: Talk, text: Span): boolean {
  if (readKeyed(talk, text, [], text.text)) return true;
  const head = headOf(text);
  if (head === null || /^[^*`/]*\.\s/.test(text.text.slice(0, text.text.indexOf('/')))) {
    const open = talk.open;
    if (open !== null && readWholly(open, [text])) {
      settle(talk, open, [text], text.text);
      return true;
    }
    talk.open = null;
    return readLoose(talk, [text], text.text);
  }
  const all = begun(talk, head, text);
  for (const growing of all) settle(talk, growing, [head.rest], text.text);
  talk.open = all.length === 1 ? (all[0] ?? null) : null;
  return true;
}

/** Sentences about no screen in particular: where people land, what the menu holds. */
function readLoose(talk: Talk, texts: readonly Span[], source: string): boolean {
  const bare = texts.map((text) => withoutLabel(text).rest);
  const [first, ...others] = bare;
  if (talk.names.count !== talk.screens.length) talk.names = namesOf(talk.screens);
  const about = first === undefined ? null : aboutScreen(first, talk.screens, talk.names);
  if (about !== null && readWholly(growingOf(talk, about.screen), about.facts, 'some')) {
    settle(talk, growingOf(talk, about.screen), [...about.facts, ...others], source);
    return true;
  }
  const all = bare.flatMap((text) => (saysLandings(text, talk.said) ? [] : sentences(text)));
  const unread = all.filter((sentence) => !isAboutAll(sentence, talk.said));
  if (unread.length > 0 && unread.length === bare.flatMap((text) => sentences(text)).length) return false;
  for (const one of unread) reportLeft(talk.reader, one, 2);
  talk.quotes.push(blockQuotation(source));
  return true;
}

/** A part whose heading is a screen, or which holds screens. False: it is read by its keys. */
function readPart(
  talk: Talk,
  under: Part,
  find: (title: string) => number | null,
  readTable: (table: Table) => void,
  help: string[],
): boolean {
  const known = find(words(under.title));
  if (known !== null || hasRouteKey(under)) return false;
  const head = headOf(under.title) ?? headWithin(under);
  if (head === null && !under.blocks.some(holdsScreens)) return false;
  if (head === null) {
    const rest = walk(talk.reader, linesAsItems(under.blocks), walkerOf(talk, readTable));
    const left = sourceOfPart({ title: under.title, blocks: rest.blocks });
    help.push(blockQuotation(left));
    return true;
  }
  settleUnder(talk, under, head);
  return true;
}

/** The screens of a head, with what stands under it. */
function settleUnder(talk: Talk, under: Part, head: Head): void {
  const facts = under.blocks.flatMap((block): Span[] => {
    if (block.kind === 'table') return [];
    if (block.kind === 'list') return block.items.flatMap(textsOf);
    return block.code ? [] : [block.text];
  });
  for (const block of under.blocks) {
    if (block.kind === 'table')
      talk.reader.report(say.tableNotRead(words(block.header.cells[0] ?? block.at), []), block.header.at, { point: 2 });
    else if (block.kind === 'prose' && block.code)
      talk.reader.report(say.noteNotRead(words(block.text), null), block.text, { point: 2 });
  }
  for (const growing of begun(talk, head, under.title))
    settle(talk, growing, [head.rest, ...facts], sourceOfPart(under));
}

/** A heading of a point in which no screen has an address: a screen of that name. Gives back what is left to be read by keys. */
function readUnrouted(talk: Talk, under: Part, others: readonly Part[]): Part[] {
  const { reader, screens } = talk;
  const isKnown = screens.some(({ name }) => name === words(under.title));
  const head = isKnown
    ? null
    : unroutedHead(reader, under, others, (address) => screens.some(({ route }) => route === address));
  if (head === null) return [under];
  const address = head.routes[0]?.address ?? '';
  const about = { point: 2, element: idOf('screen', address) } as const;
  reader.report(
    say.notShown(
      `The route of the screen “${words(under.title)}”`,
      `It is found at \`${address}\`, made from its name (A-SCREENS), until a line “- Route: …” here says another.`,
    ),
    under.title,
    about,
  );
  const keyed = withRoute(under, head);
  if (keyed !== null) return [keyed];
  settleUnder(talk, under, head);
  return [];
}

/** The screens of a head, new or known by their route. */
function begun(talk: Talk, head: Head, at: Span): Growing[] {
  return head.routes.map((route) => {
    const known = talk.screens.find((screen) => screen.route === route.address);
    const screen = known ?? made(talk.reader, route, head, at);
    if (known === undefined) talk.screens.push(screen);
    return growingOf(talk, screen);
  });
}

const growingOf = ({ reader }: Talk, screen: Screen): Growing => ({
  reader,
  screen,
  ways: [],
  unread: [],
  narrowed: false,
  per: null,
  redirects: [],
});

/** What a screen without records is, said in a word. */
function isWay(growing: Growing, { text }: Span): boolean {
  const { screen } = growing;
  if (screen.entity === null && isSignIn(text)) growing.screen = { ...screen, kind: 'sign-in' };
  else return screen.kind === 'page' && /^(?:a )?page$/i.test(text);
  return true;
}

/** Reads what is said of a screen and puts it where it was. */
function settle(talk: Talk, growing: Growing, facts: readonly Span[], source: string, roles?: Screen['roles']): void {
  const { reader } = talk;
  const index = talk.screens.findIndex(({ id }) => id === growing.screen.id);
  growing.screen = talk.screens[index] ?? growing.screen;
  if (roles !== undefined) growing.screen = { ...growing.screen, roles };
  const isSignIn = growing.screen.kind === 'sign-in' || growing.screen.route === '/';
  const isAbout = (sentence: Span) => isAboutAll(sentence, talk.said, isSignIn);
  for (const fact of facts.filter((one) => isNotShown(one)))
    reader.report(
      say.notShown(`Something about the screen “${growing.screen.name}”`, 'Nothing is assumed from it.'),
      fact,
      { point: 2, element: growing.screen.id },
    );
  for (const fact of facts)
    if (!isNotShown(fact) && fact.text !== '' && !isWay(growing, fact) && !saysLandings(fact, talk.said, isSignIn))
      readFacts(growing, fact, isAbout);
  const { id } = growing.screen;
  for (const unread of growing.unread.splice(0)) {
    if (gapOf(unread) !== null) reportLeft(reader, unread, 2);
    else reader.report(say.noteNotRead(words(unread), null), unread, { point: 2, element: id });
  }
  narrow(growing);
  talk.said.ways.push(...growing.ways.splice(0).map((way) => ({ screen: id, way })));
  const isSaid = source !== '' && (roles !== undefined || isLabelled(source) || facts.some(({ text }) => text !== ''));
  const quote = source.startsWith('> ') ? source : blockQuotation(source);
  talk.screens[index] = {
    ...growing.screen,
    help: isSaid ? joinHelp(growing.screen.help, quote) : growing.screen.help,
  };
  growing.screen = talk.screens[index] ?? growing.screen;
  for (const at of growing.redirects.splice(0)) addRedirect(talk, at, growing.screen.route);
}

const isLabelled = (source: string): boolean => withoutLabel({ text: source, from: 0 }).label !== null;

function addRedirect(talk: Talk, at: Span, to: string): void {
  const head = headOf(at);
  const [route] = head?.routes ?? [];
  if (head === null || route === undefined || talk.screens.some((screen) => screen.route === route.address)) return;
  const screen = made(talk.reader, route, head, at);
  const otherwise = { route: to, message: null, at: talk.reader.place(at) };
  talk.screens.push({ ...screen, kind: 'redirect', entity: null, otherwise });
}
