import type { Type } from '../../model/types/types.ts';
import { say } from '../codes.ts';
import type { Span } from '../markdown/span.ts';
import { type Reader, words } from '../reader.ts';
import { lookUps, type Names } from './3-draft.ts';
import type { Told } from './3-entities.ts';
import { typeWords } from './3-type-words.ts';
import { nameKey } from './phrases/fold.ts';
import { personOf } from './phrases/frame.ts';

const NONE: ReadonlyMap<string, Type> = new Map();

/** What types may name while nothing stands in words. */
export function plainNames(entities: readonly string[]): Names {
  const own = { aliases: NONE, roles: [], people: null };
  // An entity that is named as it is written needs no look-up, and there may be a thousand.
  let made: ReturnType<typeof lookUps> | null = null;
  const found = () => {
    made ??= lookUps(entities);
    return made;
  };
  return {
    entities: new Set(entities),
    get keyed() {
      return found().keyed;
    },
    get ending() {
      return found().ending;
    },
    ...own,
    text: textOf(entities, own),
  };
}

/** The same with the roles, the people and the named types of a document in words. */
export function wordedNames(reader: Reader, entities: readonly string[], told: readonly Told[]): Names {
  const lexicon = reader.lexicon();
  const roles = lexicon.roles.map(({ name }) => name);
  const people = personOf(lexicon)?.name ?? peopleIn(told);
  const aliases = new Map<string, Type>();
  const found = lookUps(entities);
  const own = { aliases, roles, people: people !== null && found.entities.has(people) ? people : null };
  const names: Names = { ...found, ...own, text: textOf(entities, own) };
  for (const { name, type, at } of told.flatMap((each) => each.aliases)) {
    const found = aliasType(type, at, words(name), names);
    if (found !== null) aliases.set(words(name), found);
    else reader.report(say.noteNotRead(words(at), null), at, { point: 3 });
  }
  return names;
}

/** Worked out when it is first asked for, with all of the named types. */
function textOf(entities: readonly string[], own: Pick<Names, 'aliases' | 'roles' | 'people'>): () => string {
  let text: string | null = null;
  return () => {
    text ??= JSON.stringify([entities, [...own.aliases], own.roles, own.people]);
    return text;
  };
}

/** `Cents = number`, where the sentence says that it is an integer. */
function aliasType(type: Span, at: Span, name: string, names: Names): Type | null {
  const around =
    at.text.length < 200 ? at.text : at.text.slice(Math.max(0, type.from - at.from - 160), type.from - at.from);
  if (/^number$/.test(type.text) && (/\b(?:integer|whole|minor units|cents)\b/i.test(around) || /cents$/i.test(name)))
    return { kind: 'integer', min: null, max: null, step: null, unit: null };
  return typeWords(type.text, name, names)?.type ?? null;
}

/** The entity with an address and a role; without a role, one that is called so. */
function peopleIn(told: readonly Told[]): string | null {
  const all = told.flatMap(({ entities }) => entities);
  const has = (keys: readonly string[]) =>
    all.filter(({ fields }) => fields.some(({ name }) => keys.includes(nameKey(words(name).split(':')[0] ?? ''))));
  const holding = has(['role', 'roles']).filter((entity) => has(['email', 'mail']).includes(entity));
  const called = all.filter(({ name }) =>
    /^(?:persons?|people|users?|employees?|members?|accounts?|staff)$/i.test(words(name)),
  );
  const found = holding.filter((entity) => called.includes(entity));
  const only =
    found.length === 1 ? found[0] : holding.length === 1 ? holding[0] : called.length === 1 ? called[0] : undefined;
  return only === undefined ? null : words(only.name);
}
