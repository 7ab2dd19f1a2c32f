import { attributeForName, normalizeName } from '../../model/lookups/call-query.ts';
import type { ShapePart } from '../../model/lookups/read-shape.ts';
import { keyOf } from '../../model/lookups/record-key.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { NamedShape } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { parseExpression } from '../syntax/parse.ts';
import { nameInStyle } from './name-style.ts';
import {
  CURRENT_PASSWORD,
  type ItemShape,
  type NestedEntry,
  type RecordsEntry,
  type Resolved,
  SHAPE_WORDS,
  type ShapeEntry,
  type ShapeWord,
  type UnresolvedPart,
} from './shape-types.ts';
import { wholeRecord } from './whole-record.ts';

/** Resolves members that only answers have. */
export interface AnswerMembers {
  /** Undefined: the value is no address; null: that of an unknown call. */
  readonly urlOf: (part: ShapePart, entity: EntitySchema, schema: Schema) => ShapeEntry | null | undefined;
  readonly formulaOf: (part: ShapePart, entity: EntitySchema, schema: Schema) => ShapeEntry | null;
}

/** What members are resolved with. */
export interface ShapeContext {
  /** Whether the word `current` stands for the present password. */
  readonly takesCurrentPassword?: boolean;
  readonly schema: Schema;
  /** How members of answers are resolved that no request has; null: the body of a request. */
  readonly answer: AnswerMembers | null;
  /** The shapes that are being resolved, so that none contains itself. */
  readonly within: readonly string[];
  /** Whether whole records are answered without the product's own members, because of what the call states. */
  readonly isPlain?: boolean;
  /** Whether the members are those of a named shape, which writes their names. */
  readonly isOfShape?: true;
}

/** Resolves the members of a body about a record. */
export function entriesOf(
  parts: readonly ShapePart[],
  entity: EntitySchema,
  context: ShapeContext,
): Resolved<readonly ShapeEntry[]> {
  const unresolved: UnresolvedPart[] = [];
  const { names } = context.schema.model.api;
  const shape = parts.flatMap((part): ShapeEntry[] => {
    // A name that stands for itself is a field's, so it is written in the style of the API.
    const isOwn = part.value === '' && part.inside === null && !context.isOfShape;
    const styled = isOwn ? { ...part, key: nameInStyle(part.key, names), value: part.key } : part;
    const found = entryOf(styled, entity, context);
    unresolved.push(...(found?.unresolved ?? [{ ...part, of: entity }]));
    return found === null ? [] : [found.shape];
  });
  return { shape, unresolved };
}

type Entry = Resolved<ShapeEntry> | null;

const resolved = (shape: ShapeEntry): Entry => ({ shape, unresolved: [] });

function entryOf(part: ShapePart, entity: EntitySchema, context: ShapeContext): Entry {
  const { key, value, inside } = part;
  const named = value === '' ? key : value;
  const several = part.several ? ({ several: true } as const) : {};
  if (inside !== null) return nestedMembers(part, inside, entity, context);
  const url = context.answer?.urlOf(part, entity, context.schema);
  if (url !== undefined) return url && resolved({ ...url, ...several });
  const related = relatedEntry(part, entity, context);
  if (related !== undefined) return related;
  const shape = shapeNamed(context.schema, value, entity);
  if (shape !== null && !entity.attributes.has(value)) {
    const members = membersOfShape(shape, entity, context);
    return (
      members && { shape: { kind: 'inside', key, entries: members.shape, ...several }, unresolved: members.unresolved }
    );
  }
  const constant = constantIn(value);
  if (constant !== undefined) return resolved({ kind: 'constant', key, value: constant, ...several });
  const word =
    context.answer !== null && !entity.attributes.has(value) ? SHAPE_WORDS.find((one) => one === value) : undefined;
  if (word === 'token') return resolved({ kind: 'word', key, word, ...several });
  if (context.takesCurrentPassword === true && named === 'current')
    return resolved({ kind: 'field', key, field: CURRENT_PASSWORD });
  const field = fieldOf(part, entity);
  if (field !== null) return resolved({ kind: 'field', key, field, ...several });
  const isRecord = normalizeName(named) === normalizeName(entity.entity.name);
  if (context.answer !== null && isRecord) {
    const whole = wholeRecord(entity, context);
    return resolved(
      whole === null ? { kind: 'record', key, ...several } : { kind: 'inside', key, ...whole, ...several },
    );
  }
  const formula = context.answer?.formulaOf(part, entity, context.schema) ?? null;
  return formula && resolved({ ...formula, ...several });
}

