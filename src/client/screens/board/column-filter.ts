import { printExpression } from '../../../expressions/syntax/print.ts';
import type { Tree } from '../../../model/types/formula.ts';
import type { ListQuery } from '../../api/queries.ts';
import { type ColumnOf, NO_VALUE } from './columns.ts';

/** The records of one column, as a condition in the notation: whatever the names are, they mean themselves. */
export function columnFilter(field: string, column: string): string {
  return equal(memberOf(record, field), { op: 'text', value: column, ...nowhere });
}

/** What a list is asked for the records of one column: of a choice, of a record by its id, or of those without a value. */
export function columnQuery(field: string, { name, index }: ColumnOf): Pick<ListQuery, 'filter' | 'where'> {
  if (index !== -1) return { filter: columnFilter(field, name) };
  if (name === NO_VALUE) return { filter: equal(memberOf(record, field), { op: 'null', ...nowhere }) };
  // A parameter asks the same statement for every column; a name that means something else there can't be one.
  if (!TAKEN.has(field) && !field.includes('.')) return { filter: '', where: [[field, name]] };
  return { filter: equal(memberOf(memberOf(record, field), 'id'), { op: 'text', value: name, ...nowhere }) };
}

const TAKEN: ReadonlySet<string> = new Set(['screen', 'filter', 'filters', 'q', 'sort', 'page', 'limit', 'total']);

const nowhere = { from: 0, to: 0 } as const;
const record: Tree = { op: 'name', name: 'this', ...nowhere };

const memberOf = (of: Tree, name: string): Tree => ({ op: 'member', of, name, ...nowhere });

const equal = (left: Tree, right: Tree): string =>
  printExpression({ op: 'binary', operator: '==', left, right, ...nowhere });
