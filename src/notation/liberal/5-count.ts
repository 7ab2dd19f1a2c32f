import { isPlainName, KEYWORDS } from '../../expressions/syntax/lexicon.ts';
import type { Span } from '../markdown/span.ts';
import type { Constraints } from './5-constraints.ts';
import { recordOf, type Subject } from './5-subject.ts';
import type { KnownEntity, Lexicon } from './lexicon.ts';
import { withoutArticle } from './phrases/fold.ts';
import { type Attribute, attributesOf, personOf } from './phrases/frame.ts';
import { attributeNamed, entityNamed, oneNamed } from './phrases/names.ts';
import { bounded } from './phrases/predicate.ts';
import { readCount } from './phrases/quantity.ts';
import { plainWords } from './phrases/scope.ts';

/** A requirement and what it is about. */
export interface Required {
  readonly subject: Subject;
  readonly read: Constraints;
}

const BOUND =
  '(?:at most|at least|no more than|not more than|never more than|up to|exactly|only|max\\.?|maximum|min\\.?|between|from)';
const NUMBER =
  '(?:\\d[\\d,.]*(?: ?(?:to|–|-|and) ?\\d[\\d,.]*)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)';
const HAVING = '(?:has|have|may have|can have|must have|holds?|may hold|can hold|looks? after|takes?|contains?)';
const OWNED = new RegExp(
  `^(?:an?|one|each|every|the|any) (.{1,60}?) ${HAVING} (${BOUND} )?(${NUMBER}) (.{1,160}?)(?:,? (at most|at least))?$`,
  'i',
);
const TWO = new RegExp(
  `^(?:an?|each|every) (.{1,40}?) ${HAVING} (?:at most|up to|max\\.?) (\\d+|one|two|three|four|five) and (?:an?|each|every) (.{1,40}?) (?:at most |up to |max\\.? )?(\\d+|one|two|three|four|five) (.{1,160})$`,
  'i',
);
const ALIKE = new RegExp(
  `^(?:at most|no more than|not more than|max\\.?) (${NUMBER}) (.{1,40}?) of (?:one|an?|the same|each) (.{1,40}?) (?:are|is|have|has) (?:of )?the same (.{1,40})$`,
  'i',
);

/** "A patient has at most 3 appointments that are Booked": how many records lead to another one. Null: no such sentence. */
export function countRule(span: Span, lexicon: Lexicon): Required | null {
  const text = plainWords(span);
  const found = text === '' ? null : (ofTwoKinds(text, lexicon) ?? ofOwner(text, lexicon) ?? ofAlike(text, lexicon));
  if (found === null) return null;
  const stated = [{ condition: found.condition, message: null, events: [], at: span }];
  return { subject: recordOf(found.entity), read: { stated, unread: [] } };
}

interface Found {
  readonly entity: string;
  readonly condition: string;
}

function ofOwner(text: string, lexicon: Lexicon): Found | null {
  const match = OWNED.exec(text);
  if (match === null) return null;
  const [, owner = '', before = '', number = '', noun = '', after = ''] = match;
  const count = readCount(`${before}${number}${after === '' ? '' : ` ${after}`}`.replace(/^only /i, 'exactly '));
  if (count === null || (before === '' && after === '' && !/\d ?(?:to|–|-) ?\d/.test(number))) return null;
  const things = thingsIn(noun, owner, lexicon);
  const link = things === null ? null : linkTo(things.entity, owner, lexicon);
  if (things === null || link === null) return null;
  const { name } = things.entity;
  if (count.min === null || count.min === 0) {
    if (count.max === null) return null;
    const others = `count(${textOf(name)} where ${[sameLink(things.entity, link), ...inside(things)].join(' and ')})`;
    return { entity: name, condition: unlessOther(things, link, `${others} < ${count.max}`) };
  }
  if (link.kind !== null || link.attribute.type.kind !== 'reference') return null;
  const own = `count(${textOf(name)} where ${[`${within(things.entity, link.attribute.name)} == this`, ...inside(things)].join(' and ')})`;
  const condition = bounded(own, count);
  return condition === null ? null : { entity: link.attribute.type.entity, condition };
}

