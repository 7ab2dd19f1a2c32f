import type { Place } from './element.ts';

/**
 * An expression as written in the document. `tree` is null if it does not parse: a diagnostic reports that, and
 * everything that depends on the expression is unknown and refuses.
 */
export interface Formula {
  readonly text: string;
  readonly at: Place | null;
  readonly tree: Tree | null;
}

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'and' | 'or' | 'in';

/**
 * The parsed, untyped expression as plain data. `from` and `to` are offsets in the formula's text. `number` keeps the
 * digits as written, so that decimals stay exact.
 */
export type Tree =
  | { readonly op: 'null'; readonly from: number; readonly to: number }
  | { readonly op: 'boolean'; readonly value: boolean; readonly from: number; readonly to: number }
  | { readonly op: 'text'; readonly value: string; readonly from: number; readonly to: number }
  /** `2`, `1.5`, and with a unit: `3 days`, `25 EUR`, `10 MB`. */
  | {
      readonly op: 'number';
      readonly digits: string;
      readonly unit: string | null;
      readonly from: number;
      readonly to: number;
    }
  | { readonly op: 'name'; readonly name: string; readonly from: number; readonly to: number }
  /** `owner.manager`, `this["due date"]`. */
  | { readonly op: 'member'; readonly of: Tree; readonly name: string; readonly from: number; readonly to: number }
  /** `TARGET[priority]`: a cell of a table of constants. With a quoted text in the brackets it is a `member`. */
  | { readonly op: 'index'; readonly of: Tree; readonly index: Tree; readonly from: number; readonly to: number }
  /**
   * `Order where buyer == me`: the records of an entity, or the items of a list, that meet a condition. It is only used
   * as an argument of a call: `count(Order where …)`, `sum(Order.total where …)`.
   */
  | { readonly op: 'query'; readonly of: Tree; readonly where: Tree; readonly from: number; readonly to: number }
  /** `sum(lines.amount)` has no receiver; `lines.all(l, l.amount > 0)` has one. */
  | {
      readonly op: 'call';
      readonly name: string;
      readonly receiver: Tree | null;
      readonly args: readonly Tree[];
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly op: 'unary';
      readonly operator: 'not' | '-';
      readonly of: Tree;
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly op: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Tree;
      readonly right: Tree;
      readonly from: number;
      readonly to: number;
    }
  | { readonly op: 'list'; readonly items: readonly Tree[]; readonly from: number; readonly to: number }
  | {
      readonly op: 'conditional';
      readonly test: Tree;
      readonly yes: Tree;
      readonly no: Tree;
      readonly from: number;
      readonly to: number;
    };
