import type { KnownEntity, Lexicon } from '../lexicon.ts';
import { readCondition } from '../phrases/condition.ts';
import { type Attribute, attributesOf, personOf } from '../phrases/frame.ts';
import { attributeNamed, oneNamed, optionText } from '../phrases/names.ts';
import { memberOf, memberText } from './owner.ts';

/**
 * The condition that a word before or behind the name of a record states: "confidential tickets", "tickets that are not
 * confidential", "internal comments". A yes-or-no field or a choice of the record itself, else of the one record that it
 * hangs on; null where there is none, or more than one.
 */
export function adjectiveCondition(words: string, entity: string, lexicon: Lexicon): string | null {
  const not = /^not\s+/i.exec(words);
  const adjective = words.slice(not?.[0].length ?? 0).trim();
  const stated = lexicon.entities.find(({ name }) => name === entity);
  if (adjective === '' || stated === undefined) return null;
  const condition =
    readCondition(`is ${adjective}`, { entity, lexicon })?.text ??
    ownCondition(adjective, stated, lexicon) ??
    parentCondition(adjective, stated, lexicon);
  if (condition === null) return null;
  return not === null ? condition : `not (${condition})`;
}

function ownCondition(adjective: string, entity: KnownEntity, lexicon: Lexicon): string | null {
  const found = conditionsIn(adjective, entity, lexicon, memberText);
  return found.length === 1 ? (found[0] ?? null) : null;
}

function parentCondition(adjective: string, entity: KnownEntity, lexicon: Lexicon): string | null {
  const person = personOf(lexicon)?.name;
  const found = entity.fields.flatMap((field) => {
    const target = field.type.kind === 'reference' && field.type.entity !== person ? field.type.entity : null;
    const parent = lexicon.entities.find(({ name }) => name === target);
    if (parent === undefined) return [];
    return conditionsIn(adjective, parent, lexicon, (name) => `${memberText(field.name)}${memberOf(name)}`);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function conditionsIn(
  adjective: string,
  entity: KnownEntity,
  lexicon: Lexicon,
  path: (name: string) => string,
): string[] {
  const flag = attributeNamed(lexicon, entity.name, adjective);
  if (flag?.type.kind === 'boolean') return [path(flag.name)];
  return attributesOf(lexicon, entity).flatMap((attribute) => optionIs(adjective, attribute, entity, lexicon, path));
}

function optionIs(
  adjective: string,
  { name, type }: Attribute,
  entity: KnownEntity,
  lexicon: Lexicon,
  path: (name: string) => string,
): string[] {
  if (type.kind !== 'choice' || type.several) return [];
  const option = oneNamed(type.options, (each) => each.name, adjective);
  const frame = { lexicon, entity: entity.name, prefix: '', subject: null };
  return option === null ? [] : [`${path(name)} == ${optionText(frame, option.name)}`];
}
