import type { Span } from '../markdown/span.ts';
import type { Stated } from './5-constraints.ts';
import {
  linkTo,
  memberText,
  type Narrow,
  pathTo,
  type Required,
  stateOf,
  type Things,
  textOf,
  thingsIn,
  within,
} from './5-count.ts';
import { type Lasting, lastingOf } from './5-spans.ts';
import { recordOf } from './5-subject.ts';
import { sentences } from './cut.ts';
import type { KnownEntity, Lexicon } from './lexicon.ts';
import { attributeNamed, entityNamed } from './phrases/names.ts';
import { plainWords } from './phrases/scope.ts';

const NOT =
  '(?:(?:may|must|can|shall|should|do|does) (?:not|never)|cannot|never|(?:are|is) (?:not|never) allowed to)(?: ever)?';
const MAY = '(?:(?:may|must|can|shall|should|are allowed to|is allowed to) )?(?:ever )?';
const OF =
  '(?:of|for|in|on|at|by|with|per|within) (?:(?:one and )?the same|a single|one|an?|each|every|any|that|its|the)';
const HAVE = '(?:have|has|hold|holds|take|takes|get|gets|be given|make|makes)';
const THINGS = '(?<things>.{1,60}?)';
const KEY = '(?<key>.{1,60}?)';
const OVERLAPPING = '(?:overlapping|simultaneous|concurrent|parallel)';
const AT_ONCE =
  '(?:at (?:the same|one|a|any one) time|at once|in parallel|(?:that|which) overlap|with overlapping times)';
const OTHER = '(?:another|any other|an other|an existing|any existing)(?<other>(?: .{1,60}?)??)';

/** The ways to say that no two records of the same something last at the same time. */
const SAID: readonly RegExp[] = [
  `(?:any )?(?:two |all )?${THINGS} ${OF} ${KEY} ${NOT} overlap`,
  `no (?:two )?${THINGS} ${OF} ${KEY} ${MAY}overlaps?`,
  `(?:any )?(?:two |all )?${THINGS} ${NOT} overlap ${OF} ${KEY}`,
  `no (?:two )?${THINGS} ${MAY}overlaps? ${OF} ${KEY}`,
  `(?:an?|each|every|one|the) ${THINGS} ${NOT} overlap(?: with)? ${OTHER} ${OF} ${KEY}`,
  `no ${THINGS} ${MAY}overlaps?(?: with)? ${OTHER} ${OF} ${KEY}`,
  `(?:an?|each|every|one|the(?: same)?) ${KEY} ${NOT} ${HAVE} (?:two |several |any )?${OVERLAPPING} ${THINGS}`,
  `no ${KEY} ${MAY}${HAVE} (?:two |several |any )?${OVERLAPPING} ${THINGS}`,
  `(?:an?|each|every|one|the(?: same)?) ${KEY} ${NOT} ${HAVE} (?:two|several|more than one) ${THINGS} ${AT_ONCE}`,
  `no ${KEY} ${MAY}${HAVE} (?:two|several|more than one) ${THINGS} ${AT_ONCE}`,
].map((form) => RegExp(`^${form}$`, 'i'));

/** "each other", "in time": that is what overlapping means. */
const FILLING = / (?:with )?(?:each other|one another|in time)(?= |,|$)/gi;
const TAIL =
  /^(.{1,200}?),? (?:\((.{1,100})\)|((?:if|when|while|as long as|where|unless|except|in (?:the )?states?) .{1,100}))$/i;
const TOUCHING =
  /^(?:back[- ]to[- ]back(?: \w+)? (?:is|are) (?:allowed|fine|possible)|(?:but )?one may (?:start|begin) (?:at|when|as)(?: the)?(?: exact)?(?: \w+)? ?the (?:other|previous)(?: one)? ends)$/i;
const LIKEWISE = RegExp(
  `^the same (?:holds|goes|applies|is true) (?:for|of|to) (?:any )?(?:two )?${THINGS} ${OF} ${KEY}$`,
  'i',
);

/**
 * "Two bookings of the same room must not overlap. Cancelled ones do not count." Null: no such sentence, a sentence
 * behind it that may change what it means, or nothing sure.
 */
export function overlapRule(span: Span, lexicon: Lexicon): Required | null {
  if (!/\boverlap|\b(?:at once|parallel|concurrent|simultaneous|time)\b/i.test(span.text)) return null;
  const [first, ...behind] = sentences(span);
  const said = first === undefined ? null : pairsIn(plainWords(first).replaceAll(FILLING, ''), lexicon);
  const lasting = said === null ? null : lastingOf(said.entity, lexicon);
  if (said === null || lasting === null) return null;
  const rest = behind.map((one) => furtherOf(plainWords(one), said, lasting, lexicon));
  const known = rest.filter((one) => one !== null);
  if (known.length < rest.length) return null;
  const narrow = [...said.narrow, ...known.flatMap((one) => one.narrow)];
  const keys = [...said.keys, ...known.flatMap((one) => one.keys)];
  const found = keys.map((key) => conditionOf({ ...said, narrow }, key, lasting, lexicon));
  const conditions = found.filter((one) => one !== null);
  if (conditions.length < found.length) return null;
  const stated = conditions.map((condition): Stated => ({ condition, message: null, events: [], at: span }));
  return { subject: { ...recordOf(said.entity.name), field: lasting.begin.field }, read: { stated, unread: [] } };
}

/** Which records may not last at the same time, and what they would have in common. */
interface Pairs extends Things {
  /** What is so of one of them at least. */
  readonly either: readonly Narrow[];
  readonly keys: readonly string[];
}

