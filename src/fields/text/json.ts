/** A parsed JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Whether a JSON value is an object, not a list or null. */
export function isObject(input: Json): input is { readonly [name: string]: Json } {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Returns the member with this name; null if there is none. Members of the prototype do not count. */
export function member(object: { readonly [name: string]: Json }, name: string): Json {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}
