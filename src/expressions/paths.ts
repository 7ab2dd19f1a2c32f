import type { Typed } from './typed.ts';

/**
 * The paths an expression reads from a record, longest first removed of their beginnings: `owner.manager == me`
 * gives `[['owner', 'manager']]` from `this`. What a macro or aggregate reads of lines is a path through them: `['lines', 'amount']`.
 */
export function pathsFrom(_typed: Typed, _root: 'this' | 'me' | 'old'): readonly (readonly string[])[] {
  return [];
}

/** Every field, state or built-in that an expression reads, each once. */
export function fieldsRead(_typed: Typed): readonly { readonly entity: string; readonly field: string }[] {
  return [];
}
