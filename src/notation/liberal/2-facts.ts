import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { ScreenKind } from '../../model/types/model.ts';
import { part, type Span } from '../markdown/span.ts';
import { ORDER_FACTS } from './2-fact-order.ts';
import { RECORD_FACTS } from './2-fact-records.ts';
import { WAY_FACTS } from './2-fact-ways.ts';
import { type Growing, type Pattern, type Read, readRoles, set } from './2-growing.ts';
import { namesIn, screenRoles, speaksOfPeople } from './2-people.ts';
import { listed } from './2-shows.ts';
import { ownCondition } from './6-rights/owner.ts';
import { cut, endWithout, sentences } from './cut.ts';
import { nameKey } from './phrases/fold.ts';

/** Reads what is said of a screen, stretch by stretch. `isAbout` takes what is about others. */
export function readFacts(growing: Growing, span: Span, isAbout: (sentence: Span) => boolean): void {
  for (const sentence of sentences(span)) {
    const text = withoutStop(sentence);
    if (text.text === '' || isAbout(text) || readWithBrackets(growing, text) || readParts(growing, text)) continue;
    growing.unread.push(text);
    restrict(growing, text);
  }
}

/**
 * "own orders, newest first": each of the parts says something. Where one is not read, only the order, the page and the
 * refreshing are taken, which no other part can narrow, and the others are left.
 */
function readParts(growing: Growing, span: Span): boolean {
  const parts = listed(span);
  if (parts.length < 2 || parts.length > 12) return false;
  const { screen, narrowed, per } = growing;
  const ways = growing.ways.length;
  const redirects = growing.redirects.length;
  if (parts.length <= 4 && parts.every((each) => readFact(growing, each) === 'all')) return true;
  growing.ways.splice(ways);
  growing.redirects.splice(redirects);
  Object.assign(growing, { screen, narrowed, per });
  const left = EXCEPT.test(span.text)
    ? parts
    : parts.filter((each) => !ORDER_FACTS.some((read) => read(growing, each) === 'all'));
  if (left.length === parts.length) return false;
  growing.unread.push(...left);
  return true;
}

const EXCEPT = /\b(?:except|unless|only (?:if|when)|but not|for \p{L}+ only)\b/iu;

/** Whether all, or some, of these stretches are read; where not, nothing is taken. */
export function readWholly(growing: Growing, spans: readonly Span[], wanted: 'all' | 'some' = 'all'): boolean {
  const trial: Growing = { ...growing, ways: [...growing.ways], unread: [], redirects: [...growing.redirects] };
  for (const span of spans) readFacts(trial, span, () => false);
  return (wanted === 'some' || trial.unread.length === 0) && trial.screen !== growing.screen;
}

const RESTRICTS =
  /^(?:only (?:for|visible to|open to|accessible)|restricted to|(?:visible|open|accessible) only)\b|^(?!read|view|write|display)\p{L}[\p{L} -]{1,40} only$/iu;

/** Somebody is kept out, and nobody knows who: then it is for nobody, until a line says it. */
function restrict(growing: Growing, span: Span): void {
  const { screen } = growing;
  if (screen.roles?.length !== 0) return;
  const [people] = cut(span, (text, at) => (text[at] === ':' ? 1 : 0));
  if (RESTRICTS.test(span.text) || (people !== undefined && speaksOfPeople(growing.reader, people)))
    set(growing, { roles: null });
}

const withoutStop = (span: Span): Span => part(span, 0, endWithout(span.text, '.;,').length);

const BRACKETS = /^[([]([^()[\]]+)[)\]][\s:.,–—-]*|(?<!\s)\s*[([]([^()[\]]+)[)\]]$/;

/** "(public) one e-mail field", "open charges (desk and manager)": whom it is for may stand in brackets. */
function readWithBrackets(growing: Growing, span: Span): boolean {
  const match = BRACKETS.exec(span.text);
  const inside = match?.[1] ?? match?.[2];
  if (match === null || inside === undefined) return readFact(growing, span) === 'all';
  const from = match.index + match[0].indexOf(inside);
  const who = part(span, from, from + inside.length);
  if (!readRoles(growing, who)) {
    if (growing.screen.roles?.length === 0 && speaksOfPeople(growing.reader, who)) set(growing, { roles: null });
    return readFact(growing, span) === 'all';
  }
  const rest = withoutStop(match.index === 0 ? part(span, match[0].length) : part(span, 0, match.index));
  return rest.text === '' || readFact(growing, rest) === 'all' || readParts(growing, rest);
}

