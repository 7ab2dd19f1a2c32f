import type { Typed } from '../expressions/types/typed.ts';
import type { EntitySchema } from '../model/lookups/schema.ts';
import type { Formula } from '../model/types/formula.ts';
import type { Access } from './access.ts';
import type { CheckContext, PartContext } from './check.ts';
import { LISTS, type OwnLists, type Part } from './parts.ts';
import { addAllSeen, areSeenSame, nothingSeen, type SeenEntities, watchedEntities } from './seen-entity.ts';
import {
  addShared,
  changedNames,
  emptyShared,
  isSameShared,
  type SharedChanges,
  type SharedNotes,
  sharedChanges,
  sharedLookups,
  sharedModel,
  touchesShared,
} from './watched-shared.ts';

/** What stands around a part: all that may be looked up from within it. */
export interface Around {
  readonly context: Omit<CheckContext, 'gather' | 'worked'>;
  readonly parts: ReadonlyMap<string | null, Part>;
  /** The typed formulas of each part. */
  readonly formulas: (part: Part) => CheckContext['formulas'];
  /** The formulas whose type is another than in the document before. */
  readonly retyped: ReadonlySet<Formula>;
}

/** What was looked up in a part, and outside of it, as it was found. */
export interface Notes {
  /** Of the part itself. */
  readonly lists: Map<keyof OwnLists, unknown>;
  readonly entities: SeenEntities;
  /** The rights of an entity. */
  readonly cells: Map<string, Part['permissions'] | undefined>;
  readonly types: Map<Formula, Typed | null>;
  readonly shared: SharedNotes;
  /** All formulas of the part, whose types hang on other entities. */
  own: CheckContext['formulas'] | null;
  /** The name of the entity of the people; undefined: nobody asked. */
  person: string | null | undefined;
  /** Whether a field says who holds a role; undefined: nobody asked. */
  hasRoles: boolean | undefined;
}

export function emptyNotes(): Notes {
  return {
    lists: new Map(),
    entities: nothingSeen(),
    cells: new Map(),
    types: new Map(),
    shared: emptyShared(),
    own: null,
    person: undefined,
    hasRoles: undefined,
  };
}

export function addNotes(to: Notes, more: Notes): void {
  for (const [key, found] of more.lists) to.lists.set(key, found);
  addAllSeen(to.entities, more.entities);
  for (const [name, found] of more.cells) to.cells.set(name, found);
  for (const [formula, found] of more.types) to.types.set(formula, found);
  addShared(to.shared, more.shared);
  to.own = more.own ?? to.own;
  if (more.person !== undefined) to.person = more.person;
  if (more.hasRoles !== undefined) to.hasRoles = more.hasRoles;
}

/** Whether all that was looked up would be found as it was. */
export function areSame(notes: Notes, part: Part, { context, parts, formulas }: Around): boolean {
  const { lists, entities, cells, types, own, person, hasRoles } = notes;
  for (const [key, found] of lists) if (part.lists[key] !== found) return false;
  if (own !== null && formulas(part) !== own) return false;
  if (person !== undefined && nameOf(context.schema.person) !== person) return false;
  if (hasRoles !== undefined && (context.access.roleField !== null) !== hasRoles) return false;
  if (!areSeenSame(entities, context.schema.entities)) return false;
  for (const [name, found] of cells) if (parts.get(name)?.permissions !== found) return false;
  for (const [formula, found] of types) if (context.typed(formula) !== found) return false;
  return isSameShared(notes.shared, context.schema);
}

/** What is no longer as it was in the document before. */
export interface Changes {
  readonly entities: readonly string[];
  /** Whose rights. */
  readonly cells: readonly string[];
  readonly types: ReadonlySet<Formula>;
  readonly shared: SharedChanges;
  /** Who signs in, and how roles are held. */
  readonly people: boolean;
}

/** What differs between two documents, of all that may be looked up. */
export function changesFrom(before: Around | null, { context, parts, retyped }: Around): Changes | null {
  if (before === null) return null;
  const { entities } = context.schema;
  const earlier = before.context.schema.entities;
  return {
    entities: changedNames(entities, earlier),
    cells: changedNames(parts, before.parts)
      .filter((name) => name !== null)
      .filter((name) => parts.get(name)?.permissions !== before.parts.get(name)?.permissions),
    types: retyped,
    shared: sharedChanges(context.schema, before.context.schema),
    people:
      nameOf(context.schema.person) !== nameOf(before.context.schema.person) ||
      (context.access.roleField !== null) !== (before.context.access.roleField !== null),
  };
}