/** "A student has at most 2 and a staff member at most 4 loans in the states …" */
function ofTwoKinds(text: string, lexicon: Lexicon): Found | null {
  const match = TWO.exec(text);
  if (match === null) return null;
  const [, one = '', few = '', other = '', many = '', noun = ''] = match;
  const things = thingsIn(noun, '', lexicon);
  const links = things === null ? [] : [one, other].map((owner) => linkTo(things.entity, owner, lexicon));
  const [first, second] = links;
  const counts = [few, many].map((number) => readCount(`exactly ${number}`)?.max ?? null);
  if (things === null || !first?.kind || !second?.kind || counts.includes(null)) return null;
  const isSame = first.attribute.name === second.attribute.name && first.kind.field === second.kind.field;
  if (!isSame || first.kind.option === second.kind.option || first.kind.options !== 2) return null;
  const { name } = things.entity;
  const others = `count(${textOf(name)} where ${[sameLink(things.entity, first), ...inside(things)].join(' and ')})`;
  const kind = `${ownPath(first)} == ${valueText(first.kind.option)}`;
  const free = things.narrow.map((narrow) => narrow.free);
  return { entity: name, condition: [...free, `${others} < (${kind} ? ${counts[0]} : ${counts[1]})`].join(' or ') };
}

/** "At most three picks of one choice are of the same subject." */
function ofAlike(text: string, lexicon: Lexicon): Found | null {
  const match = ALIKE.exec(text);
  const things = match === null ? null : thingsIn(match[2] ?? '', match[3] ?? '', lexicon);
  const link = things === null ? null : linkTo(things.entity, match?.[3] ?? '', lexicon);
  const path = things === null ? null : pathTo(things.entity, match?.[4] ?? '', lexicon);
  const count = readCount(`exactly ${match?.[1] ?? ''}`)?.max ?? null;
  if (things === null || link === null || path === null || count === null) return null;
  const same = `${path.inside} == ${path.own}`;
  const others = `count(${textOf(things.entity.name)} where ${[sameLink(things.entity, link), same, ...inside(things)].join(' and ')})`;
  return { entity: things.entity.name, condition: unlessOther(things, link, `${others} < ${count}`) };
}

/** A field of the record, or of the one record that it leads to which has a field of that name. */
export function pathTo(
  entity: KnownEntity,
  word: string,
  lexicon: Lexicon,
): { readonly inside: string; readonly own: string } | null {
  const own = attributeNamed(lexicon, entity.name, word);
  if (own !== null) return { inside: within(entity, own.name), own: `this${memberText(own.name)}` };
  const found = attributesOf(lexicon, entity).flatMap((attribute) => {
    const target = attribute.type.kind === 'reference' ? attribute.type.entity : null;
    const of = target === null || attribute.field === null ? null : attributeNamed(lexicon, target, word);
    return of === null || of.field === null ? [] : [{ attribute, of }];
  });
  const [only] = found;
  if (found.length !== 1 || only === undefined) return null;
  const path = memberText(only.of.name);
  return {
    inside: `${within(entity, only.attribute.name)}${path}`,
    own: `this${memberText(only.attribute.name)}${path}`,
  };
}

/** The records that are counted, and what narrows them. */
export interface Things {
  readonly entity: KnownEntity;
  readonly narrow: readonly Narrow[];
}

/** What is said of records inside of a count, the same of the record at hand, and that it is not so of that. */
export interface Narrow {
  readonly inside: string;
  readonly own: string;
  readonly free: string;
}

const inside = ({ narrow }: Things) => narrow.map((each) => each.inside);

/** Only a record that is counted itself is held to the count. */
function unlessOther({ narrow }: Things, link: Link, condition: string): string {
  const kind = link.kind === null ? [] : [`${ownPath(link)} != ${valueText(link.kind.option)}`];
  return [...kind, ...narrow.map(({ free }) => free), condition].join(' or ');
}

export function thingsIn(written: string, owner: string, lexicon: Lexicon): Things | null {
  const except = /^(.+?) \(?all(?: states)? (?:except|but) (.+?)\)?$/i.exec(written);
  const behind =
    except === null
      ? /^(.+?) (?:(?:which|that) (?:are|is) |in (?:one of )?(?:the )?states? |in (?:the )?status )(.+)$/i.exec(written)
      : null;
  const noun = except?.[1] ?? behind?.[1] ?? written;
  if (noun.includes('(')) return null;
  const words = noun.split(' ');
  for (let index = 0; index < Math.min(words.length, 4); index += 1) {
    const name = words.slice(index).join(' ');
    const found =
      entityNamed(lexicon, name) ?? (owner === '' ? null : entityNamed(lexicon, `${withoutArticle(owner)} ${name}`));
    if (found === null) continue;
    const adjectives = words.slice(0, index).join(' ');
    const isDefined = except !== null && /^(?:open|running|current|unfinished|pending)?$/i.test(adjectives);
    const narrow = [
      ...(adjectives === '' || isDefined ? [] : [stateOf(adjectives, found, lexicon, false)]),
      ...(behind === null ? [] : [stateOf(behind[2] ?? '', found, lexicon, false)]),
      ...(except === null ? [] : [stateOf(except[2] ?? '', found, lexicon, true)]),
    ];
    const known = narrow.filter((each) => each !== null);
    return known.length === narrow.length ? { entity: found, narrow: known } : null;
  }
  return null;
}

