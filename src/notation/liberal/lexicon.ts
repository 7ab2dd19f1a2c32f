import type { Constant, Entity, Machine, Model, Role } from '../../model/model.ts';

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
}

export function lexiconOf(model: Model): Lexicon {
  return {
    entities: model.entities,
    machines: model.machines,
    roles: model.roles,
    constants: model.constants,
    errors: model.errors.map(({ code }) => code),
    screens: model.screens.map(({ name, route }) => ({ name, route })),
  };
}

export const EMPTY_LEXICON: Lexicon = {
  entities: [],
  machines: [],
  roles: [],
  constants: [],
  errors: [],
  screens: [],
};
