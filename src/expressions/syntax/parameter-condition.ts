import { parseType } from '../../fields/registry/type-parse.ts';
import { pathOf } from '../../model/lookups/call-parameters.ts';
import { keyOf as recordKeyOf } from '../../model/lookups/record-key.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { CallParameter } from '../../model/types/call-parameter.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Field } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { literalOf, withValue } from './parameter-value.ts';

/** Where a parameter filters, and how records are named besides by their ids. */
export interface ParameterPlace {
  readonly schema: Schema;
  readonly entity: EntitySchema;
  /** Returns the field by which records of an entity are named in paths; null if they are named by their ids alone. */
  readonly keyOf: (entity: string) => string | null;
}

const TEXT: Type = { kind: 'text', min: null, max: null };

/** What the path of a parameter leads to. */
interface PathEnd {
  readonly path: readonly string[];
  readonly type: Type;
  /** Whether it has several values, so that the parameter asks whether one of them is the value. */
  readonly several: boolean;
}

/** Returns the type of the parameter's value; null if the field or the type is unknown. */
export function typeOfParameter({ effect, type }: CallParameter, place: ParameterPlace): Type | null {
  if (type !== null) return parseType(type);
  if (effect.kind !== 'filter') return TEXT;
  const end = pathEnd(effect.formula.tree, place);
  if (end === undefined) return TEXT;
  return end === null ? null : itemType(end.type, place.schema);
}

/** Returns the condition of a parameter for a value; null if it has none or is not understood. */
export function parameterCondition(row: CallParameter, text: string, place: ParameterPlace): Tree | null {
  const { effect } = row;
  const tree = effect.kind === 'filter' ? effect.formula.tree : null;
  if (tree === null) return null;
  const type = typeOfParameter(row, place);
  const value = type === null ? null : literalOf(text, type);
  if (value === null) return null;
  const end = row.option === null ? pathEnd(tree, place) : undefined;
  return end === undefined ? withValue(tree, value) : end === null ? null : pathCondition(end, value, place);
}

function pathCondition({ path, type, several }: PathEnd, value: Tree, { keyOf, schema }: ParameterPlace): Tree {
  if (type.kind !== 'reference' && type.kind !== 'references') return comparison(path, several, value);
  const key = keyFieldOf(type.entity, schema);
  if (key !== null) return comparison([...path, key.name], several || type.kind === 'references', value);
  const name = keyOf(type.entity);
  const isList = several || type.kind === 'references';
  return [name ?? [], 'id']
    .flat()
    .map((field) => comparison([...path, field], isList, value))
    .reduce((left, right) => ({ op: 'binary', operator: 'or', left, right, from: 0, to: 0 }));
}

function comparison(path: readonly string[], several: boolean, value: Tree): Tree {
  const [first = '', ...rest] = path;
  const of = rest.reduce<Tree>((before, name) => ({ op: 'member', of: before, name, from: 0, to: 0 }), {
    ...{ op: 'name', name: first },
    ...{ from: 0, to: 0 },
  });
  return several
    ? { op: 'binary', operator: 'in', left: value, right: of, from: 0, to: 0 }
    : { op: 'binary', operator: '==', left: of, right: value, from: 0, to: 0 };
}

/** Returns what a path leads to. Undefined: the expression is no path; null: it leads nowhere. */
function pathEnd(tree: Tree | null, { schema, entity }: ParameterPlace): PathEnd | null | undefined {
  const path = pathOf(tree);
  if (path === null) return undefined;
  let at: EntitySchema | undefined = entity;
  let several = false;
  for (const [index, name] of path.entries()) {
    const isLast = index === path.length - 1;
    const key = isLast && name === 'id' && at !== undefined ? recordKeyOf(at.entity) : null;
    if (key !== null) return { path: [...path.slice(0, -1), key.name], type: key.type, several };
    const type: Type | undefined = at?.attributes.get(name)?.type;
    if (type === undefined) return null;
    if (isLast) return { path, type, several: several || holdsSeveral(type) };
    several ||= holdsSeveral(type);
    at = 'entity' in type ? schema.entities.get(type.entity) : undefined;
  }
  return null;
}

const holdsSeveral = (type: Type): boolean =>
  type.kind === 'texts' || type.kind === 'references' || type.kind === 'list' || ('several' in type && type.several);

const keyFieldOf = (entity: string, schema: Schema): Field | null => {
  const target = schema.entities.get(entity);
  return target === undefined ? null : recordKeyOf(target.entity);
};

/** Returns the type of one value of a field. */
function itemType(type: Type, schema: Schema): Type {
  if (type.kind === 'references' || type.kind === 'reference') return keyFieldOf(type.entity, schema)?.type ?? TEXT;
  if (type.kind === 'texts') return TEXT;
  return type.kind === 'choice' && type.several ? { ...type, several: false } : type;
}
