import { part } from '../markdown/span.ts';
import { formulaOf, type Growing, type Pattern, set } from './2-growing.ts';
import { routeOf, routesIn } from './2-heads.ts';
import { rolesOfRight } from './2-people.ts';
import { entityOf, listed } from './2-shows.ts';
import { readCondition } from './phrases/condition.ts';
import { personOf } from './phrases/frame.ts';
import { matchEvent } from './phrases/match.ts';
import { attributeNamed } from './phrases/names.ts';
import { negated } from './phrases/predicate.ts';

const REDIRECT =
  /^(?:(?:it|this|the page|always|simply|just) )?(?:only )?(?:redirects?|forwards?|leads|goes|sends)(?: (?:on|you|people|straight|one))? to\s+/i;
const WITH_MESSAGE =
  /^\s*,?\s*(?:with|and|showing|and shows)\s+(?:the |a )?(?:toast|message|note|notice)?\s*["“]([^"“”]+)["”]$/i;
const GUARDED = /^(?:(?:when|if|where|unless|without)\s+)([\s\S]{2,200}?)(?::|,)\s+/i;

/** "redirects to `/invoices`", "when the status is not `draft`: redirects to … with the toast "…"". */
const redirect: Pattern = (growing, span) => {
  const condition = GUARDED.exec(span.text);
  const rest = condition === null ? span : part(span, condition[0].length);
  const verb = REDIRECT.exec(rest.text);
  if (verb === null) return 'no';
  const [route] = routesIn(part(rest, verb[0].length));
  if (route === undefined || route.from !== 0) return 'no';
  const behind = part(part(rest, verb[0].length), route.to);
  const message = WITH_MESSAGE.exec(behind.text)?.[1] ?? null;
  const tail = /^(?:when|if|unless)\s+([\s\S]+)$/i.exec(behind.text);
  const leading = { route: route.address, message, at: growing.reader.place(span) };
  const { screen } = growing;
  if (condition === null && (behind.text === '' || message !== null)) {
    return set(growing, { kind: 'redirect', entity: null, filter: null, fields: [], otherwise: leading });
  }
  if (screen.otherwise !== null || screen.kind === 'redirect') return 'no';
  const isUnless = /^unless\b/i.test(condition === null ? behind.text : span.text);
  const written = condition?.[1] ?? tail?.[1] ?? null;
  if (written === null || (condition !== null && behind.text !== '' && message === null)) return 'no';
  const right = /^`?!(can[A-Z]\w*)`?$/.exec(written)?.[1];
  if (right !== undefined && !isUnless) {
    const roles = rolesOfRight(growing.reader, right, span);
    if (roles === null || (screen.roles?.length ?? 1) > 0) return 'no';
    return set(growing, { roles: [...roles], otherwise: leading });
  }
  const has = screen.route.includes('/:') ? screen.entity : null;
  const read = has === null ? null : readCondition(written, { entity: has, lexicon: growing.reader.lexicon() });
  if (read === null) return 'no';
  return set(growing, {
    guard: formulaOf(isUnless ? read.text : negated(read.text), growing.reader, span),
    otherwise: leading,
  });
};

const HERE = /\b(?:redirects?|leads|goes|forwards) here$/i;

/** "`/settings` redirects here". */
const redirectsHere: Pattern = (growing, span) => {
  const [route] = routesIn(span);
  if (route === undefined || route.from !== 0 || !HERE.test(span.text)) return 'no';
  growing.redirects.push(part(span, route.from, route.to));
  return 'all';
};

const BUTTONS =
  /^(?:(?:the )?(?:buttons?|actions?|row (?:menu|actions)|menu of a row|bulk actions|each row has)(?: (?:are|on (?:a|each) row))?)\s*:?\s+/i;

/** "Buttons: Edit, Send": the events among them. On a record they are offered anyway. */
const buttons: Pattern = (growing, span) => {
  const match = BUTTONS.exec(span.text);
  const { screen, reader } = growing;
  if (match === null || screen.entity === null || screen.actions.length > 0) return 'no';
  const scope = { entity: screen.entity, lexicon: reader.lexicon() };
  const all = listed(part(span, match[0].length));
  const events = all.map((each) => ({
    each,
    event: matchEvent(each.text.replace(/\s*\([^()]*\)$/, ''), scope)?.event ?? null,
  }));
  const found = events.flatMap(({ each, event }) => (event === null ? [] : [{ name: event, at: reader.place(each) }]));
  if (found.length === 0) return 'no';
  if (screen.kind !== 'record') set(growing, { actions: found });
  return found.length === all.length && !all.some(({ text }) => text.includes('(')) ? 'all' : 'some';
};

const NO_MENU =
  /^(?:it (?:is|has) )?(?:not (?:in|part of) the (?:menu|navigation|top bar|sidebar)|no menu entry|without (?:a )?menu entry|no entry in the menu)$/i;
const MENU_IF =
  /^(?:the |its )?menu (?:entry|item) (?:appears|is shown|shows|is there|stands there|is visible)(?: only)? (?:if|when|while|for whom) (.+)$/i;

const menu: Pattern = (growing, span) => {
  const { screen, reader } = growing;
  if (screen.menu !== null) return 'no';
  if (NO_MENU.test(span.text)) return set(growing, { menu: { shown: false, when: null } });
  const written = MENU_IF.exec(span.text)?.[1];
  if (written === undefined) return 'no';
  const text = readCondition(written, { entity: null, lexicon: reader.lexicon() })?.text ?? somebodys(growing, written);
  return text === null ? 'no' : set(growing, { menu: { shown: true, when: formulaOf(text, reader, span) } });
};

/** "The user is somebody's manager": there are people whose manager they are. */
function somebodys({ reader }: Growing, written: string): string | null {
  const noun =
    /^(?:the )?(?:user|person|one|they) (?:is|are) (?:somebody|someone|anybody)(?:'s|’s) (\p{L}[\p{L} ]{0,40})$/iu.exec(
      written,
    )?.[1];
  const lexicon = reader.lexicon();
  const person = personOf(lexicon);
  const field = noun === undefined || person === null ? null : attributeNamed(lexicon, person.name, noun);
  if (person === null || field?.type.kind !== 'reference' || field.type.entity !== person.name) return null;
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(`${person.name}${field.name}`)
    ? `exists(${person.name} where ${field.name} == me)`
    : null;
}

const CLICK =
  /^(?:an? |the )?(?:click|tap|press|clicking|tapping|selecting)(?: on)? (?:an? |the )?(?:row|tile|card|line|entry|\p{L}+)\s*(?:->|→|=>|opens|leads to|shows|goes to)\s*(?:the )?(.+)$/iu;
const ROW = /^(?:an? |the |each )?(?:row|tile|card)\s*(?:->|→|=>|opens|leads to)\s*(?:the )?(.+)$/i;
const QUOTED_WAY =
  /["“]([^"“”]+)["”](?: on each \p{L}+| button)?\s*(?:->|→|=>|opens|leads to)\s*(?:the )?([^,;.()]+|`[^`]+`)/giu;
const LINK_TO = /\blinks? (?:back )?to (`[^`]+`)/gi;

const links: Pattern = (growing, span) => {
  const row = (CLICK.exec(span.text) ?? ROW.exec(span.text))?.[1];
  if (row !== undefined) {
    growing.ways.push({ kind: 'link', text: '', to: part(span, span.text.length - row.length) });
    return 'all';
  }
  let length = 0;
  for (const match of [...span.text.matchAll(QUOTED_WAY), ...span.text.matchAll(LINK_TO)]) {
    const [to, text] = match[2] === undefined ? [match[1] ?? '', ''] : [match[2], match[1] ?? ''];
    const end = match.index + match[0].length;
    growing.ways.push({ kind: 'link', text, to: part(span, end - to.length, end) });
    length += match[0].length;
  }
  return length === 0 ? 'no' : length >= span.text.length - 1 ? 'all' : 'some';
};

const FROM = /^(?:(?:can be )?(?:reached|opened|linked) )?from (?:the )?(.+)$/i;

/** "Reached from My tickets and from the top bar." */
const from: Pattern = (growing, span) => {
  const written = FROM.exec(span.text)?.[1];
  if (written === undefined) return 'no';
  const list = part(span, span.text.length - written.length);
  const parts = list.text
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)(?:\s+|(?=,))/i)
    .filter((each) => each !== '' && !/^(?:and|or)$/i.test(each));
  let read = true;
  let at = 0;
  for (const each of parts) {
    at = list.text.indexOf(each, at);
    const name = each.replace(/^(?:from )?(?:the )?/i, '');
    if (/^(?:top bar|menu|navigation|sidebar|header)$/i.test(name))
      set(growing, { menu: growing.screen.menu ?? { shown: true, when: null } });
    else if (name.split(/\s+/).length > 4) read = false;
    else growing.ways.push({ kind: 'from', from: part(list, at + each.length - name.length, at + each.length) });
    at += each.length;
  }
  return read ? 'all' : 'some';
};

const SENT =
  /^(?:after|on|when) (?:sending|saving|submitting|submit|sent|saved|success|creating)(?: it)?,? (?:the (?:user|person) (?:goes|is (?:sent|taken|led)) to|(?:it )?(?:goes|leads|redirects) to|opens|shows)\s+(?:the )?(.+)$/i;
const ANSWERS = /^(?:[\s\S]{1,60}[,;:] )?(?:it )?always (?:answers|says|shows)\s+["“]([^"“”]+)["”]/i;

const next: Pattern = (growing, span) => {
  const { screen, reader } = growing;
  if (screen.next !== null) return 'no';
  const at = reader.place(span);
  const message = ANSWERS.exec(span.text)?.[1];
  if (message !== undefined) {
    set(growing, { next: { route: '', message, at } });
    return 'some';
  }
  const written = SENT.exec(span.text)?.[1];
  if (written === undefined) return 'no';
  const to = part(span, span.text.length - written.length);
  const route = routeOf(to);
  if (route !== null) return set(growing, { next: { route, message: null, at } });
  const noun = /^(?:new|created|made) (.+)$/i.exec(to.text)?.[1];
  const entity = noun === undefined ? null : entityOf(reader.lexicon(), noun);
  if (entity === null || entity.name !== screen.entity) return 'no';
  growing.ways.push({ kind: 'made', at: to });
  return 'all';
};

/** What is said of the ways to a screen and away from it. */
export const WAY_FACTS: readonly Pattern[] = [redirect, redirectsHere, buttons, menu, links, from, next];
