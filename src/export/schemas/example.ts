import type { Json } from '../../fields/text/json.ts';
import { isObject } from '../../fields/text/json.ts';
import type { JsonSchema } from './json-schema.ts';

/** Returns a value that the schema admits. `named` finds the schema that a `$ref` names. */
export function exampleOf(schema: JsonSchema, named: (reference: string) => JsonSchema = () => ({}), depth = 0): Json {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return exampleOf(named(reference), named, depth + 1);
  if ('const' in schema) return schema['const'] ?? null;
  const [stated] = listOf(schema['examples']);
  if (stated !== undefined) return stated;
  const [choice] = listOf(schema['enum']);
  if (choice !== undefined) return choice;
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const [first] = listOf(schema[keyword]);
    if (first !== undefined && isObject(first)) return exampleOf(first, named, depth);
  }
  const types = typeof schema['type'] === 'string' ? [schema['type']] : listOf(schema['type']);
  switch (types[0]) {
    case 'object':
      return objectExample(schema, named, depth);
    case 'array': {
      const { items } = schema;
      const least = Math.max(Number(schema['minItems'] ?? 0), depth < MOST_DEEP ? 1 : 0);
      return items === undefined || !isObject(items)
        ? []
        : Array.from({ length: least }, () => exampleOf(items, named, depth + 1));
    }
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case 'string':
      return textExample(schema);
    default:
      return null;
  }
}

/** The depth from which optional lists stay empty. */
const MOST_DEEP = 8;

function objectExample(schema: JsonSchema, named: (reference: string) => JsonSchema, depth: number): Json {
  const { properties } = schema;
  const members = properties !== undefined && isObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    members.map(([name, member]) => [name, isObject(member) ? exampleOf(member, named, depth + 1) : null]),
  );
}

function numberExample({ minimum, maximum, multipleOf }: JsonSchema): number {
  const step = Number(multipleOf ?? 1);
  const usual = Math.ceil(Math.max(Number(minimum ?? 3), 3) / step) * step;
  return maximum !== undefined && usual > Number(maximum) ? Math.floor(Number(maximum) / step) * step : usual;
}

function textExample({ minLength, maxLength, format }: JsonSchema): string {
  if (format === 'uri') return 'https://example.com/text';
  const text = 'text'.padEnd(Number(minLength ?? 0), ' text');
  return maxLength === undefined ? text : text.slice(0, Number(maxLength));
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
