import type { KnownEntity, KnownField, Lexicon } from '../lexicon.ts';
import { nameKey, nameWords } from '../phrases/fold.ts';
import { personOf } from '../phrases/frame.ts';
import { attributeNamed } from '../phrases/names.ts';

/** Words for whose a record is, in names of fields: `requester`, `borrowerId`, `createdBy`. */
const OWNERS: ReadonlySet<string> = new Set(
  'owner author requester borrower applicant customer client patient student member user creator reporter uploader employee agent person guest tenant holder'.split(
    ' ',
  ),
);

/**
 * The condition under which a record is somebody's own, "own tickets"; null where the entity names no such person, or
 * more than one. `role`: whose it is; the people of an entity of that name are none of those who sign in.
 */
export function ownCondition(entity: string, lexicon: Lexicon, role: string | null = null): string | null {
  const person = personOf(lexicon);
  const stated = lexicon.entities.find(({ name }) => name === entity);
  if (person === null || stated === undefined) return null;
  const holders = role === null ? null : lexicon.entities.find(({ name }) => nameKey(name) === nameKey(role));
  if (holders !== null && holders !== undefined && holders !== person) return asHolder(stated, holders, person);
  if (stated.name === person.name) return 'this == me';
  const field = ownerField(stated, person.name);
  if (field !== null) return `${memberText(field.name)} == me`;
  return throughParent(stated, lexicon, person.name);
}

/** Of a role that is an entity too: the person's own one of those, and the records that lead to it. */
function asHolder(entity: KnownEntity, holders: KnownEntity, person: KnownEntity): string | null {
  const linkOf = ({ fields }: KnownEntity) => {
    const [link, ...more] = fields.filter(({ type }) => type.kind === 'reference' && type.entity === holders.name);
    return more.length > 0 ? undefined : link;
  };
  const mine = linkOf(person);
  const own = linkOf(entity);
  if (mine === undefined) return null;
  if (entity === holders) return `this == me${memberOf(mine.name)}`;
  return own === undefined ? null : sameAsMine(own, mine.name);
}

/** Whoever has none does not share it with the records that have none. */
function sameAsMine({ name, required }: Pick<KnownField, 'name' | 'required'>, mine: string): string {
  const same = `${memberText(name)} == me${memberOf(mine)}`;
  return required ? same : `${memberText(name)} != null and ${same}`;
}

/** The one field that leads to the person whose record it is. */
export function ownerField(entity: KnownEntity, person: string): KnownField | null {
  const people = entity.fields.filter(({ type }) => type.kind === 'reference' && type.entity === person);
  const named = people.filter(({ name }) => nameWords(name).some((word) => OWNERS.has(word)));
  if (named.length === 1) return named[0] ?? null;
  const [only] = people;
  // Who decided or posted a record does not own it.
  return people.length === 1 &&
    named.length === 0 &&
    only !== undefined &&
    !/(?:ed|t)[\s_-]?by(?:id)?$/i.test(only.name)
    ? only
    : null;
}

/** "damage reports of own loans": the record that it hangs on is the person's own. */
function throughParent(entity: KnownEntity, lexicon: Lexicon, person: string): string | null {
  const parents = entity.fields.flatMap((field) => {
    const target = field.type.kind === 'reference' ? field.type.entity : null;
    const parent =
      target === null || target === person ? undefined : lexicon.entities.find(({ name }) => name === target);
    const owner = parent === undefined ? null : ownerField(parent, person);
    return owner === null ? [] : [`${memberText(field.name)}${memberOf(owner.name)} == me`];
  });
  return parents.length === 1 ? (parents[0] ?? null) : null;
}

/** A field of the record that the same field of the person must equal: "tickets of the own team". */
export function sharedWithMe(entity: string, words: string, lexicon: Lexicon): string | null {
  const person = personOf(lexicon);
  if (person === null) return null;
  const [here, there] = [attributeNamed(lexicon, entity, words), attributeNamed(lexicon, person.name, words)];
  if (here === null || there === null) return null;
  return sameAsMine({ name: here.name, required: here.field?.required === true }, there.name);
}

const PLAIN = /^[\p{L}_][\p{L}\p{N}_]*$/u;

export function memberText(name: string): string {
  return PLAIN.test(name) ? name : `this[${JSON.stringify(name)}]`;
}

export function memberOf(name: string): string {
  return PLAIN.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
