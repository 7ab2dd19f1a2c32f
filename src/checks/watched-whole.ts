import type { Typed } from '../expressions/types/typed.ts';
import { saysSame } from '../model/diff/without-places.ts';
import type { EntitySchema, Schema } from '../model/lookups/schema.ts';
import type { Formula } from '../model/types/formula.ts';
import type { Model } from '../model/types/model.ts';
import type { Access } from './access.ts';
import type { CheckContext, PartContext } from './check.ts';
import { sameItems } from './parts.ts';
import { seenThrough } from './seen-entity.ts';

type Look = (part: PartContext) => unknown;

/** What a look at the whole document went by, as it was found. */
export interface WholeNotes {
  readonly model: Map<keyof Model, unknown>;
  readonly entities: Map<string, EntitySchema | undefined>;
  readonly types: Map<Formula, Typed | null>;
  readonly gathered: Map<Look, readonly unknown[]>;
  /** Undefined: nobody asked. */
  person: EntitySchema | null | undefined;
  formulas: CheckContext['formulas'] | null;
}

function emptyNotes(): WholeNotes {
  return {
    model: new Map(),
    entities: new Map(),
    types: new Map(),
    gathered: new Map(),
    person: undefined,
    formulas: null,
  };
}

function addNotes(to: WholeNotes, more: WholeNotes): void {
  for (const [key, found] of more.model) to.model.set(key, found);
  for (const [name, found] of more.entities) to.entities.set(name, found);
  for (const [formula, found] of more.types) to.types.set(formula, found);
  for (const [look, found] of more.gathered) to.gathered.set(look, found);
  if (more.person !== undefined) to.person = more.person;
  to.formulas = more.formulas ?? to.formulas;
}

/** Whether a look at this document would go by the same things. */
export function areSameWhole(notes: WholeNotes, context: Omit<CheckContext, 'worked'>): boolean {
  const { model, schema, typed, gather, formulas } = context;
  if (notes.person !== undefined && schema.person !== notes.person) return false;
  if (notes.formulas !== null && formulas !== notes.formulas) return false;
  for (const [key, found] of notes.model) if (!isSameList(model[key], found)) return false;
  for (const [name, found] of notes.entities) if (schema.entities.get(name) !== found) return false;
  for (const [formula, found] of notes.types) if (typed(formula) !== found) return false;
  for (const [look, found] of notes.gathered) if (gather(look) !== found) return false;
  return true;
}

function isSameList(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return sameItems(one, other);
  return saysSame(one, other, (at, before) => at === before);
}

/** Looks at the whole document, and says what each look went by. What a look works out for others is noted for them too. */
export function openWatching(context: Omit<CheckContext, 'worked'>): {
  readonly look: <T>(work: (context: CheckContext) => T) => { readonly found: T; readonly notes: WholeNotes };
} {
  let notes = emptyNotes();
  const noted = <T>(work: () => T): { readonly found: T; readonly notes: WholeNotes } => {
    const outer = notes;
    const own = emptyNotes();
    notes = own;
    const found = work();
    notes = outer;
    return { found, notes: own };
  };
  const worked = new Map<string, Map<object, { readonly found: unknown; readonly notes: WholeNotes }>>();
  const once: CheckContext['worked'] = <T>(what: string, about: object, work: () => T): T => {
    const of = worked.get(what) ?? new Map();
    worked.set(what, of);
    const entry = of.get(about) ?? noted(work);
    of.set(about, entry);
    addNotes(notes, entry.notes);
    return entry.found as T;
  };
  const watched = watchedOf(context, once, () => notes);
  return { look: (work) => noted(() => work(watched)) };
}

/** The context, in which whatever is asked is written down in `notes()`. */
function watchedOf(
  context: Omit<CheckContext, 'worked'>,
  worked: CheckContext['worked'],
  notes: () => WholeNotes,
): CheckContext {
  const part = <K extends keyof Model>(key: K): Model[K] => {
    notes().model.set(key, context.model[key]);
    return context.model[key];
  };
  const model = {} as Model;
  for (const key of Object.keys(context.model) as (keyof Model)[])
    Object.defineProperty(model, key, { get: () => part(key), enumerable: true });
  const schema = watchedSchema(context.schema, model, notes);
  return {
    model,
    schema,
    worked,
    get formulas() {
      notes().formulas = context.formulas;
      return context.formulas;
    },
    typed: (formula: Formula | null): Typed | null => {
      const found = context.typed(formula);
      if (formula !== null) notes().types.set(formula, found);
      return found;
    },
    access: watchedAccess(context.access, schema),
    gather: <T>(look: (part: PartContext) => T): readonly T[] => {
      const found = context.gather(look);
      notes().gathered.set(look, found);
      return found;
    },
  };
}

function watchedSchema(schema: Schema, model: Model, notes: () => WholeNotes): Schema {
  const one = (name: string): EntitySchema | undefined => {
    const found = schema.entities.get(name);
    notes().entities.set(name, found);
    return found;
  };
  // Whoever goes through all of them goes by the list of entities and by the machines that belong to them.
  const all = (): ReadonlyMap<string, EntitySchema> => {
    void model.entities;
    void model.machines;
    return schema.entities;
  };
  return {
    model,
    entities: seenThrough(one, all),
    get constants() {
      void model.constants;
      return schema.constants;
    },
    get errors() {
      void model.errors;
      return schema.errors;
    },
    get roles() {
      void model.roles;
      return schema.roles;
    },
    get person() {
      notes().person = schema.person;
      return schema.person;
    },
  };
}

/** Who may do what hangs on the roles, on who holds them, on the cells, and on whom the entity belongs to. */
function watchedAccess(access: Access, schema: Schema): Access {
  const holding = <T>(answer: T): T => {
    void schema.roles;
    void schema.person;
    return answer;
  };
  const granted = <T>(entity: string, answer: T): T => {
    void schema.model.permissions;
    schema.entities.get(entity);
    return answer;
  };
  return {
    get everyone() {
      return holding(access.everyone);
    },
    get roleField() {
      return holding(access.roleField);
    },
    held: (role) => holding(access.held(role)),
    beside: (role) => holding(access.beside(role)),
    oneOf: (role) => holding(access.oneOf(role)),
    canHold: (role) => holding(access.canHold(role)),
    may: (role, entity, operation) => holding(granted(entity, access.may(role, entity, operation))),
    somebodyMay: (entity, operation) => holding(granted(entity, access.somebodyMay(entity, operation))),
    cells: (entity, operation) => granted(entity, access.cells(entity, operation)),
    fieldCells: (entity, field) => granted(entity, access.fieldCells(entity, field)),
  };
}
