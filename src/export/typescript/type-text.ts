import { isObject, type Json } from '../../fields/text/json.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';

/** Returns the TypeScript type of the values that a schema admits. */
export function typeText(schema: JsonSchema, depth = 0): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return typeName(reference.split('/').at(-1) ?? '');
  if ('const' in schema) return JSON.stringify(schema['const']);
  const values = schema['enum'];
  if (Array.isArray(values)) return values.map((value: Json) => JSON.stringify(value)).join(' | ');
  for (const [keyword, sign] of [
    ['anyOf', ' | '],
    ['oneOf', ' | '],
    ['allOf', ' & '],
  ] as const) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) return parts.map((part: Json) => partText(part, depth)).join(sign);
  }
  const { type } = schema;
  const types = Array.isArray(type) ? type : typeof type === 'string' ? [type] : [];
  if (types.length === 0) return 'properties' in schema ? objectText(schema, depth) : 'unknown';
  return [...new Set(types.map((one: Json) => oneText(String(one), schema, depth)))].join(' | ');
}

const partText = (part: Json, depth: number): string =>
  isObject(part) ? typeText(part as JsonSchema, depth) : 'unknown';

function oneText(type: string, schema: JsonSchema, depth: number): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${partText(schema['items'] ?? null, depth)})[]`;
    case 'object':
      return objectText(schema, depth);
    default:
      return type;
  }
}

function objectText(schema: JsonSchema, depth: number): string {
  const { properties, required, additionalProperties } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const indent = '  '.repeat(depth + 1);
  const members = Object.entries(properties !== undefined && isObject(properties) ? properties : {}).map(
    ([name, member]) =>
      `${commentOf(member, indent)}${indent}readonly ${keyText(name)}${needed.has(name) ? '' : '?'}: ${partText(member, depth + 1)};`,
  );
  if (members.length === 0) {
    const each = additionalProperties !== undefined && isObject(additionalProperties) ? additionalProperties : null;
    return `{ readonly [name: string]: ${each === null ? 'unknown' : typeText(each as JsonSchema, depth)} }`;
  }
  return `{\n${members.join('\n')}\n${'  '.repeat(depth)}}`;
}

function commentOf(member: Json, indent: string): string {
  const text = isObject(member) ? member['description'] : undefined;
  return typeof text === 'string' ? `${indent}/** ${commentText(text)} */\n` : '';
}

/** Returns text that may be within a comment. */
export const commentText = (text: string): string => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim();

/** Returns the name of a type: letters, digits and underscores, beginning with a capital letter. */
export function typeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9_]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(joined) ? joined : `Type${joined}`;
}

/** Returns a name as a member is written. */
export const keyText = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
