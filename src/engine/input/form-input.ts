import type { ShapeEntry } from '../../expressions/shapes/shape-types.ts';
import { fromFormText } from '../../fields/registry/value-forms.ts';
import type { Json } from '../../fields/text/json.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';
import type { CompiledCall } from '../compiled/compiled-model.ts';

/** What a form has under a name: its texts, and what it has under this name with a further one in brackets. */
export interface FormNode {
  readonly texts: string[];
  readonly members: Map<string, FormNode>;
}

/** The names that lead to a value. */
type Place = readonly (string | number)[];

/** A form as the JSON body that says the same, or why it can't be read. */
export type FormInput = { readonly value: Json } | { readonly reason: string; readonly path: Place };

class WrongForm extends Error {
  readonly reason: string;
  readonly path: Place;
  constructor(reason: string, path: Place) {
    super(reason);
    this.reason = reason;
    this.path = path;
  }
}

/**
 * Converts a form to the JSON body with the same members: each text is read as the type of its field. A text that is no
 * value of the type stays a text, and members that the call does not list stay too, so that they are refused as in JSON.
 */
export function formInput(
  { call, requestShape, sends, options }: CompiledCall,
  schema: Schema,
  form: FormNode,
): FormInput {
  const { does } = call;
  const entity = schema.entities.get('entity' in does ? does.entity : does.kind === 'account' ? does.of : '');
  if (entity === undefined) return { value: {} };
  const entries = requestShape ?? fieldEntries(sends ?? entity.attributes.keys());
  try {
    return { value: objectFrom(form, entries, { schema, entity, options, path: [] }) };
  } catch (error) {
    if (error instanceof WrongForm) return { reason: error.reason, path: error.path };
    throw error;
  }
}

const fieldEntries = (names: Iterable<string>): ShapeEntry[] =>
  [...names].map((name) => ({ kind: 'field', key: name, field: name }));

interface Within {
  readonly schema: Schema;
  readonly entity: EntitySchema;
  readonly options: CompiledCall['options'];
  readonly path: Place;
}

const objectFrom = (node: FormNode, entries: readonly ShapeEntry[], within: Within): Json =>
  Object.fromEntries(
    [...node.members].map(([key, child]) => {
      const entry = entries.find((each) => each.key === key);
      return [key, valueFrom(child, entry, { ...within, path: [...within.path, key] })];
    }),
  );

/** Reads what a form has for a member of the shape; undefined: the shape has no such member. */
function valueFrom(node: FormNode, entry: ShapeEntry | undefined, within: Within): Json {
  switch (entry?.kind) {
    case 'inside':
      return node.texts.length > 0 ? plain(node, within.path) : objectFrom(node, entry.entries, within);
    case 'nested':
      return entry.isList ? listFrom(node, plain, within.path) : plain(node, within.path);
    case 'field':
    case 'lines': {
      const type = within.entity.attributes.get(entry.field)?.type;
      const lines = entry.kind === 'lines' ? entry.entries : null;
      return type?.kind === 'list' ? linesFrom(node, type.entity, lines, within) : fieldFrom(node, type, within);
    }
    default:
      return plain(node, within.path);
  }
}

/** Reads lines, `steps[0][name]=a`: with the members that the shape gives them, or with fields by name. */
function linesFrom(node: FormNode, of: string, stated: readonly ShapeEntry[] | null, within: Within): Json {
  const entity = within.schema.entities.get(of);
  if (entity === undefined) return plain(node, within.path);
  const entries = stated ?? fieldEntries(entity.attributes.keys());
  const line = (one: FormNode, path: Place): Json =>
    one.texts.length > 0 ? plain(one, path) : objectFrom(one, entries, { ...within, entity, path });
  return listFrom(node, line, within.path);
}

function fieldFrom(node: FormNode, type: Type | undefined, { options, path }: Within): Json {
  if (type === undefined) return plain(node, path);
  if (isSeveral(type)) return listFrom(node, plain, path);
  if (node.members.size === 0) return fromFormText(onlyText(node, path), type, options);
  // An amount with its currency: `price[amount]=5&price[currency]=EUR`.
  if (type.kind !== 'money' || node.texts.length > 0) return plain(node, path);
  return Object.fromEntries(
    [...node.members].map(([key, child]) => {
      const value = plain(child, [...path, key]);
      return [key, key === 'amount' && typeof value === 'string' ? fromFormText(value, type, options) : value];
    }),
  );
}

const isSeveral = (type: Type): boolean =>
  type.kind === 'references' || type.kind === 'texts' || ('several' in type && type.several);

/**
 * Reads a list: `tags=a&tags=b`, `tags[]=a&tags[]=b` or `tags[0]=a&tags[1]=b`. Empty texts are left out, so that one
 * alone is the empty list.
 */
function listFrom(node: FormNode, item: (node: FormNode, path: Place) => Json, path: Place): Json {
  const { '': unnumbered, ...named } = Object.fromEntries(node.members) as Readonly<Record<string, FormNode>>;
  if (Object.keys(named).some((key) => !isIndex(key))) return plain(node, path);
  if (unnumbered !== undefined && unnumbered.members.size > 0) throw unnumberedItem(path);
  const texts = [...node.texts, ...(unnumbered?.texts ?? [])].filter((text) => text.trim() !== '');
  const numbered = Object.entries(named).sort(([one], [other]) => Number(one) - Number(other));
  return [...texts, ...numbered.map(([, child], index) => item(child, [...path, index]))];
}

const isIndex = (key: string): boolean => /^\d{1,5}$/.test(key);

/** Reads what a form has under a name of which no type is known: texts, lists of them, and objects. */
function plain(node: FormNode, path: Place): Json {
  const { members } = node;
  if (members.size === 0) return onlyText(node, path);
  if (node.texts.length > 0) throw twice(path);
  const unnumbered = members.get('');
  if (unnumbered !== undefined && unnumbered.members.size > 0) throw unnumberedItem(path);
  if (unnumbered !== undefined && members.size === 1) return unnumbered.texts;
  return Object.fromEntries([...members].map(([key, child]) => [key, plain(child, [...path, key])]));
}

function onlyText({ texts }: FormNode, path: Place): string {
  const [only = '', ...more] = texts;
  if (more.length > 0) throw twice(path);
  return only;
}

const nameOf = ([first = '', ...rest]: Place): string => `${first}${rest.map((name) => `[${name}]`).join('')}`;

const twice = (path: Place) => new WrongForm(`its form has the name “${nameOf(path)}” twice`, path);

const unnumberedItem = (path: Place) =>
  new WrongForm(`its form does not number the items of “${nameOf(path)}”; write ${nameOf([...path, 0])}[…]`, path);
