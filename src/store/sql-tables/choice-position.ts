import type { Column } from '../core/layout.ts';

/** Returns whether a column is sorted by the position of its value among the options. */
export function hasPositions({ type }: Pick<Column, 'type'>): boolean {
  return type.kind === 'choice' && !type.several;
}

/** Beyond this, the branches of a list would cost more than they save. */
const MOST_BRANCHES = 12;

/** Returns whether a list of several options of a column is read as one branch for each option. */
export function isMerged(column: Pick<Column, 'type' | 'computedBy'>): boolean {
  return hasPositions(column) && column.computedBy === null && optionsOf(column).length <= MOST_BRANCHES;
}

export function optionsOf({ type }: Pick<Column, 'type'>): readonly string[] {
  return type.kind === 'choice' ? type.options.map(({ name }) => name) : [];
}

/** PostgreSQL stores the expressions of an index compressed in a row of 8,160 bytes at most. */
const MOST_OF_POSITIONS = 6000;

/** Returns whether an index can contain the positions of all these columns. */
export function canIndexPositions(columns: readonly Pick<Column, 'type'>[]): boolean {
  // Measured with random names, which compress least.
  const sizes = columns
    .filter(hasPositions)
    .flatMap(optionsOf)
    .map((name) => 40 + 2 * new TextEncoder().encode(name).length);
  return sizes.reduce((sum, size) => sum + size, 0) <= MOST_OF_POSITIONS;
}

/** The part of a CASE expression between the column and END, and the number that it gives for each value. */
export interface ChoicePosition {
  readonly text: string;
  readonly numberOf: (value: unknown) => number;
}

/**
 * Returns the position of a choice among its options. Rows without a value come last in both directions. Databases use
 * an index on the expression for an order by the same expression, so both are made here. `literal` returns a text as
 * SQL: an index can't have parameters.
 */
export function choicePosition(
  column: Pick<Column, 'type'>,
  { descending, literal }: { readonly descending: boolean; readonly literal: (text: string) => string },
): ChoicePosition {
  const names = optionsOf(column);
  const last = descending ? -1 : names.length;
  const positions = new Map<unknown, number>(names.map((name, index) => [name, index]));
  const options = names.map((name, index) => ` WHEN ${literal(name)} THEN ${index}`);
  // CASE needs at least one WHEN.
  const text = `${options.length === 0 ? ' WHEN NULL THEN 0' : options.join('')} ELSE ${last}`;
  return { text, numberOf: (value) => positions.get(value) ?? last };
}
