import type { Typed } from '../expressions/typed.ts';
import type { Formula } from '../model/formula.ts';
import type { EntitySchema } from '../model/schema.ts';
import type { Access } from './access.ts';
import type { CheckContext, PartContext } from './check.ts';
import type { Part } from './parts.ts';
import { noting } from './typing.ts';

/** What stands around a part: all that may be looked up from within it. */
export interface Around {
  readonly context: Omit<CheckContext, 'gather' | 'worked'>;
  readonly parts: ReadonlyMap<string | null, Part>;
  /** The typed formulas of each part. */
  readonly formulas: (part: Part) => CheckContext['formulas'];
  /** The formulas whose type is another than in the document before. */
  readonly retyped: ReadonlySet<Formula>;
}

/** What was looked up outside of a part, as it was found. */
export interface Notes {
  readonly entities: Map<string, EntitySchema | undefined>;
  readonly parts: Map<string, Part | undefined>;
  readonly types: Map<Formula, Typed | null>;
  /** The part's own formulas, whose types hang on other entities. */
  own: CheckContext['formulas'] | null;
  /** Undefined: nobody asked. */
  person: EntitySchema | null | undefined;
  /** Whether a field says who holds a role; undefined: nobody asked. */
  hasRoles: boolean | undefined;
}

export function emptyNotes(): Notes {
  return { entities: new Map(), parts: new Map(), types: new Map(), own: null, person: undefined, hasRoles: undefined };
}

export function addNotes(to: Notes, more: Notes): void {
  for (const [name, found] of more.entities) to.entities.set(name, found);
  for (const [name, found] of more.parts) to.parts.set(name, found);
  for (const [formula, found] of more.types) to.types.set(formula, found);
  to.own = more.own ?? to.own;
  if (more.person !== undefined) to.person = more.person;
  if (more.hasRoles !== undefined) to.hasRoles = more.hasRoles;
}

/** Whether all that was looked up would be found as it was. */
export function areSame(notes: Notes, part: Part, { context, parts, formulas }: Around): boolean {
  const { entities, types, own, person, hasRoles } = notes;
  if (own !== null && formulas(part) !== own) return false;
  if (person !== undefined && context.schema.person !== person) return false;
  if (hasRoles !== undefined && (context.access.roleField !== null) !== hasRoles) return false;
  for (const [name, found] of entities) if (context.schema.entities.get(name) !== found) return false;
  for (const [name, found] of notes.parts) if (parts.get(name) !== found) return false;
  for (const [formula, found] of types) if (context.typed(formula) !== found) return false;
  return true;
}

/** What is no longer as it was in the document before. */
export interface Changes {
  readonly entities: readonly string[];
  readonly parts: readonly string[];
  readonly types: ReadonlySet<Formula>;
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
    parts: changedNames(parts, before.parts).filter((name) => name !== null),
    types: retyped,
    people:
      context.schema.person !== before.context.schema.person ||
      (context.access.roleField !== null) !== (before.context.access.roleField !== null),
  };
}

function changedNames<K>(now: ReadonlyMap<K, unknown>, before: ReadonlyMap<K, unknown>): readonly K[] {
  const changed: K[] = [];
  for (const [name, found] of now) if (before.get(name) !== found) changed.push(name);
  for (const name of before.keys()) if (!now.has(name)) changed.push(name);
  return changed;
}

/** Whether none of it is among the notes; they were true of the document before. */
export function areUntouched(notes: Notes, part: Part, around: Around, changes: Changes): boolean {
  if (changes.people && (notes.person !== undefined || notes.hasRoles !== undefined)) return false;
  if (notes.own !== null && around.formulas(part) !== notes.own) return false;
  for (const name of changes.entities) if (notes.entities.has(name)) return false;
  for (const name of changes.parts) if (notes.parts.has(name)) return false;
  for (const formula of changes.types) if (notes.types.has(formula)) return false;
  return true;
}

/** The context of one part, in which nothing is written down: for a document that is looked at once. */
export function unwatched(
  part: Part,
  { context, formulas }: Around,
  looking: Pick<CheckContext, 'gather' | 'worked'>,
): Seen {
  const own = formulas(part);
  return { ...context, ...looking, ...part, schema: { ...context.schema, model: part.model }, formulas: own, own };
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
  let ownTypes: ReadonlyMap<Formula, Typed | null> | null = null;
  const ofOwn = (formula: Formula): Typed | null | undefined => {
    ownTypes ??= new Map(own.map((each) => [each.formula, each.typed] as const));
    return ownTypes.get(formula);
  };
  const ownNoted = (): CheckContext['formulas'] => {
    notes().own = own;
    return own;
  };
  const typed = (formula: Formula | null): Typed | null => {
    if (formula === null) return null;
    if (ofOwn(formula) !== undefined) ownNoted();
    else notes().types.set(formula, context.typed(formula));
    return context.typed(formula);
  };
  const visited = (entity: string): string => {
    const visit = (name: string) => notes().parts.set(name, parts.get(name));
    visit(entity);
    const parent = context.schema.entities.get(entity)?.entity.belongsTo?.name;
    if (parent !== undefined) visit(parent);
    return entity;
  };
  const { access, schema } = context;
  const person = (): EntitySchema | null => {
    notes().person = schema.person;
    return schema.person;
  };
  const holding = <T>(answer: T): T => {
    notes().hasRoles = access.roleField !== null;
    return answer;
  };
  const watchedAccess: Access = {
    everyone: access.everyone,
    held: access.held,
    get roleField() {
      person();
      return access.roleField;
    },
    canHold: (role) => holding(access.canHold(role)),
    may: (role, entity, operation) => holding(access.may(role, visited(entity), operation)),
    somebodyMay: (entity, operation) => holding(access.somebodyMay(visited(entity), operation)),
    cells: (entity, operation) => access.cells(visited(entity), operation),
    fieldCells: (entity, field) => access.fieldCells(visited(entity), field),
  };
  const { entity, model, machines, rules, permissions, screens, calls } = part;
  const { constants, errors, roles } = schema;
  const entities = noting(schema.entities, (name, found) => notes().entities.set(name, found));
  return {
    ...looking,
    model,
    schema: {
      model,
      constants,
      errors,
      roles,
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
    entity,
    machines,
    rules,
    permissions,
    screens,
    calls,
  };
}
