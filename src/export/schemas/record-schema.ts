import type { CompiledCall, CompiledEntity, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { AnswerShape, ItemShape, PageEntry, ShapeEntry } from '../../expressions/shapes/resolve-shape.ts';
import { fieldsOf } from '../../expressions/shapes/resolve-shape.ts';
import { listedType } from '../../expressions/shapes/values-shape.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';
import { arrayOf, completeObject, type JsonSchema, type Members, NULL, objectSchema, orNull } from './json-schema.ts';
import { wordSchema } from './page-word-schema.ts';
import { answeredValue, computedValue, nameSchema, sentValue, type ValueContext } from './value-schema.ts';

/** What the schemas of a document are made from. */
export interface SchemaContext extends ValueContext {
  readonly model: CompiledModel;
  /** The entities of lines that are being described, so that none contains itself. */
  readonly within: readonly string[];
}

export function schemaContext(model: CompiledModel): SchemaContext {
  const roles = model.model.roles.flatMap(({ name, guest }) => (guest ? [] : name));
  const keyOf = (entity: string) => model.addresses.get(entity)?.key ?? null;
  return { model, bounds: model.bounds, roles, keyOf, within: [] };
}

const STRING: JsonSchema = { type: 'string' };

/** The members with which the product describes a record that no shape describes. */
export const RECORD_INFO: JsonSchema = objectSchema(
  [
    ['entity', STRING],
    ['etag', STRING],
    ['title', STRING],
    ['labels', { type: 'object', additionalProperties: STRING, examples: [{}] }],
    ['can', { type: ['object', 'integer'], description: 'What the caller may do now.', examples: [{}] }],
    ['warnings', arrayOf({ type: 'object', examples: [{}] })],
  ],
  ['entity', 'etag', 'title', 'labels', 'can'],
);

/** Returns the schema of a record with all its readable fields. A member that a caller may never read is absent. */
export function recordSchema(entity: CompiledEntity, context: SchemaContext): JsonSchema {
  const isLine = entity.entity.belongsTo !== null;
  const members: Members = [
    ['id', nameSchema(entity.name, context)],
    ...(isLine ? [] : ([['_', RECORD_INFO]] as const)),
    ...entity.attributes
      .filter((attribute) => attribute.name !== 'id' && isAnswered(attribute, entity, isLine))
      .map((attribute) => [attribute.name, described(attribute, answered(attribute.type, context))] as const),
  ];
  return objectSchema(members, ['id']);
}

function isAnswered(attribute: Attribute, { shownBuiltIns }: CompiledEntity, isLine: boolean): boolean {
  if (attribute.kind === 'built-in') return !isLine && shownBuiltIns.has(attribute.name);
  return attribute.kind !== 'field' || !attribute.field.writeOnly;
}

const described = (attribute: Attribute, schema: JsonSchema): JsonSchema =>
  attribute.kind === 'field' && attribute.field.help !== '' ? { ...schema, description: attribute.field.help } : schema;

/** Returns the schema of a value in a whole record: null where it is empty or the caller may not read it. */
function answered(type: Type, context: SchemaContext): JsonSchema {
  if (type.kind !== 'list') return orNull(answeredValue(type, context));
  const lines = linesNamed(type.entity, context);
  return orNull(arrayOf(lines === null ? { type: 'object' } : recordSchema(lines.entity, lines.context)));
}

/** Returns an entity of lines that is not being described yet. */
function linesNamed(
  name: string,
  context: SchemaContext,
): { readonly entity: CompiledEntity; readonly context: SchemaContext } | null {
  const entity = context.model.entities.get(name);
  if (entity === undefined || context.within.includes(name)) return null;
  return { entity, context: { ...context, within: [...context.within, name] } };
}

/** Returns the schema of a call's successful body. Null: it has none. */
export function answerSchema(call: CompiledCall, context: SchemaContext): JsonSchema | null {
  const { does } = call.call;
  const name = 'entity' in does ? does.entity : does.kind === 'account' ? does.of : '';
  const entity = context.model.entities.get(name);
  const shape = call.responseShape;
  if (entity === undefined || (does.kind === 'delete' && shape === null)) return null;
  if (shape === null) return does.kind === 'list' ? wholePage(entity, context) : recordSchema(entity, context);
  return shapeSchema(shape, entity, { ...context, formulas: call.shapeFormulas, isStated: true }, [
    ...call.shownMembers.values(),
  ]);
}

interface AnswerContext extends SchemaContext {
  readonly formulas: CompiledCall['shapeFormulas'];
}

/** `shown`: members that parameters show in the place of others, or besides them. */
function shapeSchema(
  shape: AnswerShape,
  entity: CompiledEntity,
  context: AnswerContext,
  shown: readonly ShapeEntry[],
): JsonSchema {
  if (shape.kind === 'page') return pageSchema(shape.entries, entity, context, shown);
  const each = itemWithShown(shape.each, entity, context, shown);
  return shape.kind === 'list' || shape.several ? arrayOf(each) : each;
}

function wholePage(entity: CompiledEntity, context: SchemaContext): JsonSchema {
  const shared = { type: 'object', description: 'The permissions that the records share.', examples: [{}] };
  const total = completeObject([
    ['count', { type: 'integer' }],
    ['atLeast', { type: 'boolean' }],
  ]);
  return objectSchema(
    [
      ['items', arrayOf(recordSchema(entity, context))],
      ['next', NEXT],
      ['total', orNull(total)],
      ['_', shared],
    ],
    ['items', 'next', 'total'],
  );
}

const NEXT: JsonSchema = {
  type: ['string', 'null'],
  description: 'The cursor of the next page, for the parameter `page`.',
};

function pageSchema(
  entries: readonly PageEntry[],
  entity: CompiledEntity,
  context: AnswerContext,
  shown: readonly ShapeEntry[],
): JsonSchema {
  return completeObject(entries.map((entry) => [entry.key, pageMember(entry, entity, context, shown)]));
}

function pageMember(
  entry: PageEntry,
  entity: CompiledEntity,
  context: AnswerContext,
  shown: readonly ShapeEntry[],
): JsonSchema {
  switch (entry.kind) {
    case 'items':
      return arrayOf(itemWithShown(entry.each, entity, context, shown));
    case 'inside':
      return pageSchema(entry.entries, entity, context, shown);
    case 'constant':
      return { const: entry.value };
    case 'word':
      return wordSchema(entry.word);
  }
}

/** Returns the schema of a record whose members may be others, or be there besides, as parameters ask. */
function itemWithShown(
  each: ItemShape,
  entity: CompiledEntity,
  context: AnswerContext,
  shown: readonly ShapeEntry[],
): JsonSchema {
  if (shown.length === 0 || each === null || !('entries' in each)) return itemSchema(each, entity, context);
  const ofEntry = (entry: ShapeEntry) => severalOf(entry, memberSchema(entry, entity, context));
  const own = new Map(each.entries.map((entry) => [entry.key, ofEntry(entry)]));
  const members = new Map(own);
  for (const entry of shown) {
    const before = members.get(entry.key);
    members.set(entry.key, before === undefined ? ofEntry(entry) : { anyOf: [before, ofEntry(entry)] });
  }
  return objectSchema([...members], [...own.keys()]);
}

/** Returns the schema of one record in a shape. */
export function itemSchema(each: ItemShape, entity: CompiledEntity, context: AnswerContext): JsonSchema {
  if (each === null) return recordSchema(entity, context);
  if ('alone' in each) return memberSchema(each.alone, entity, context);
  if ('field' in each && each.isValue === true) return valueSchema(each.field, entity, context);
  return 'field' in each
    ? fieldSchema(each.field, entity, context)
    : completeObject(each.entries.map((entry) => [entry.key, severalOf(entry, memberSchema(entry, entity, context))]));
}

const severalOf = ({ several }: ShapeEntry, schema: JsonSchema): JsonSchema =>
  several !== true || schema['type'] === 'array' ? schema : arrayOf(schema);

function memberSchema(entry: ShapeEntry, entity: CompiledEntity, context: AnswerContext): JsonSchema {
  switch (entry.kind) {
    case 'field':
      return fieldSchema(entry.field, entity, context);
    case 'inside':
      return itemSchema({ entries: entry.entries }, entity, context);
    case 'lines': {
      const lines = lineEntity(entry.field, entity, context);
      return arrayOf(lines === undefined ? {} : itemSchema({ entries: entry.entries }, lines, context));
    }
    case 'record':
      return recordSchema(entity, context);
    case 'formula': {
      const formula = context.formulas.get(entry) ?? null;
      return formula === null ? NULL : computedValue(formula.typed.type, context);
    }
    case 'nested': {
      const target = context.model.entities.get(entry.entity);
      const item = target === undefined ? {} : itemSchema(entry.each, target, context);
      if (entry.isList) return arrayOf(item);
      return entry.path.length === 0 ? item : orNull(item);
    }
    case 'records': {
      const target = context.model.entities.get(entry.entity);
      return arrayOf(target === undefined ? {} : itemSchema(entry.each, target, context));
    }
    case 'constant':
      return { const: entry.value };
    case 'url':
      return orNull({ ...STRING, format: 'uri' });
    case 'word':
      return orNull(STRING);
  }
}

function fieldSchema(field: string, entity: CompiledEntity, context: SchemaContext): JsonSchema {
  if (field === 'id') return nameSchema(entity.name, context);
  const attribute = entity.schema.attributes.get(field);
  return attribute === undefined ? NULL : described(attribute, answered(attribute.type, context));
}

/** Returns the schema of one of the different values of a field. */
function valueSchema(field: string, entity: CompiledEntity, context: SchemaContext): JsonSchema {
  const attribute = entity.schema.attributes.get(field);
  const type = attribute === undefined ? null : listedType(attribute);
  return type === null ? NULL : answeredValue(type, context);
}

function lineEntity(field: string, { schema }: CompiledEntity, { model }: SchemaContext): CompiledEntity | undefined {
  const type = schema.attributes.get(field)?.type;
  return type?.kind === 'list' ? model.entities.get(type.entity) : undefined;
}

/** Which members a request may and must have. */
export interface SentFields {
  readonly names: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Whether other members are ignored. */
  readonly isOpen: boolean;
}

/** Returns the schema of a request in a stated shape. */
export function sentShape(
  entries: readonly ShapeEntry[],
  entity: CompiledEntity,
  sent: SentFields,
  context: SchemaContext,
): JsonSchema {
  const isNeeded = (entry: ShapeEntry): boolean => {
    if (entry.kind === 'inside') return entry.entries.some(isNeeded);
    if (entry.kind === 'nested') return entry.path.length === 1 && sent.required.has(entry.path[0] ?? '');
    return 'field' in entry && sent.required.has(entry.field);
  };
  const members = entries.flatMap((entry): Members => {
    switch (entry.kind) {
      case 'field':
        return [[entry.key, sentField(entry.field, entity, sent.required.has(entry.field), context)]];
      case 'inside':
        return [[entry.key, sentShape(entry.entries, entity, sent, context)]];
      case 'lines': {
        const lines = lineEntity(entry.field, entity, context);
        return lines === undefined ? [] : [[entry.key, arrayOf(sentLine(lines, context, entry.entries))]];
      }
      case 'nested': {
        const [field, ...more] = entry.path;
        if (field === undefined || more.length > 0) return [];
        const name = nameSchema(entry.entity, context);
        const one = entry.naming === null ? name : objectSchema([[entry.naming, name]], [entry.naming], sent.isOpen);
        const value = entry.isList ? arrayOf(one) : one;
        return [[entry.key, sent.required.has(field) ? value : orNull(value)]];
      }
      default:
        return [];
    }
  });
  const required = entries.filter(isNeeded).map(({ key }) => key);
  return objectSchema(members, required, sent.isOpen);
}

/** Returns the schema of a request that lists fields by name. */
export function sentFields(entity: CompiledEntity, sent: SentFields, context: SchemaContext): JsonSchema {
  const names = entity.entity.fields.map(({ name }) => name).filter((name) => sent.names.has(name));
  const members = names.map((name) => [name, sentField(name, entity, sent.required.has(name), context)] as const);
  const required = names.filter((name) => sent.required.has(name));
  return objectSchema(members, required, sent.isOpen);
}

function sentField(name: string, entity: CompiledEntity, isRequired: boolean, context: SchemaContext): JsonSchema {
  const attribute = entity.schema.attributes.get(name);
  if (attribute === undefined) return {};
  const { type } = attribute;
  const lines = type.kind === 'list' ? linesNamed(type.entity, context) : null;
  const value = lines === null ? sentValue(type, context) : arrayOf(sentLine(lines.entity, lines.context, null));
  const pattern = attribute.kind === 'field' && attribute.field.pattern !== null ? attribute.field.pattern : null;
  const stated = described(attribute, pattern === null ? value : { ...value, 'x-ninefold-pattern': pattern });
  return isRequired ? stated : orNull(stated);
}

/** Returns the schema of a line in a request; a line that exists already has its id. */
function sentLine(lines: CompiledEntity, context: SchemaContext, entries: readonly ShapeEntry[] | null): JsonSchema {
  const typed = lines.entity.fields.filter(({ computed, byProduct }) => computed === null && !byProduct);
  const names = new Set(typed.map(({ name }) => name));
  const sent: SentFields = { names, required: new Set(), isOpen: false };
  const schema =
    entries === null ? sentFields(lines, sent, context) : sentShape(entries, lines, { ...sent, names }, context);
  if (entries !== null && fieldsOf(entries).includes('id')) return schema;
  const { properties } = schema;
  return { ...schema, properties: { id: { type: 'string' }, ...(properties as JsonSchema) } };
}
