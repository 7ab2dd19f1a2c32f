import type { CompiledCall } from '../../engine/compiled/compiled-model.ts';
import { takesBody } from '../../model/lookups/call-options.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { JSON_TYPE } from './bulk-and-files.ts';

export const FORM_TYPES: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Returns the media types in which a call takes its members. */
export function mediaTypesOf({ options, call }: CompiledCall): readonly string[] {
  return [
    ...(takesBody(options, call, 'JSON') ? [JSON_TYPE] : []),
    ...(takesBody(options, call, 'form') ? FORM_TYPES : []),
  ];
}

/** Returns how a form writes members that are objects or lists of them: `steps[0][name]`. Lists repeat their name. */
export function formEncoding({ properties = {} }: JsonSchema): JsonSchema {
  const nested = Object.entries(properties as Readonly<Record<string, JsonSchema>>).filter(([, schema]) =>
    isNested(schema),
  );
  if (nested.length === 0) return {};
  return { encoding: Object.fromEntries(nested.map(([name]) => [name, { style: 'deepObject', explode: true }])) };
}

function isNested(schema: JsonSchema): boolean {
  const { properties, items, anyOf } = schema;
  if (properties !== undefined) return true;
  if (Array.isArray(anyOf)) return anyOf.some((each) => isNested(each as JsonSchema));
  return typeof items === 'object' && items !== null && isNested(items as JsonSchema);
}
