/** JSON as it came over the wire, already parsed. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** An object of JSON, not a list and not null. */
export function isObject(input: Json): input is { readonly [name: string]: Json } {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** The member of this name, null where there is none; members of the prototype are none. */
export function member(object: { readonly [name: string]: Json }, name: string): Json {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}
