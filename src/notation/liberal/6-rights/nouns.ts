import { part, type Span } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';
import { readCondition } from '../phrases/condition.ts';
import { nameKey, nameWords, withoutArticle } from '../phrases/fold.ts';
import { attributesOf, personOf } from '../phrases/frame.ts';
import { frameOf, roleNamed } from '../phrases/match.ts';
import { attributeNamed, entityNamed } from '../phrases/names.ts';
import { plainWords } from '../phrases/scope.ts';
import { adjectiveCondition } from './adjective.ts';
import { memberText, ownCondition, sharedWithMe } from './owner.ts';

/** What a sentence speaks of: records of an entity, or fields of them. */
export interface Noun {
  readonly entity: string;
  readonly fields: readonly string[] | null;
  readonly where: string | null;
}

/** One of several things that are listed; null where it was not wholly understood. */
export interface Listed {
  readonly span: Span;
  readonly nouns: readonly Noun[] | null;
}

/** "own tickets, watched tickets, and all reports": each thing by itself. `about` is the entity of the things before it. */
export function readNouns(span: Span, lexicon: Lexicon): Listed[] {
  const whole = fieldsOf(span, lexicon);
  if (whole !== null) return [{ span, nouns: whole }];
  const parts = listParts(span);
  return parts.map((each) => ({ span: each, nouns: limitedNoun(each, parts, lexicon) }));
}

const WHOSE =
  /\s+(?:(?:of|in|on|from|for|at)\s+(?:(?:the|their|his or her|his|her|its|my)\s+)?(?:own|their|his|her|my)|that|which|who)\s+.+$/i;

/** "orders and bills of their own shop", "own orders and bills": whose the things are is said once of all that say nothing else. */
function limitedNoun(each: Span, parts: readonly Span[], lexicon: Lexicon): Noun[] | null {
  const nouns = nounOf(each, lexicon);
  const isBare =
    nouns?.every(({ where, fields }) => where === null && fields === null) === true && !ALL.test(each.text);
  if (!isBare) return nouns;
  const tail = WHOSE.exec(parts.at(-1)?.text ?? '')?.[0];
  if (each !== parts[0] && POINTING.test(parts[0]?.text ?? '')) return null;
  const own = OWN.exec(parts[0]?.text ?? '')?.[0];
  if (tail !== undefined && each !== parts.at(-1)) return nounOf({ ...each, text: `${each.text}${tail}` }, lexicon);
  return own === undefined || each === parts[0] ? nouns : nounOf({ ...each, text: `own ${each.text}` }, lexicon);
}

/** Cuts at commas, "and", "or" outside of quotes and brackets. */
export function listParts(span: Span): Span[] {
  return listCuts(span)
    .map(({ from, to }) => part(span, from, to))
    .filter(({ text }) => text !== '');
}

/** Where the parts of a list begin and end. */
export function listCuts(span: Span): { readonly from: number; readonly to: number }[] {
  const cuts = [
    ...span.text.matchAll(/\s*,\s*(?:and|or|but)\s+|\s*,\s+|\s+(?:and|or)\s+(?!(?:her|herself|she|hers)\b)/gi),
  ];
  const parts: { from: number; to: number }[] = [];
  let from = 0;
  for (const cut of cuts) {
    parts.push({ from, to: cut.index });
    from = cut.index + cut[0].length;
  }
  return [...parts, { from, to: span.text.length }];
}

/** "subject and description of own tickets", "the priority of tickets of the own team", "watchers on own tickets". */
function fieldsOf(span: Span, lexicon: Lexicon): Noun[] | null {
  const cuts = [...span.text.matchAll(/\s+(?:of|on|in|for|from)\s+/gi)];
  for (const cut of cuts) {
    const records = nounOf(part(span, cut.index + cut[0].length), lexicon)?.[0];
    if (records === undefined || records.fields !== null) continue;
    const names = listParts(part(span, 0, cut.index)).map((each) => fieldNamed(each.text, records.entity, lexicon));
    const known = names.filter((name) => name !== null);
    if (known.length > 0 && known.length === names.length) return [{ ...records, fields: known }];
  }
  return null;
}