/** Resolves `"address": { … }` and `"lines": [{ … }]`. */
function nestedMembers(
  part: ShapePart,
  inside: readonly ShapePart[],
  entity: EntitySchema,
  context: ShapeContext,
): Entry {
  const { key } = part;
  const several = part.several ? ({ several: true } as const) : {};
  const field = fieldOf(part, entity);
  const type = field === null ? undefined : entity.attributes.get(field)?.type;
  const lines = type?.kind === 'list' ? context.schema.entities.get(type.entity) : undefined;
  if (field !== null && type?.kind === 'list' && lines === undefined)
    return resolved({ kind: 'field', key, field, ...several });
  const target = type?.kind === 'references' ? context.schema.entities.get(type.entity) : undefined;
  if (field !== null && target !== undefined) return namedRecords(key, field, inside, target);
  const below = entriesOf(inside, lines ?? entity, context);
  const { unresolved } = below;
  if (field !== null && lines !== undefined)
    return { shape: { kind: 'lines', key, field, entries: below.shape }, unresolved };
  return { shape: { kind: 'inside', key, entries: below.shape, ...several }, unresolved };
}

/**
 * Resolves `"tags": [{ "id": tags }]`: a list of records, each by its name in a member. Members that describe the other
 * records need a shape of their own.
 */
function namedRecords(key: string, field: string, inside: readonly ShapePart[], target: EntitySchema): Entry {
  const names = [field, 'id', keyOf(target.entity)?.name];
  const [only, ...more] = inside;
  if (only === undefined || more.length > 0 || !names.includes(only.value === '' ? only.key : only.value)) return null;
  const each = { entries: [{ kind: 'field', key: only.key, field: 'id' }] } as const;
  const { name } = target.entity;
  return resolved({ kind: 'nested', key, path: [field], entity: name, isList: true, naming: only.key, each });
}

/** Returns the member that names a record in a request; undefined if there is none. */
function namingMember(each: ItemShape, target: EntitySchema): string | null | undefined {
  const names = ['id', keyOf(target.entity)?.name];
  if (each === null || 'alone' in each) return undefined;
  if ('field' in each) return names.includes(each.field) ? null : undefined;
  return each.entries.find((entry) => entry.kind === 'field' && names.includes(entry.field))?.key;
}

const AS = /^(.+?)\s+as\s+(\S.*)$/;
const BY = /^(.+?)\s+by\s+(.+?)(?:\s+where\s+(.+?))?(?:\s+sorted\s+by\s+(.+?))?$/;

/** Resolves `author as Profile` and `Comment by article as Remark`. Undefined if the value is neither. */
function relatedEntry(part: ShapePart, entity: EntitySchema, context: ShapeContext): Entry | undefined {
  const [, from = '', as = ''] = AS.exec(part.value) ?? [];
  if (from === '') return undefined;
  const { key } = part;
  const referring = recordsOf(from, entity, context);
  if (referring !== null) {
    const { target, by, where, sort } = referring;
    const each = context.answer !== null ? itemAs(as, target, context) : null;
    if (each === null) return null;
    const entry: RecordsEntry = { kind: 'records', key, entity: target.entity.name, by, where, sort, each: each.shape };
    return { shape: entry, unresolved: each.unresolved };
  }
  const leading = targetOf(from, entity, context.schema);
  const each = leading && itemAs(as, leading.target, context);
  if (leading === null || each === null) return null;
  const { target, path, isList, list } = leading;
  if (list !== null && each.shape !== null && 'entries' in each.shape)
    return { shape: { kind: 'lines', key, field: list, entries: each.shape.entries }, unresolved: each.unresolved };
  const naming = namingMember(each.shape, target);
  // A request names another record only in a field of its own.
  if (context.answer === null && (naming === undefined || path.length !== 1)) return null;
  const entry: NestedEntry = {
    ...{ kind: 'nested', key, path, entity: target.entity.name, isList },
    ...{ naming: naming ?? null, each: each.shape },
  };
  return { shape: entry, unresolved: each.unresolved };
}

interface PathTarget {
  readonly target: EntitySchema;
  readonly path: readonly string[];
  readonly isList: boolean;
  /** The list, if the path is a list of lines. */
  readonly list: string | null;
}

/** Returns where a path of references leads: `author`, `this`, `order.buyer`. */
export function targetOf(from: string, entity: EntitySchema, schema: Schema): PathTarget | null {
  const path = from === 'this' ? [] : from.split('.');
  let at = entity;
  let isList = false;
  let list: string | null = null;
  for (const [index, name] of path.entries()) {
    const type: Type | undefined = at.attributes.get(name)?.type;
    if (isList || type === undefined || !('entity' in type)) return null;
    const next = schema.entities.get(type.entity);
    if (next === undefined || (type.kind === 'list' && index > 0)) return null;
    isList = type.kind !== 'reference';
    list = type.kind === 'list' ? name : null;
    at = next;
  }
  return { target: at, path, isList, list };
}

