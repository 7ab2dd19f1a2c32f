import type { WorkingCalendar } from '../../fields/calendar/working-time.ts';
import type { Value } from '../../fields/text/value.ts';
import type { BinaryOperator } from '../../model/types/formula.ts';
import type { StaticType } from './static.ts';

/**
 * An expression with resolved names and checked types. Plain data: it survives JSON. `from` and `to` are offsets in the
 * formula's text. Numbers in literals are integers of their scale.
 */
export type Typed = { readonly type: StaticType; readonly from: number; readonly to: number } & TypedNode;

export type TypedNode =
  | { readonly op: 'literal'; readonly value: Value }
  /** The record itself, the record before the write, the person, the clock. `now` is UTC ms, `today` a date. */
  | { readonly op: 'this' | 'old' | 'me' | 'now' | 'today' }
  | { readonly op: 'local'; readonly name: string }
  /** A constant whose value is shown; `value` is its evaluated literal. A constant that is not shown is `unknown`. */
  | { readonly op: 'constant'; readonly name: string; readonly value: Value }
  /** Always unknown, because something it needs is not shown. `because` is the id of that element. */
  | { readonly op: 'unknown'; readonly because: string }
  /** A field, state or built-in of a record; empty if a reference on the way is empty. */
  | { readonly op: 'field'; readonly of: Typed; readonly entity: string; readonly field: string }
  /**
   * A function of `functions.ts` by name: `startOfMonth`, `round`, `cents`, `size`, `contains`, … `implied`: added by
   * the checker to give a number the scale of its place; the empty value stays empty.
   */
  | { readonly op: 'call'; readonly name: string; readonly args: readonly Typed[]; readonly implied?: true }
  /** `lines.all(l, …)`; `body` can use the local. */
  | {
      readonly op: 'macro';
      readonly name: 'all' | 'exists' | 'exists_one' | 'filter' | 'map';
      readonly of: Typed;
      readonly local: string;
      readonly body: Typed;
    }
  /**
   * `sum(lines.amount)`: `body` for each record of `of` under `local`; null counts records. The sum of no records is 0.
   */
  | {
      readonly op: 'aggregate';
      readonly name: 'sum' | 'count' | 'average' | 'min' | 'max';
      readonly of: Typed;
      readonly local: string;
      readonly body: Typed | null;
    }
  /**
   * A query over the records of an entity: `count(Order where …)`. `where` and `body` use the current record as the
   * local; a record counts if `where` is true. `others`: `this` itself does not count. Without records the count and
   * sum are 0; the average, minimum and maximum are empty. `values` is the list of `body` for each record.
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
  /** A cell of a table of constants, by a row and optionally a column. A null cell is not shown. */
  | {
      readonly op: 'cell';
      readonly name: string;
      readonly keys: readonly Typed[];
      readonly rows: readonly string[];
      readonly columns: readonly string[];
      readonly cells: readonly (readonly Value[])[];
    }
  /**
   * `after`, `before`: a date or instant plus or minus working time. `between`: the working time between two instants.
   * `within`: whether an instant is in working hours, or a date is a working day.
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