/** Whether none of it is among the notes, which were true of the same part of the document before. */
export function areUntouched(notes: Notes, part: Part, around: Around, changes: Changes): boolean {
  if (changes.people && (notes.person !== undefined || notes.hasRoles !== undefined)) return false;
  if (notes.own !== null && around.formulas(part) !== notes.own) return false;
  if (!areSeenSame(notes.entities, around.context.schema.entities, changes.entities)) return false;
  for (const name of changes.cells) if (notes.cells.has(name)) return false;
  for (const formula of changes.types) if (notes.types.has(formula)) return false;
  return !touchesShared(notes.shared, changes.shared);
}

function nameOf(entity: EntitySchema | null): string | null {
  return entity?.entity.name ?? null;
}

/** The context of one part, in which nothing is written down: for a document that is looked at once. */
export function unwatched(
  part: Part,
  { context, formulas }: Around,
  looking: Pick<CheckContext, 'gather' | 'worked'>,
): Seen {
  const own = formulas(part);
  const model = { ...context.model, ...part.lists };
  return { ...context, ...looking, ...part, model, schema: { ...context.schema, model }, formulas: own, own };
}

type Seen = PartContext &
  Pick<Part, 'machines' | 'rules' | 'permissions' | 'screens' | 'calls'> & { readonly own: CheckContext['formulas'] };

/**
 * The context of one part, in which every look-up of something else is written down in `notes()`: entities by name, the
 * cells of their permissions, the types of formulas, the people.
 */
export function watched(
  part: Part,
  { context, parts, formulas }: Around,
  { notes, ...looking }: Pick<CheckContext, 'gather' | 'worked'> & { readonly notes: () => Notes },
): Seen {
  const own = formulas(part);
  const ownNoted = (): CheckContext['formulas'] => {
    notes().own = own;
    return own;
  };
  const typed = (formula: Formula | null): Typed | null => {
    if (formula === null) return null;
    const found = context.typed(formula);
    notes().types.set(formula, found);
    return found;
  };
  const visited = (entity: string): string => {
    const visit = (name: string) => notes().cells.set(name, parts.get(name)?.permissions);
    visit(entity);
    const parent = context.schema.entities.get(entity)?.entity.belongsTo?.name;
    if (parent !== undefined) visit(parent);
    return entity;
  };
  const { access, schema } = context;
  const lists = {} as OwnLists;
  for (const key of LISTS) {
    const look = () => {
      notes().lists.set(key, part.lists[key]);
      return part.lists[key];
    };
    Object.defineProperty(lists, key, { get: look, enumerable: true });
  }
  const model = sharedModel(context.model, lists, () => notes().shared);
  const entities = watchedEntities(schema.entities, () => notes().entities);
  const person = (): EntitySchema | null => {
    const name = nameOf(schema.person);
    notes().person = name;
    return name === null ? null : (entities.get(name) ?? null);
  };
  const ofRoles = <T>(answer: T): T => {
    void model.roles;
    return answer;
  };
  const holding = <T>(answer: T): T => {
    notes().hasRoles = access.roleField !== null;
    return ofRoles(answer);
  };
  const watchedAccess: Access = {
    get everyone() {
      return ofRoles(access.everyone);
    },
    held: (role) => ofRoles(access.held(role)),
    beside: (role) => {
      void person()?.entity;
      return ofRoles(access.beside(role));
    },
    oneOf: (role) => {
      void person()?.entity;
      return ofRoles(access.oneOf(role));
    },
    get roleField() {
      void person()?.entity;
      return access.roleField;
    },
    canHold: (role) => holding(access.canHold(role)),
    may: (role, entity, operation) => holding(access.may(role, visited(entity), operation)),
    somebodyMay: (entity, operation) => holding(access.somebodyMay(visited(entity), operation)),
    cells: (entity, operation) => access.cells(visited(entity), operation),
    fieldCells: (entity, field) => access.fieldCells(visited(entity), field),
  };
  return {
    ...looking,
    model,
    schema: {
      model,
      ...sharedLookups(schema, model, () => notes().shared),
      entities,
      get person() {
        return person();
      },
    },
    get formulas() {
      return ownNoted();
    },
    get own() {
      return ownNoted();
    },
    typed,
    access: watchedAccess,
    get entity() {
      void lists.entities;
      return part.entity;
    },
    get machines() {
      return lists.machines;
    },
    get rules() {
      return lists.rules;
    },
    get permissions() {
      return lists.permissions;
    },
    get screens() {
      return lists.screens;
    },
    get calls() {
      return lists.calls;
    },
  };
}
