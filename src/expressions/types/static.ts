import type { Option } from '../../model/types/types.ts';

/** The static type of an expression. Numbers carry their scale (digits after the point) and unit. */
export type StaticType =
  | { readonly t: 'empty' }
  /** `condition`: something must hold, so it cannot be empty. */
  | { readonly t: 'boolean'; readonly condition?: true }
  /** `unit`: a currency (`EUR`), `B` for bytes, or null for a plain number. */
  | { readonly t: 'number'; readonly scale: number; readonly unit: string | null }
  /** Money whose currency differs from value to value. */
  | { readonly t: 'money' }
  /**
   * `folded`: an address, or a text whose field says `ignoring case`; case does not count in comparisons. `counted`: a
   * running number without other characters, which bodies state as a number.
   */
  | { readonly t: 'text'; readonly folded?: true; readonly counted?: true }
  /** `of` is the id of the field or machine that states the options; `groups` are names for sets of them. */
  | {
      readonly t: 'choice';
      readonly of: string;
      readonly options: readonly Option[];
      readonly groups?: readonly ChoiceGroup[];
    }
  | { readonly t: 'role' }
  | { readonly t: 'date' }
  | { readonly t: 'instant' }
  /** A time of day. */
  | { readonly t: 'time' }
  /** `working`: working time (`5 working days`) is accepted here too. */
  | { readonly t: 'duration'; readonly working?: true }
  /** A length of working time: its days are working days, its milliseconds pass in working hours. */
  | { readonly t: 'working' }
  | { readonly t: 'file' }
  /** What the fields of a record hold at a moment. */
  | { readonly t: 'object' }
  | { readonly t: 'record'; readonly entity: string }
  | { readonly t: 'list'; readonly of: StaticType };

/** A named set of states of a machine. */
export interface ChoiceGroup {
  readonly name: string;
  readonly options: readonly string[];
}
