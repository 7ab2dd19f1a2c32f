/** The shape of texts in any language: what English says, with the same values, in other words. */
export type Worded<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Worded<T[K]> };