/** "Booked or Confirmed", of the one choice or machine of the records that has them all. */
export function stateOf(words: string, entity: KnownEntity, lexicon: Lexicon, isNot: boolean): Narrow | null {
  const names = words.replace(/^(?:either|the states?) /i, '').split(/\s*,\s*(?:or |and )?|\s+(?:or|and)\s+/i);
  const having = attributesOf(lexicon, entity).flatMap((attribute) => {
    const { type } = attribute;
    if (type.kind !== 'choice' || type.several) return [];
    const options = names.map((name) => oneNamed(type.options, (option) => option.name, name)?.name ?? null);
    return options.includes(null) ? [] : [{ attribute, options: options.map((option) => valueText(option ?? '')) }];
  });
  const [only] = having;
  if (having.length !== 1 || only === undefined) return null;
  const text = (of: string, not: boolean) =>
    only.options.length === 1
      ? `${of} ${not ? '!=' : '=='} ${only.options[0]}`
      : `${of} ${not ? 'not in' : 'in'} [${only.options.join(', ')}]`;
  const own = `this${memberText(only.attribute.name)}`;
  return { inside: text(within(entity, only.attribute.name), isNot), own: text(own, isNot), free: text(own, !isNot) };
}

/** The reference that leads from the things to whom they are counted for; perhaps only people of one kind. */
interface Link {
  readonly attribute: Attribute;
  readonly kind: { readonly field: string; readonly option: string; readonly options: number } | null;
}

export function linkTo(entity: KnownEntity, owner: string, lexicon: Lexicon): Link | null {
  const target = entityNamed(lexicon, owner);
  if (target !== null) return linked(entity, target, lexicon, null);
  const field = attributeNamed(lexicon, entity.name, owner);
  if (field?.type.kind === 'reference') return { attribute: field, kind: null };
  const person = personOf(lexicon);
  const word = owner.replace(/ (?:members?|people|persons?)$/i, '');
  const kinds = (person?.fields ?? []).flatMap(({ name, type }) => {
    const option = type.kind === 'choice' ? oneNamed(type.options, (each) => each.name, word) : null;
    return option === null || type.kind !== 'choice'
      ? []
      : [{ field: name, option: option.name, options: type.options.length }];
  });
  const [kind] = kinds;
  return person === null || kind === undefined || kinds.length > 1 ? null : linked(entity, person, lexicon, kind);
}

function linked(entity: KnownEntity, target: KnownEntity, lexicon: Lexicon, kind: Link['kind']): Link | null {
  const links = attributesOf(lexicon, entity).filter(
    ({ name, type, field }) =>
      field !== null && type.kind === 'reference' && type.entity === target.name && !/ ?by(?: ?id)?$/i.test(name),
  );
  const named = links.length < 2 ? links : links.filter(({ name }) => entityNamed(lexicon, name)?.name === target.name);
  const [attribute] = named;
  return named.length === 1 && attribute !== undefined ? { attribute, kind } : null;
}

const sameLink = (entity: KnownEntity, { attribute }: Link) =>
  `${within(entity, attribute.name)} == this${memberText(attribute.name)}`;

const ownPath = ({ attribute, kind }: Link) => `this${memberText(attribute.name)}${memberText(kind?.field ?? '')}`;

const isPlain = (name: string) => isPlainName(name) && !KEYWORDS.has(name);

export const textOf = (name: string) => (isPlain(name) ? name : JSON.stringify(name));

export const memberText = (name: string) => (isPlain(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

/** A field of the records that are looked through. */
export const within = ({ name }: KnownEntity, field: string) =>
  isPlain(field) ? field : `${textOf(name)}[${JSON.stringify(field)}]`;

const valueText = (option: string) => (isPlain(option) ? option : JSON.stringify(option));
