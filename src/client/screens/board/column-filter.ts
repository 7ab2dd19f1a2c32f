import { printExpression } from '../../../expressions/print.ts';
import type { Tree } from '../../../model/formula.ts';

const nowhere = { from: 0, to: 0 } as const;

/** The records of one column, as a condition in the notation: whatever the names are, they mean themselves. */
export function columnFilter(field: string, column: string): string {
  const record: Tree = { op: 'name', name: 'this', ...nowhere };
  const left: Tree = { op: 'member', of: record, name: field, ...nowhere };
  const right: Tree = { op: 'text', value: column, ...nowhere };
  return printExpression({ op: 'binary', operator: '==', left, right, ...nowhere });
}