interface Referring extends Pick<RecordsEntry, 'by' | 'where' | 'sort'> {
  readonly target: EntitySchema;
}

/** Reads `Comment by article where …, sorted by -createdAt`; null if it is not that. */
function recordsOf(from: string, entity: EntitySchema, { schema }: ShapeContext): Referring | null {
  const [, name = '', by = '', where, order] = BY.exec(from) ?? [];
  const target = schema.entities.get(name);
  const type = target?.attributes.get(by)?.type;
  const refersHere = (type?.kind === 'reference' || type?.kind === 'references') && type.entity === entity.entity.name;
  if (target === undefined || !refersHere) return null;
  const tree = where === undefined ? null : parseExpression(where).tree;
  const keys = order === undefined ? [] : order.split(',').map((key) => key.trim());
  const sort = keys.map((key) => ({ field: key.replace(/^-/, ''), descending: key.startsWith('-') }));
  // A member of which a part is not understood is not resolved.
  if (where !== undefined && tree === null) return null;
  if (!sort.every(({ field }) => target.attributes.has(field))) return null;
  return { by, where: tree, sort, target };
}

/** Resolves what follows `as`: a shape of the entity, or one of its fields. */
function itemAs(as: string, entity: EntitySchema, context: ShapeContext): Resolved<ItemShape> | null {
  const name = as.replace(/^\[\s*|\s*\]$/g, '');
  const shape = shapeNamed(context.schema, name, entity);
  if (shape !== null) {
    const members = membersOfShape(shape, entity, context);
    return members && { shape: { entries: members.shape }, unresolved: members.unresolved };
  }
  return entity.attributes.has(name) ? { shape: { field: name }, unresolved: [] } : null;
}

/** Returns the shape of this entity with this name; null if there is none. */
export function shapeNamed({ model }: Schema, name: string, { entity }: EntitySchema): NamedShape | null {
  return model.shapes.find((shape) => shape.name === name && shape.entity === entity.name) ?? null;
}

/** Resolves the members of a shape, with those that it includes. Null if it contains itself. */
export function membersOfShape(
  shape: NamedShape,
  entity: EntitySchema,
  context: ShapeContext,
): Resolved<readonly ShapeEntry[]> | null {
  if (context.within.includes(shape.id)) return null;
  const inner = { ...context, within: [...context.within, shape.id], isOfShape: true } as const;
  const included = shape.includes.flatMap(({ name }) => {
    const other = shapeNamed(context.schema, name, entity);
    return (other && membersOfShape(other, entity, inner)) ?? [];
  });
  const own = entriesOf(shape.members.map(partOf), entity, inner);
  const all = new Map<string, ShapeEntry>();
  // Of two rows of the shape with one name, the first counts.
  const first = own.shape.filter(({ key }, index) => own.shape.findIndex((entry) => entry.key === key) === index);
  for (const entry of [...included.flatMap((one) => one.shape), ...first]) all.set(entry.key, entry);
  const rowOf = (key: string) => shape.members.find(({ name }) => name === key)?.at ?? null;
  const unresolved = own.unresolved.map(
    (part): UnresolvedPart => ({
      row: { shape: shape.name, element: shape.id, at: rowOf(part.key) },
      ...part,
    }),
  );
  return { shape: [...all.values()], unresolved: [...included.flatMap((one) => one.unresolved), ...unresolved] };
}

function partOf({ name, value }: NamedShape['members'][number]): ShapePart {
  return { key: name, value, inside: null, several: false, from: 0, to: 0 };
}

/** Returns the constant that a value is: a quoted text, a number, `true`, `false` or `null`. */
function constantIn(value: string): string | number | boolean | null | undefined {
  const quoted = /^"([^"]*)"$/.exec(value)?.[1] ?? /^'([^']*)'$/.exec(value)?.[1];
  if (quoted !== undefined) return quoted;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  return value === 'true' ? true : value === 'false' ? false : value === 'null' ? null : undefined;
}

/** Resolves any other value as an expression about the record. */
/**
 * Returns the field that the value names (`"due": dueOn`), otherwise, if the value is a single word or missing, the one
 * that the key names. Null if neither is a field.
 */
export function fieldOf({ key, value }: ShapePart, entity: EntitySchema): string | null {
  const named = /^this(?:\.|\["?)(.*?)(?:"?\])?$/.exec(value)?.[1] ?? value;
  if (entity.attributes.has(named)) return named;
  if (value !== '' && !/^[\p{L}\p{N}_ -]+$/u.test(value)) return null;
  if (entity.attributes.has(key)) return key;
  return attributeForName(named, entity)?.name ?? attributeForName(key, entity)?.name ?? null;
}

export type { ShapeWord };
