import type { Json } from '../../fields/text/json.ts';

/** A JSON Schema (draft 2020-12) as plain JSON. */
export interface JsonSchema {
  readonly [keyword: string]: Json;
}

export type Members = readonly (readonly [name: string, schema: JsonSchema])[];

/** Returns the schema of an object with exactly these members, or with further ones if it is `open`. */
export function objectSchema(members: Members, required: readonly string[], isOpen = false): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(required.length === 0 ? {} : { required: [...required] }),
    additionalProperties: isOpen,
  };
}

/** Returns the schema of an object that always has all of these members. */
export const completeObject = (members: Members): JsonSchema =>
  objectSchema(
    members,
    members.map(([name]) => name),
  );

export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

export const NULL: JsonSchema = { type: 'null' };

/** Returns the schema that also admits null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (Object.keys(schema).length === 0 || type === 'null') return schema;
  if (Array.isArray(type)) return type.includes('null') ? schema : { ...schema, type: [...type, 'null'] };
  if (typeof type !== 'string' || type === 'object') return { anyOf: [schema, NULL] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
