import type { Entity, Field, Model } from '../types/model.ts';
import {
  added,
  type Change,
  type ChangeSubject,
  changed,
  orderChange,
  type PropertySentences,
  propertyChanges,
  removed,
} from './difference-change.ts';
import { pairElements } from './difference-match.ts';
import { typeWords, valueWords } from './difference-words.ts';

/** Returns the changes of entities. `before` has the old names, `old` is the same Model with the new names. */
export function entityChanges(before: Model, old: Model, now: Model): Change[] {
  const originals = new Map(old.entities.map((entity, index) => [entity, before.entities[index] ?? entity]));
  const pairs = pairElements(old.entities, now.entities, [({ name }) => name]);
  const changes = pairs.flatMap((pair) => {
    const about: ChangeSubject = { point: 3, what: 'entity', subject: (pair.now ?? pair.old).name };
    if (pair.old === null) return [added(about, pair.now, `${pair.now.name} is new${holding(pair.now)}.`)];
    const former = originals.get(pair.old) ?? pair.old;
    if (pair.now === null) return [removed({ ...about, subject: former.name }, former)];
    return changesOf(former, pair.old, pair.now, about);
  });
  const all: ChangeSubject = { point: 3, what: 'entity', subject: 'Entities' };
  return [
    ...changes,
    ...orderChange(
      all,
      old.entities.map(({ name }) => name),
      now.entities.map(({ name }) => name),
      'they',
    ),
  ];
}

function holding({ fields }: Entity): string {
  return fields.length === 0 ? '' : `, with ${fields.map(({ name }) => name).join(', ')}`;
}

function changesOf(former: Entity, old: Entity, now: Entity, about: ChangeSubject): Change[] {
  const renamed = former.name !== now.name;
  return [
    ...(renamed ? [renaming(about, former, now, former.name, now.name)] : []),
    ...propertyChanges(about, old, now, { fields: null, was: renamed ? null : formerNamesSentence, standing: null }),
    ...fieldChanges(former, old, now),
  ];
}

function renaming(
  about: ChangeSubject,
  former: Entity | Field,
  now: Entity | Field,
  before: string,
  after: string,
): Change {
  return {
    ...changed(
      about,
      { old: former, now },
      { kind: 'renamed', property: 'name', before, after, message: `${before} is called ${after} now.` },
    ),
    property: null,
  };
}

/** A former name without an old element is reported too: it can rename an element of another version. */
const formerNamesSentence = (
  _: { readonly was: readonly string[] },
  now: { readonly name: string; readonly was: readonly string[] },
) => `${now.name}: former names are ${valueWords(now.was)} now.`;

function fieldChanges(former: Entity, old: Entity, now: Entity): Change[] {
  const originals = new Map(old.fields.map((field, index) => [field, former.fields[index] ?? field]));
  const pairs = pairElements(old.fields, now.fields, [({ name }) => name]);
  const changes = pairs.flatMap((pair) => {
    const about: ChangeSubject = { point: 3, what: 'field', subject: `${now.name}.${(pair.now ?? pair.old).name}` };
    if (pair.old === null) return [added(about, pair.now, `${about.subject} is new: ${fieldWords(pair.now)}.`)];
    const before = originals.get(pair.old) ?? pair.old;
    if (pair.now === null) return [removed({ ...about, subject: `${former.name}.${before.name}` }, before)];
    const renamed = before.name !== pair.now.name;
    return [
      ...(renamed ? [renaming(about, before, pair.now, `${former.name}.${before.name}`, about.subject)] : []),
      ...propertyChanges(about, pair.old, pair.now, {
        ...fieldSentences(about.subject),
        was: renamed ? null : formerNamesSentence,
      }),
    ];
  });
  const about: ChangeSubject = { point: 3, what: 'entity', subject: now.name };
  return [
    ...changes,
    ...orderChange(
      about,
      old.fields.map(({ name }) => name),
      now.fields.map(({ name }) => name),
      'its fields',
    ),
  ];
}

function fieldWords({ type, required, computed }: Field): string {
  const words = [
    typeWords(type),
    ...(required ? ['required'] : []),
    ...(computed === null ? [] : [`= ${computed.text}`]),
  ];
  return words.join(', ');
}

const YES_NO: readonly (readonly [keyof Field, yes: string, no: string])[] = [
  ['required', 'is required now', 'is not required any more'],
  ['requiredShown', 'now says whether it is required', 'no longer says whether it is required'],
  ['unique', 'is unique now', 'need not be unique any more'],
  ['fixed', 'is fixed once set now', 'can be changed after creation now'],
  ['byProduct', 'is set by the product now', 'is no longer set by the product'],
  ['searchable', 'is searched now', 'is not searched any more'],
  ['signIn', 'is what people sign in with now', 'is no longer what people sign in with'],
  ['writeOnly', 'is never included in answers now', 'is included in answers now'],
];

function fieldSentences(subject: string): PropertySentences<Field> {
  const flags = YES_NO.map(([property, yes, no]): [string, (old: Field, now: Field) => string] => [
    property,
    (_, now) => `${subject} ${now[property] === true ? yes : no}.`,
  ]);
  return {
    ...Object.fromEntries(flags),
    standing: null,
    type: (old, now) => `${subject}: ${typeWords(old.type)} → ${typeWords(now.type)}.`,
  };
}