function pairsIn(written: string, lexicon: Lexicon): Pairs | null {
  const [, main = written, bracketed, conditional] = TAIL.exec(written) ?? [];
  const match = SAID.map((form) => form.exec(main)).find((found) => found !== null);
  const { things: noun = '', other, key = '' } = match?.groups ?? {};
  const things = match === undefined ? null : thingsIn(noun, '', lexicon);
  if (things === null) return null;
  const others = other === undefined || /^(?: one)?$/i.test(other) ? null : thingsIn(other.trim(), '', lexicon);
  const tail = bracketed ?? conditional;
  const narrowed = tail === undefined ? [] : [narrowedBy(tail, things.entity, lexicon)];
  if (narrowed.includes(null)) return null;
  const narrow = [...things.narrow, ...narrowed.filter((one) => one !== null)];
  const isAlike = JSON.stringify(others?.narrow) === JSON.stringify(things.narrow);
  if (others !== null && (others.entity !== things.entity || (things.narrow.length > 0 && !isAlike))) return null;
  return { entity: things.entity, narrow, either: isAlike ? [] : (others?.narrow ?? []), keys: keysOf(key) };
}

/** "vet or the same room": each of them by itself. */
const keysOf = (words: string) => words.split(/,? or (?:(?:of|for|in|at) )?(?:the same )?/i);

const ONES = '(?: ones| \\p{L}{2,30})?';
const BOTH =
  /^(?:if|when|while|as long as|where) (?:both|they|both of them|the two)(?: of them)? (?:are|stand in) (.+)$/i;
const NEITHER = /^(?:unless|except (?:if|when|where)) (?:one|either|any)(?: of (?:them|the two))? is (.+)$/i;
const LEFT_OUT: readonly RegExp[] = [
  new RegExp(`^(?:except|not counting|ignoring|disregarding)(?: for)? (?<out>.+?)(?<noun>${ONES})$`, 'iu'),
  new RegExp(`^(?<out>.+?)(?<noun>${ONES}) (?:do not count|are (?:ignored|not counted|disregarded|left out))$`, 'iu'),
];

/** What narrows which records count: the states of both of them, or those of either that leave it out. */
function narrowedBy(written: string, entity: KnownEntity, lexicon: Lexicon): Narrow | null {
  const both = BOTH.exec(written)?.[1] ?? /^in (?:the )?states? (.+)$/i.exec(written)?.[1];
  if (both !== undefined) return stateOf(both, entity, lexicon, false);
  const either = NEITHER.exec(written)?.[1];
  if (either !== undefined) return stateOf(either, entity, lexicon, true);
  for (const form of LEFT_OUT) {
    const { out = '', noun = '' } = form.exec(written)?.groups ?? {};
    const isNoun = /^ ones$/i.test(noun) || entityNamed(lexicon, noun) === entity;
    const found = out === '' ? null : stateOf(isNoun ? out : `${out}${noun}`, entity, lexicon, true);
    if (found !== null) return found;
  }
  return null;
}

/** A sentence behind it: what does not count, that two may touch, or that the same holds of something else. */
function furtherOf(
  written: string,
  { entity }: Pairs,
  { byDays }: Lasting,
  lexicon: Lexicon,
): Pick<Pairs, 'narrow' | 'keys'> | null {
  if (TOUCHING.test(written)) return byDays ? null : { narrow: [], keys: [] };
  const { things = '', key = '' } = LIKEWISE.exec(written)?.groups ?? {};
  const likewise = things === '' ? null : thingsIn(things, '', lexicon);
  if (likewise !== null)
    return likewise.entity === entity && likewise.narrow.length === 0 ? { narrow: [], keys: keysOf(key) } : null;
  const narrow = narrowedBy(written, entity, lexicon);
  return narrow === null ? null : { narrow: [narrow], keys: [] };
}

function conditionOf(
  { entity, narrow, either }: Omit<Pairs, 'keys'>,
  key: string,
  lasting: Lasting,
  lexicon: Lexicon,
): string | null {
  const same = sameOf(entity, key, lexicon);
  if (same === null) return null;
  const { begin, end, day } = lasting;
  const sameDay = day === null ? [] : [`${within(entity, day.name)} == this${memberText(day.name)}`];
  const where = [
    same.both,
    ...sameDay,
    `overlaps(${begin.inside}, ${end.inside}, ${begin.own}, ${end.own})`,
    ...narrow.map((each) => each.inside),
    ...either.map((each) => `(${each.inside} or ${each.own})`),
  ];
  const free = [...narrow.map((each) => each.free), ...(same.none === null ? [] : [same.none])];
  return [...free, `none(${textOf(entity.name)} where ${where.join(' and ')})`].join(' or ');
}

/** What two records have in common; `none`: this one has nothing of the kind. */
interface Common {
  readonly both: string;
  readonly none: string | null;
}

function sameOf(entity: KnownEntity, key: string, lexicon: Lexicon): Common | null {
  const link = linkTo(entity, key, lexicon);
  const own =
    attributeNamed(lexicon, entity.name, key.replace(/ members?$/i, '')) ??
    (link?.kind === null ? link.attribute : null);
  if (own?.type.kind === 'references') {
    const [inside, of] = [within(entity, own.name), `this${memberText(own.name)}`];
    return { both: `${inside}.exists(${EACH}, ${EACH} in ${of})`, none: null };
  }
  const path = own === null ? pathTo(entity, key, lexicon) : pathTo(entity, own.name, lexicon);
  if (path === null) return null;
  return { both: `${path.inside} == ${path.own}`, none: own?.field?.required === true ? null : `${path.own} == null` };
}

const EACH = 'eachOne';
