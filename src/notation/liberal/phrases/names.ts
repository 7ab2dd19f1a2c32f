import { isPlainName, KEYWORDS } from '../../../expressions/syntax/lexicon.ts';
import { type KnownEntity, type Lexicon, made } from '../lexicon.ts';
import { beginAlike, nameKey, nameWords, withoutArticle } from './fold.ts';
import { type Attribute, attributesOf, type Frame, type Operand, sortOf } from './frame.ts';

const WORDS: ReadonlySet<string> = new Set(['this', 'old', 'me', 'now', 'today']);

/** The one thing that these words name, the exact spelling first; null where there is none, or more than one. */
export function oneNamed<T>(things: readonly T[], name: (thing: T) => string, written: string): T | null {
  const exact = things.filter((thing) => name(thing) === written);
  if (exact.length > 0) return exact.length === 1 ? (exact[0] ?? null) : null;
  const near = written === '' ? [] : things.filter((thing) => beginAlike(name(thing), written));
  if (near.length === 0) return null;
  const key = nameKey(written);
  const alike = near.filter((thing) => nameKey(name(thing)) === key);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** An entity by its name or plural. */
export function entityNamed(lexicon: Lexicon, written: string): KnownEntity | null {
  const words = withoutArticle(written);
  const key = nameKey(words);
  if (key === '') return null;
  const { names, plurals } = made(lexicon, 'entities', () => entityIndex(lexicon));
  const alike = names.get(key);
  if (alike === undefined) return plurals.get(key)?.[0] ?? initialled(lexicon, words);
  return oneNamed(alike, ({ name }) => name, words);
}

/** `RO` for the one entity "Repair order". */
function initialled({ entities }: Lexicon, words: string): KnownEntity | null {
  const letters = /^(\p{Lu}{2,4})s?$/u.exec(words)?.[1];
  if (letters === undefined) return null;
  const initials = (name: string) =>
    nameWords(name)
      .map((word) => word.charAt(0))
      .join('')
      .toUpperCase();
  const found = entities.filter(({ name }) => initials(name) === letters);
  return found.length === 1 ? (found[0] ?? null) : null;
}

interface EntityIndex {
  readonly names: ReadonlyMap<string, readonly KnownEntity[]>;
  readonly plurals: ReadonlyMap<string, readonly KnownEntity[]>;
}

function entityIndex({ entities }: Lexicon): EntityIndex {
  const plurals = byKey(entities, ({ plural }) => plural ?? '');
  for (const [key, found] of plurals) if (key === '' || found.length > 1) plurals.delete(key);
  return { names: byKey(entities, ({ name }) => name), plurals };
}

function byKey<T>(things: readonly T[], name: (thing: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    const key = nameKey(name(thing));
    const alike = found.get(key);
    if (alike === undefined) found.set(key, [thing]);
    else alike.push(thing);
  }
  return found;
}

/** The entities with a field or machine of this name, and what it is there. */
export function attributesNamed(lexicon: Lexicon, written: string): readonly Attribute[] {
  const index = made(lexicon, 'fields', () =>
    byKey(
      lexicon.entities.flatMap((entity) => attributesOf(lexicon, entity)).filter((each) => each.field ?? each.machine),
      ({ name }) => name,
    ),
  );
  return index.get(nameKey(withoutArticle(written))) ?? [];
}

/** A field, state or built-in of the entity by its name. `client` also finds `clientId` where no `client` is. */
export function attributeNamed(lexicon: Lexicon, entity: string, written: string): Attribute | null {
  return made(lexicon, `attribute ${entity} / ${written}`, () => findAttribute(lexicon, entity, written));
}

function findAttribute(lexicon: Lexicon, entity: string, written: string): Attribute | null {
  const stated = made(lexicon, `entity ${entity}`, () => lexicon.entities.find(({ name }) => name === entity) ?? null);
  if (stated === null) return null;
  const all = attributesOf(lexicon, stated);
  const name = ({ name }: Attribute) => name;
  const words = withoutArticle(written);
  const index = made(lexicon, `names ${entity}`, () => byKey(all, name));
  const alike = (of: string) => oneNamed(index.get(nameKey(of)) ?? [], name, of);
  const found = alike(written) ?? alike(words);
  if (found !== null || /\bid$/i.test(words)) return found;
  if (/ address$/i.test(words)) {
    const emails = all.filter(({ type }) => type.kind === 'email');
    return oneNamed(emails, name, words.replace(/ address$/i, ''));
  }
  const numbers = all.filter(({ type }) => type.kind === 'integer');
  const counted = oneNamed(numbers, name, `number of ${words}`);
  if (counted !== null) return counted;
  const holders = all.filter(({ type }) => type.kind === 'reference' || type.kind === 'references');
  return oneNamed(holders, name, `${words} id`) ?? oneNamed(holders, name, `${words} ids`);
}

/** The expression that gives an attribute of the record of a frame. */
export function operandOf(frame: Frame, attribute: Attribute): Operand {
  return memberOf(frame.prefix === '' ? 'this' : frame.prefix.slice(0, -1), attribute, frame);
}

/** The expression that gives an attribute of a record that an expression leads to. */
export function memberOf(record: string, { name, type }: Attribute, frame: Frame): Operand {
  const plain = isPlainName(name);
  const bare = plain && record === 'this' && !hides(frame.lexicon, name);
  const text = bare ? name : plain ? `${record}.${name}` : `${record}[${JSON.stringify(name)}]`;
  const entity = type.kind === 'reference' || type.kind === 'references' || type.kind === 'list' ? type.entity : null;
  return {
    text,
    sort: sortOf(type),
    entity,
    options: type.kind === 'choice' ? type.options.map((option) => option.name) : [],
    currency: type.kind === 'money' ? type.currency : null,
    compound: false,
  };
}

/** A bare name would be something else there. */
function hides(lexicon: Lexicon, name: string): boolean {
  return KEYWORDS.has(name) || WORDS.has(name) || lexicon.constants.some((constant) => constant.name === name);
}

/** A choice, state or role as an expression names it, where the other side tells which it is. */
export function optionText(frame: Frame, option: string): string {
  const safe = isPlainName(option) && !hides(frame.lexicon, option);
  const entity = frame.lexicon.entities.find(({ name }) => name === frame.entity);
  const isField = entity !== undefined && attributesOf(frame.lexicon, entity).some(({ name }) => name === option);
  return safe && !isField ? option : JSON.stringify(option);
}