function fieldNamed(words: string, entity: string, lexicon: Lexicon): string | null {
  const found = attributeNamed(lexicon, entity, plainWords(words).replace(/^(?:only )?(?:the )?/i, ''));
  return found?.machine === null && found.field !== null ? found.name : null;
}

const ALL = /^(?:all|any|every|each|all of the|the)\s+/i;
const OWN = /^(?:(?:the|their|his or her|his|her|its|one's)\s+)?own\s+|^(?:their|his or her|his|her|my)\s+/i;

const EVERYTHING = /^(?:everything|all (?:records|data))$/i;

/** One thing: "own tickets", "all tickets that are not confidential", `serialNo`, "work entries". Null: not understood. */
export function nounOf(span: Span, lexicon: Lexicon): Noun[] | null {
  const text = withoutPadding(plainWords(span));
  if (text === '' || (POINTING.test(text) && entityNamed(lexicon, text) !== null)) return null;
  if (EVERYTHING.test(text))
    return lexicon.entities
      .filter(({ belongsTo }) => belongsTo === null)
      .map(({ name }) => ({ entity: name, fields: null, where: null }));
  return (
    wholeRecords(text, lexicon) ??
    ownRecords(text, lexicon) ??
    relativeClause(text, lexicon) ??
    ofOthers(text, lexicon) ??
    described(text, lexicon) ??
    dottedField(text, lexicon) ??
    loneField(text, lexicon) ??
    shortField(text, lexicon)
  );
}

/** "the single charges of a person", "`openCharges` as a total": words that choose nothing. */
function withoutPadding(text: string): string {
  return text
    .replace(/^(?:the )?(?:single|individual|separate|actual) (?=\S)/i, '')
    .replace(/ of (?:an?|any|the|other|each) (?:person|people|persons|users?|member|members)$/i, '')
    .replace(/ as an? (?:total|sum|number|whole|list)$/i, '');
}

/** "its bills" are not all bills. */
const POINTING = /^(?:its|this|that|these|those|our|your)\s/i;

/** "tickets"; "borrowers" are people, of whatever role. */
function wholeRecords(text: string, lexicon: Lexicon): Noun[] | null {
  const named = entityNamed(lexicon, text.replace(ALL, ''));
  const isRole = named === null && roleNamed(text.replace(ALL, ''), frameOf({ entity: null, lexicon })) !== null;
  const entity = isRole ? personOf(lexicon) : named;
  return entity === null ? null : [{ entity: entity.name, fields: null, where: null }];
}

function ownRecords(text: string, lexicon: Lexicon): Noun[] | null {
  const own = OWN.exec(text);
  const entity = own === null ? null : entityNamed(lexicon, text.slice(own[0].length));
  if (entity === null) return own === null ? null : ownField(text.slice(own[0].length), lexicon);
  const where = ownCondition(entity.name, lexicon);
  return where === null ? null : [{ entity: entity.name, fields: null, where }];
}

/** "their own role": a field of the person's own record. */
function ownField(text: string, lexicon: Lexicon): Noun[] | null {
  const person = personOf(lexicon);
  const field = person === null ? null : fieldNamed(text, person.name, lexicon);
  return person === null || field === null ? null : [{ entity: person.name, fields: [field], where: 'this == me' }];
}

/** "tickets that are not confidential", "tickets assigned to him or her", "invoices in Draft". */
function relativeClause(text: string, lexicon: Lexicon): Noun[] | null {
  const cut =
    /^(.+?)\s+(?:(that|which|who)\s+(.+)|((?:assigned|given|addressed|sent|made|raised|created|uploaded|written)\s+(?:to|by)\s+.+)|in\s+(?:the\s+)?(?:state\s+|status\s+)?(.+))$/i.exec(
      text,
    );
  if (cut === null) return null;
  const entity = entityNamed(lexicon, (cut[1] ?? '').replace(ALL, ''));
  if (entity === null) return null;
  const scope = { entity: entity.name, lexicon };
  const words = cut[3] ?? (cut[4] === undefined ? `is ${cut[5] ?? ''}` : cut[4]);
  const where =
    cut[4] === undefined
      ? (readCondition(words, scope)?.text ??
        adjectiveCondition(words.replace(/^(?:is|are)\s+/i, ''), entity.name, lexicon))
      : participle(cut[4], entity.name, lexicon);
  return where === null ? null : [{ entity: entity.name, fields: null, where }];
}

/** "assigned to him or her": the one field whose name has the same stem leads to the person. */
function participle(words: string, entity: string, lexicon: Lexicon): string | null {
  const match =
    /^(\w+)\s+(?:to|by)\s+(?:(?:him|her|them)(?:self|selves)?(?:\s+or\s+(?:him|her)(?:self)?)?|oneself|the person|me)$/i.exec(
      words,
    );
  const stem = match?.[1]?.toLowerCase().replace(/(?:ed|en|n)$/, '') ?? '';
  const stated = lexicon.entities.find(({ name }) => name === entity);
  if (stem.length < 4 || stated === undefined) return null;
  const found = attributesOf(lexicon, stated).filter(
    ({ name, type }) =>
      type.kind === 'reference' &&
      name
        .toLowerCase()
        .replaceAll(/[^a-z]/g, '')
        .includes(stem),
  );
  return found.length === 1 ? `${memberText(found[0]?.name ?? '')} == me` : null;
}

/** "tickets of the own team", "charges of own loans". */
function ofOthers(text: string, lexicon: Lexicon): Noun[] | null {
  const cut = /^(.+?)\s+(?:of|in|from)\s+(.+)$/i.exec(text);
  const entity = cut === null ? null : entityNamed(lexicon, (cut[1] ?? '').replace(ALL, ''));
  if (cut === null || entity === null) return null;
  const owned = OWN.exec(cut[2] ?? '');
  if (owned === null) return null;
  const rest = (cut[2] ?? '').slice(owned[0].length);
  const shared = sharedWithMe(entity.name, rest, lexicon);
  if (shared !== null) return [{ entity: entity.name, fields: null, where: shared }];
  const parent = entityNamed(lexicon, rest);
  const stated = lexicon.entities.find(({ name }) => name === entity.name);
  const links = (stated?.fields ?? []).filter(({ type }) => type.kind === 'reference' && type.entity === parent?.name);
  const own = parent === null ? null : ownCondition(parent.name, lexicon);
  const link = links[0];
  if (own === null || link === undefined || links.length > 1) return null;
  const [path] = own.split(' == me');
  const member = path?.startsWith('this[') === true ? path.slice(4) : `.${path}`;
  return [{ entity: entity.name, fields: null, where: `${memberText(link.name)}${member} == me` }];
}

/** "internal comments", "open invoices", "confidential categories": an option, a state, or a yes-or-no field before the name. */
function described(text: string, lexicon: Lexicon): Noun[] | null {
  const words = withoutArticle(text.replace(ALL, '')).split(' ');
  for (let at = 1; at < words.length; at += 1) {
    const entity = entityNamed(lexicon, words.slice(at).join(' '));
    if (entity === null) continue;
    const where = adjectiveCondition(words.slice(0, at).join(' '), entity.name, lexicon);
    return where === null ? null : [{ entity: entity.name, fields: null, where }];
  }
  return null;
}

/** `Person.cardNo`. */
function dottedField(text: string, lexicon: Lexicon): Noun[] | null {
  const [owner = '', field, ...more] = text.split('.');
  const entity = field === undefined || more.length > 0 ? null : entityNamed(lexicon, owner);
  const attribute = entity === null || field === undefined ? null : attributeNamed(lexicon, entity.name, field);
  if (entity === null || attribute === null) return null;
  return [{ entity: entity.name, fields: [attribute.name], where: null }];
}

/** "serialNo", "the priority reason", "the VIP mark": a field that one entity alone has. */
function loneField(text: string, lexicon: Lexicon): Noun[] | null {
  const words = withoutArticle(text).replace(/\s+(?:mark|field|flag|value|date)$/i, '');
  for (const candidate of [withoutArticle(text), words]) {
    const owners = lexicon.entities.filter((entity) =>
      attributesOf(lexicon, entity).some(
        ({ name, field }) => field !== null && attributeNamed(lexicon, entity.name, candidate)?.name === name,
      ),
    );
    const [owner] = owners;
    const attribute = owner === undefined ? null : attributeNamed(lexicon, owner.name, candidate);
    if (owner !== undefined && owners.length === 1 && attribute !== null)
      return [{ entity: owner.name, fields: [attribute.name], where: null }];
  }
  return null;
}

/** "rates", "room rates" of a Room that has an hourly rate: the one field whose name ends so. */
function shortField(text: string, lexicon: Lexicon): Noun[] | null {
  const words = withoutArticle(text).split(' ');
  const last = words.at(-1) ?? '';
  const owner = words.length === 1 ? null : entityNamed(lexicon, words.slice(0, -1).join(' '));
  // A word alone may be a verb: "cancel" is no field `lateCancel`.
  if (last.length < 4 || (words.length > 1 ? owner === null : nameWords(last).join('') === nameKey(last))) return null;
  const found = lexicon.entities
    .filter((entity) => owner === null || entity === owner)
    .flatMap(({ name: entity, fields }) =>
      fields
        .filter(({ name }) => nameKey(nameWords(name).at(-1) ?? '') === nameKey(last))
        .map(({ name }) => ({ entity, name })),
    );
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : [{ entity: only.entity, fields: [only.name], where: null }];
}

/** "all tickets, except those in confidential categories": null where the exception was not understood. */
export function exceptionOf(nouns: readonly Noun[], except: Span, lexicon: Lexicon): Noun[] | null {
  const [noun] = nouns;
  if (noun === undefined || nouns.length > 1 || noun.fields !== null) return null;
  const words = plainWords(except).replace(/^(?:those|the ones|ones|these)\s+/i, '');
  const left = exceptedWhere(words, noun.entity, lexicon);
  if (left === null) return null;
  return [{ ...noun, where: noun.where === null ? `not (${left})` : `(${noun.where}) and not (${left})` }];
}

function exceptedWhere(words: string, entity: string, lexicon: Lexicon): string | null {
  const clause = /^(?:that|which|who)\s+(.+)$/i.exec(words);
  if (clause !== null) return readCondition(clause[1] ?? '', { entity, lexicon })?.text ?? null;
  const within = /^(?:in|of|from|with)\s+(.+)$/i.exec(words);
  return within === null
    ? (nounOf({ text: `all ${words}`, from: 0 }, lexicon)?.find((each) => each.entity === entity)?.where ?? null)
    : describedParent(within[1] ?? '', entity, lexicon);
}

/** "confidential categories" of a ticket: its category is confidential. */
function describedParent(words: string, entity: string, lexicon: Lexicon): string | null {
  const parts = withoutArticle(words).split(' ');
  const stated = lexicon.entities.find(({ name }) => name === entity);
  for (let at = 1; at < parts.length; at += 1) {
    const parent = entityNamed(lexicon, parts.slice(at).join(' '));
    const links = (stated?.fields ?? []).filter(
      ({ type }) => type.kind === 'reference' && type.entity === parent?.name,
    );
    const [link] = links;
    if (parent === null || link === undefined || links.length > 1) continue;
    return readCondition(`the ${link.name} is ${parts.slice(0, at).join(' ')}`, { entity, lexicon })?.text ?? null;
  }
  return null;
}
