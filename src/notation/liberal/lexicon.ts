import type { Constant, Entity, Machine, Model, Role } from '../../model/model.ts';

import type { Predicate } from './6-rights/predicates.ts';

/** What a document states, by name, for readers of plain words. Built from the Model of a first reading. */
export interface Lexicon {
  readonly entities: readonly Entity[];
  readonly machines: readonly Machine[];
  readonly roles: readonly Role[];
  readonly constants: readonly Constant[];
  /** Codes of point 8. */
  readonly errors: readonly string[];
  /** Routes of point 2, with the names of their screens. */
  readonly screens: readonly { readonly name: string; readonly route: string }[];
  /** Whom point 1 names, as it writes them. */
  readonly audience: readonly string[];
  /** Entities that a screen or a call is about. */
  readonly used: readonly string[];
  /** Rights of point 6 that have a name: `canSend`. */
  readonly predicates: readonly Predicate[];
  /** What readers of words looked up once, by name; null: nothing is kept. */
  readonly made: Map<string, unknown> | null;
}

/** Something worked out of a lexicon once and kept with it. */
export function made<T>(lexicon: Lexicon, name: string, make: () => T): T {
  const { made: kept } = lexicon;
  if (kept === null) return make();
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as T;
}

/** The names of a lexicon as one text: where it is the same, a further reading would find nothing new. */
export function namesOf({
  entities,
  machines,
  roles,
  constants,
  errors,
  screens,
  audience,
  used,
  predicates,
}: Lexicon): string {
  return JSON.stringify([
    entities.map(({ name, fields }) => [name, fields.map((field) => [field.name, field.type])]),
    machines.map(({ entity, name, states, transitions }) => [
      entity,
      name,
      states.map((state) => state.name),
      transitions.map(({ event }) => event),
    ]),
    roles.map(({ name }) => name),
    constants.map(({ name }) => name),
    errors,
    screens,
    audience,
    used,
    predicates.map(({ name, grants }) => [name, grants]),
  ]);
}

/** All of a lexicon as one text, but for places and help: where it is the same, everything reads the same by it. */
export function wordsOf(lexicon: Lexicon, words: (elements: readonly object[]) => string): string {
  const { entities, machines, roles, constants, errors, screens, audience, used, predicates } = lexicon;
  const rights = predicates.map(({ name, grants }) => [name, grants]);
  const lists = [entities, machines, roles, constants].map(words);
  return [...lists, JSON.stringify([errors, screens, audience, used, rights])].join('\n\n');
}

export function lexiconOf(model: Model, predicates: readonly Predicate[] = []): Lexicon {
  return {
    entities: model.entities,
    machines: model.machines,
    roles: model.roles,
    constants: model.constants,
    errors: model.errors.map(({ code }) => code),
    screens: model.screens.map(({ name, route }) => ({ name, route })),
    audience: model.product.audience,
    used: usedBy(model),
    predicates,
    made: new Map(),
  };
}

function usedBy({ screens, calls }: Model): string[] {
  const shown = screens.flatMap(({ entity }) => entity ?? []);
  const called = calls.flatMap(({ does }) => ('entity' in does ? does.entity : []));
  return [...new Set([...shown, ...called])];
}

export const EMPTY_LEXICON: Lexicon = {
  entities: [],
  machines: [],
  roles: [],
  constants: [],
  errors: [],
  screens: [],
  audience: [],
  used: [],
  predicates: [],
  made: null,
};
