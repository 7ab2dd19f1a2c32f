import type { WorkingCalendar } from '../../fields/calendar/working-time.ts';
import type { Value } from '../../fields/text/value.ts';
import type { BinaryOperator } from '../../model/types/formula.ts';
import type { StaticType } from './static.ts';

/**
 * An expression whose names are resolved and whose types fit. Plain data but for nothing: it survives JSON.
 * `from`/`to` are offsets in the formula's text. Numbers in literals are already integers of their scale.
 */
export type Typed = { readonly type: StaticType; readonly from: number; readonly to: number } & TypedNode;

export type TypedNode =
  | { readonly op: 'literal'; readonly value: Value }
  /** The record itself, the record before the write, the person, the clock. `now` is UTC ms, `today` a date. */
  | { readonly op: 'this' | 'old' | 'me' | 'now' | 'today' }
  | { readonly op: 'local'; readonly name: string }
  /** A constant whose value is shown; `value` is its evaluated literal. A constant that is not shown is `unknown`. */
  | { readonly op: 'constant'; readonly name: string; readonly value: Value }
  /** Always unknown: what it stands on is not shown. `because` is the id of that element. */
  | { readonly op: 'unknown'; readonly because: string }
  /** A field, state or built-in of a record; through an empty reference it is empty. */
  | { readonly op: 'field'; readonly of: Typed; readonly entity: string; readonly field: string }
  /**
   * A function of `functions.ts` by name: `startOfMonth`, `round`, `cents`, `size`, `contains`, …
   * `implied`: nobody wrote it; it gives a number the scale of its place, and the empty value stays empty.
   */
  | { readonly op: 'call'; readonly name: string; readonly args: readonly Typed[]; readonly implied?: true }
  /** `lines.all(l, …)`; `body` sees the local. */
  | {
      readonly op: 'macro';
      readonly name: 'all' | 'exists' | 'exists_one' | 'filter' | 'map';
      readonly of: Typed;
      readonly local: string;
      readonly body: Typed;
    }
  /** `sum(lines.amount)`: `body` over each record of `of` under `local`; null counts records. Empty sum: 0. */
  | {
      readonly op: 'aggregate';
      readonly name: 'sum' | 'count' | 'average' | 'min' | 'max';
      readonly of: Typed;
      readonly local: string;
      readonly body: Typed | null;
    }
  /**
   * Over the records of an entity: `count(Order where …)`. `where` and `body` see the record at hand as the local; a record
   * counts where `where` is true. `others`: the record that `this` is does not count. Of no records the count and sum are 0,
   * the average, least and greatest empty. `values` is the list of what `body` is of each.
   */
  | {
      readonly op: 'query';
      readonly name: 'exists' | 'count' | 'sum' | 'average' | 'min' | 'max' | 'values';
      readonly entity: string;
      readonly local: string;
      readonly where: Typed | null;
      readonly body: Typed | null;
      readonly others: boolean;
    }
  /** A cell of a table of constants, by a row and perhaps a column. A cell of null is not shown. */
  | {
      readonly op: 'cell';
      readonly name: string;
      readonly keys: readonly Typed[];
      readonly rows: readonly string[];
      readonly columns: readonly string[];
      readonly cells: readonly (readonly Value[])[];
    }
  /**
   * `after`, `before`: a date or instant and a length of working time. `between`: the working time from one instant to
   * another. `within`: whether an instant is in working time, a date a working day.
   */
  | {
      readonly op: 'working';
      readonly name: 'after' | 'before' | 'between' | 'within';
      readonly args: readonly Typed[];
      readonly calendar: WorkingCalendar;
    }
  | { readonly op: 'not' | 'negate'; readonly of: Typed }
  | { readonly op: 'binary'; readonly operator: BinaryOperator; readonly left: Typed; readonly right: Typed }
  | { readonly op: 'list'; readonly items: readonly Typed[] }
  | { readonly op: 'conditional'; readonly test: Typed; readonly yes: Typed; readonly no: Typed };
