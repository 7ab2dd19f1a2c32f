import type { Constant, Entity, Field, Machine, Model, Role, State, Transition } from '../../model/types/model.ts';

import type { Predicate } from './6-rights/predicates.ts';

/** Of an element, what readers of plain words go by: where all of this says the same, the words read the same. */
export interface KnownField
  extends Pick<Field, 'id' | 'at' | 'name' | 'type' | 'required' | 'signIn' | 'byProduct' | 'fixed'> {
  /** What it is computed by does not matter, only whether it is. */
  readonly computed: object | null;
}

export interface KnownEntity extends Pick<Entity, 'name' | 'plural'> {
  readonly belongsTo: { readonly name: string } | null;
  readonly fields: readonly KnownField[];
}

export interface KnownMachine extends Pick<Machine, 'entity' | 'name'> {
  readonly states: readonly Pick<State, 'name' | 'label' | 'translations'>[];
  readonly transitions: readonly Pick<Transition, 'event' | 'to'>[];
}

export type KnownRole = Pick<Role, 'name' | 'guest'>;

export interface KnownConstant extends Pick<Constant, 'name'> {
  readonly value: { readonly text: string } | null;
}

/** What a document states, by name, for readers of plain words. Built from the Model of a first reading. */
export interface Lexicon {
  readonly entities: readonly KnownEntity[];
  readonly machines: readonly KnownMachine[];
  readonly roles: readonly KnownRole[];
  readonly constants: readonly KnownConstant[];
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

/** A number for what is said of an element: the same for those of which the same is said. */
export type Numbering = <T extends object>(element: T, said: (element: T) => unknown) => number;

/** All of a lexicon as one text, but for places: where it is the same, everything reads the same by it. */
export function wordsOf(lexicon: Lexicon, number: Numbering): string {
  const { entities, machines, roles, constants, errors, screens, audience, used, predicates } = lexicon;
  const rights = predicates.map(({ name, grants }) => [name, grants]);
  const lists = [
    entities.map((each) => number(each, saidOfEntity)),
    machines.map((each) => number(each, saidOfMachine)),
    roles.map(({ name, guest }) => [name, guest]),
    constants.map(({ name, value }) => [name, value?.text]),
  ];
  return JSON.stringify([...lists, errors, screens, audience, used, rights]);
}

function saidOfEntity({ name, plural, belongsTo, fields }: KnownEntity) {
  return [name, plural, belongsTo?.name, fields.map(saidOfField)];
}

function saidOfField({ id, name, type, required, signIn, byProduct, fixed, computed }: KnownField) {
  return [id, name, type, required, signIn, byProduct, fixed, computed !== null];
}

function saidOfMachine({ entity, name, states, transitions }: KnownMachine) {
  const all = states.map((state) => [state.name, state.label, state.translations]);
  return [entity, name, all, transitions.map(({ event, to }) => [event, to])];
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