function readFact(growing: Growing, span: Span): Read {
  if (span.text.length > 1000) return 'no';
  let best: Read = 'no';
  for (const read of PATTERNS) {
    const found = read(growing, span);
    if (found === 'all') return 'all';
    if (found === 'some') best = 'some';
  }
  if (NARROWING.test(span.text)) growing.narrowed = true;
  return best;
}

/** Words that keep records away. */
const NARROWING =
  /\bown\b|\bmine\b|waiting for|assigned to|\bwhose\b|\bhidden unless\b|^only (?!.*\b(?:see|open|use)\b)|^(?:open|current|active|pending|overdue|unpaid|today'?s?) \p{L}+(?:,|$)/iu;

/** "Leads only"; of "clerks, customers (own)" who they are, and not what stands in brackets. */
const people: Pattern = (growing, span) => {
  if (readRoles(growing, span)) return 'all';
  const bare = span.text.replaceAll(/\s*\([^()]*\)/g, '');
  return bare !== span.text && bare.trim() !== '' && readRoles(growing, { text: bare, from: span.from })
    ? 'some'
    : 'no';
};

const START =
  /^(?:the |this is the )?(?:start|home|landing|first)[ -]?(?:screen|page)? (?:for|of) (.+?)(?::\s+([\s\S]+))?$/i;

/** "start screen for technicians: open damage reports". */
const start: Pattern = (growing, span) => {
  const match = START.exec(span.text);
  if (match?.[1] === undefined) return 'no';
  const from = span.text.indexOf(match[1]);
  const roles = screenRoles(growing.reader, { text: `for ${match[1]}`, from: span.from + from - 4 });
  if (roles === undefined || roles === null || roles.length === 0) return 'no';
  set(growing, { startFor: [...growing.screen.startFor, ...roles] });
  if (match[2] === undefined) return 'all';
  return readFact(growing, part(span, span.text.length - match[2].length));
};

const VIEWS: ReadonlyMap<string, ScreenKind> = new Map([
  ['list', 'table'],
  ['table', 'table'],
  ['form', 'form'],
  ['record', 'record'],
  ['detail', 'record'],
  ['details', 'record'],
]);
const EXAMPLE = /^(?:e\.g\.|for example|example:|for instance),? [`"“]?\/\S*$/i;

/** "List", where it is one; an example of an address. Both say nothing new. */
const known: Pattern = ({ screen }, span) => {
  const view = VIEWS.get(span.text.replace(/^(?:an?|the) /i, '').toLowerCase());
  return (view !== undefined && view === screen.kind) || EXAMPLE.test(span.text) ? 'all' : 'no';
};

const PATTERNS: readonly Pattern[] = [people, start, known, ...RECORD_FACTS, ...WAY_FACTS];

/** "My loans" are the person's own, where no words say which; without a condition for that nobody knows what is shown. */
export function narrow(growing: Growing): void {
  const { screen } = growing;
  const isMine = /^(?:my|your|own)\s/i.test(screen.name);
  if (screen.filter !== null || screen.entity === null || screen.kind !== 'table' || !(isMine || growing.narrowed))
    return;
  const own = isMine ? ownOf(growing, screen.entity) : null;
  if (own === null) set(growing, { kind: 'page', entity: null, fields: [], actions: [], filters: [] });
  else if (screen.at !== null) set(growing, { filter: { text: own, at: screen.at, tree: parseExpression(own).tree } });
}

/** What makes a record one's own; null where those whom the screen is for are not the ones whom it names. */
function ownOf({ screen, reader }: Growing, entity: string): string | null {
  const lexicon = reader.lexicon();
  const own = ownCondition(entity, lexicon);
  const field = /^(?:this\["(.+)"\]|(\w+)) == me$/.exec(own ?? '');
  const name = field?.[1] ?? field?.[2];
  if (own === null || name === undefined || screen.roles === null || screen.roles.length === 0) return own;
  const isRole = (written: string) => namesIn(reader, written, 'known');
  const called = isRole(name);
  if (called !== null) return called.every((role) => screen.roles?.some((each) => each.name === role)) ? own : null;
  const fields = lexicon.entities.find((each) => each.name === entity)?.fields ?? [];
  const roles = screen.roles.map((role) => nameKey(role.name));
  const other = fields.some(
    (each) =>
      each.name !== name && roles.some((role) => role === nameKey(each.name) || `${role}s` === nameKey(each.name)),
  );
  return other || /^who\b|\bby$/i.test(name) ? null : own;
}
