import type { Option } from '../model/types.ts';

/** The static type of an expression. Numbers carry their scale (digits after the point) and unit. */
export type StaticType =
  | { readonly t: 'empty' }
  | { readonly t: 'boolean' }
  /** `unit`: a currency (`EUR`), `B` for bytes, or null for a plain number. */
  | { readonly t: 'number'; readonly scale: number; readonly unit: string | null }
  /** Money whose currency differs from value to value. */
  | { readonly t: 'money' }
  /** `folded`: an address, or a text whose field says `ignoring case`; it equals whatever folds alike. */
  | { readonly t: 'text'; readonly folded?: true }
  /** `of` is the id of the field or machine that states the options. */
  | { readonly t: 'choice'; readonly of: string; readonly options: readonly Option[] }
  | { readonly t: 'role' }
  | { readonly t: 'date' }
  | { readonly t: 'instant' }
  | { readonly t: 'duration' }
  | { readonly t: 'file' }
  | { readonly t: 'record'; readonly entity: string }
  | { readonly t: 'list'; readonly of: StaticType };
