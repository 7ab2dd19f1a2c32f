import { isObject, type Json } from '../../fields/text/json.ts';
import { FAILURE, PROBLEM } from '../schemas/error-schema.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { itemSchema, RECORD_INFO, recordSchema, type SchemaContext } from '../schemas/record-schema.ts';
import { formulasOfShape, shapeMembers } from './named-shapes.ts';

/** Schemas by name, which others name by `$ref`. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Returns the schemas of the named shapes and entities, complete: none refers to another. */
export function completeSchemas(general: SchemaContext): Schemas {
  const { model } = general;
  const context: SchemaContext = { ...general, forms: model.model.api.options };
  const schemas = new Map<string, JsonSchema>();
  const add = (name: string, schema: JsonSchema): void => {
    schemas.set(freeName(componentName(name), schemas), schema);
  };
  add('Problem', PROBLEM);
  add('Failure', FAILURE);
  for (const shape of model.model.shapes) {
    const entity = model.entities.get(shape.entity);
    const members = entity === undefined ? null : shapeMembers(shape, entity, model);
    if (entity === undefined || members === null) continue;
    const each = { entries: members };
    const formulas = formulasOfShape(each, entity, model);
    add(shape.name, itemSchema(each, entity, { ...context, formulas, isStated: true }));
  }
  for (const entity of model.entities.values()) add(entity.name, recordSchema(entity, context));
  if ([...model.entities.values()].some(({ entity }) => entity.belongsTo === null)) add('RecordInfo', RECORD_INFO);
  return Object.fromEntries(schemas);
}

/** Returns a name of the characters that a component may have. */
export const componentName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\w.-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '') || 'Schema';

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  return free;
}

/** Replaces parts of a schema that equal a named one by references to it. */
export type Referring = (schema: JsonSchema) => JsonSchema;

export function referring(schemas: Schemas): Referring {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const replace = (part: Json): Json => {
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map(replace);
    const name = names.get(JSON.stringify(part));
    return name === undefined ? inside(part as JsonSchema) : { $ref: `#/components/schemas/${name}` };
  };
  const inside = (schema: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, keyword === 'examples' ? value : replace(value)]),
    );
  return (schema) => replace(schema) as JsonSchema;
}

/** Returns the schemas of a document, which refer to each other. */
export function referringSchemas(schemas: Schemas, replace: Referring): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      Object.fromEntries(
        Object.entries(schema).map(([keyword, value]) => [
          keyword,
          keyword !== 'examples' && (isObject(value) || Array.isArray(value)) ? wrapped(value, replace) : value,
        ]),
      ),
    ]),
  );
}

const wrapped = (value: Json, replace: Referring): Json => replace({ value })['value'] ?? null;

/** Returns a component by a reference to it. */
export const namedIn =
  (schemas: Schemas) =>
  (reference: string): JsonSchema =>
    schemas[reference.split('/').at(-1) ?? ''] ?? {};

/** Returns the schemas to which the calls and responses of a document refer, directly or through each other. */
export function usedSchemas(
  { paths, components: { responses } }: { readonly paths: object; readonly components: { readonly responses: object } },
  schemas: Schemas,
): Schemas {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? null);
    }
  };
  visit([paths, responses]);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
