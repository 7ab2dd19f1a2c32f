import type { Type } from '../../../model/types/types.ts';
import { type KnownEntity, type KnownField, type KnownMachine, type Lexicon, made } from '../lexicon.ts';

/** What a value is, as far as words may compare it. `unknown`: the document gives it no type that is known. */
export type Sort =
  | 'text'
  | 'number'
  | 'money'
  | 'size'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'time'
  | 'duration'
  | 'choice'
  | 'role'
  | 'roles'
  | 'record'
  | 'records'
  | 'texts'
  | 'file'
  | 'files'
  | 'empty'
  | 'unknown';

/** A value as an expression. */
export interface Operand {
  readonly text: string;
  readonly sort: Sort;
  /** Whose records these are, where it is a record or several. */
  readonly entity: string | null;
  /** What a choice or state may be. */
  readonly options: readonly string[];
  /** The currency that all its amounts are in. */
  readonly currency?: string | null;
  /** A unit of time that the number counts by its name, `loanDays`. */
  readonly counts?: string;
  /** Operators stand at its top: it needs brackets where others stand around it. */
  readonly compound: boolean;
}

/** What the words of a phrase are read with. `prefix` leads to the record: empty for the record itself, `l.` in a macro. */
export interface Frame {
  readonly lexicon: Lexicon;
  readonly entity: string | null;
  readonly prefix: string;
  /** What a phrase without a subject is about. */
  readonly subject: Operand | null;
}

/** A field, state or built-in of an entity, by its name as stated. */
export interface Attribute {
  readonly entity: string;
  readonly name: string;
  readonly type: Type;
  readonly field: KnownField | null;
  readonly machine: KnownMachine | null;
}

const BUILT_IN = ['id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'];

/** All that a record of the entity holds; a machine comes before a field of its name. */
export function attributesOf(lexicon: Lexicon, entity: KnownEntity): readonly Attribute[] {
  return made(lexicon, `attributes ${entity.name}`, () => listAttributes(lexicon, entity));
}

function listAttributes(lexicon: Lexicon, entity: KnownEntity): Attribute[] {
  const machines = lexicon.machines.filter((machine) => machine.entity === entity.name);
  const found: Attribute[] = machines.map((machine) => ({
    entity: entity.name,
    name: machine.name,
    type: {
      kind: 'choice',
      several: false,
      options: machine.states.map(({ name, label, translations }) => ({ name, label, translations })),
    },
    field: null,
    machine,
  }));
  const taken = new Set(found.map(({ name }) => name));
  for (const field of entity.fields) {
    if (taken.has(field.name)) continue;
    taken.add(field.name);
    found.push({ entity: entity.name, name: field.name, type: field.type, field, machine: null });
  }
  for (const name of BUILT_IN) {
    if (taken.has(name)) continue;
    found.push({ entity: entity.name, name, type: builtInType(lexicon, name), field: null, machine: null });
  }
  return found;
}

function builtInType(lexicon: Lexicon, name: string): Type {
  if (name.endsWith('At')) return { kind: 'date and time' };
  const person = personOf(lexicon);
  return name === 'id' || person === null
    ? { kind: 'text', min: null, max: null }
    : { kind: 'reference', entity: person.name };
}

/** The entity whose records are the people: it has a field to sign in with, or else a role. */
export function personOf(lexicon: Lexicon): KnownEntity | null {
  return made(lexicon, 'person', () => findPerson(lexicon));
}

function findPerson(lexicon: Lexicon): KnownEntity | null {
  const signIn = lexicon.entities.filter((entity) => entity.fields.some((field) => field.signIn));
  if (signIn.length > 0) return signIn.length === 1 ? (signIn[0] ?? null) : null;
  const holding = lexicon.entities.filter((entity) => roleFieldOf(lexicon, entity) !== null);
  const named = holding.filter((entity) => /^(?:users?|persons?|people|employees?|accounts?)$/i.test(entity.name));
  const found = named.length === 1 ? named : holding;
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The field that holds the role of a person: of type role, or a choice whose options are roles. */
export function roleFieldOf(lexicon: Lexicon, entity: KnownEntity): KnownField | null {
  const roles = new Set(lexicon.roles.map(({ name }) => name.toLowerCase()));
  const found = entity.fields.filter(
    ({ name, type }) =>
      type.kind === 'role' ||
      (type.kind === 'choice' &&
        (/^roles?$/i.test(name) ||
          (type.options.length > 0 &&
            !/(?:\bby|By)$/.test(name) &&
            type.options.every((option) => roles.has(option.name.toLowerCase()))))),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The sort of a value of this type. */
export function sortOf(type: Type): Sort {
  switch (type.kind) {
    case 'long text':
    case 'email':
    case 'number series':
      return 'text';
    case 'integer':
    case 'decimal':
      return 'number';
    case 'date and time':
      return 'instant';
    case 'choice':
      return type.several ? 'unknown' : 'choice';
    case 'role':
      return type.several ? 'roles' : 'role';
    case 'reference':
      return 'record';
    case 'references':
    case 'list':
      return 'records';
    case 'file':
      return type.several ? 'files' : 'file';
    default:
      return type.kind;
  }
}
