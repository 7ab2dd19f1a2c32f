/** The type of a translation: like the English texts, with strings and functions of the same parameters. */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Translated<T[K]> };
