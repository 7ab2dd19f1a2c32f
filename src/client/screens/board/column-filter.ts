import { printExpression } from '../../../expressions/syntax/print.ts';
import type { Tree } from '../../../model/types/formula.ts';
import type { ListQuery } from '../../api/queries.ts';
import { type ColumnInfo, NO_VALUE } from './columns.ts';

/** Returns the condition for the records of a column, printed from a syntax tree so that any name is safe. */
export function columnFilter(field: string, column: string): string {
  return equal(memberOf(record, field), { op: 'text', value: column, ...nowhere });
}

/** Returns the list query of a column. A column stands for a choice, a referenced record, or records without a value. */
export function columnQuery(field: string, { name, choiceOf }: ColumnInfo): Pick<ListQuery, 'filter' | 'where'> {
  if (choiceOf !== null) return { filter: columnFilter(field, name) };
  if (name === NO_VALUE) return { filter: equal(memberOf(record, field), { op: 'null', ...nowhere }) };
  // A query parameter lets all columns share one SQL statement. Names of other parameters and dotted names can't be used.
  if (!TAKEN.has(field) && !field.includes('.')) return { filter: '', where: [[field, name]] };
  return { filter: equal(memberOf(memberOf(record, field), 'id'), { op: 'text', value: name, ...nowhere }) };
}

const TAKEN: ReadonlySet<string> = new Set(['screen', 'filter', 'filters', 'q', 'sort', 'page', 'limit', 'total']);

const nowhere = { from: 0, to: 0 } as const;
const record: Tree = { op: 'name', name: 'this', ...nowhere };

const memberOf = (of: Tree, name: string): Tree => ({ op: 'member', of, name, ...nowhere });

const equal = (left: Tree, right: Tree): string =>
  printExpression({ op: 'binary', operator: '==', left, right, ...nowhere });
