import type { ListPlan } from '../../engine/query/list-plan.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Table } from '../core/layout.ts';
import { isMerged, optionsOf } from '../sql-tables/choice-position.ts';
import { givesOrder, identityColumn } from '../sql-tables/table-indexes.ts';
import { type Fragment, sql } from './fragment.ts';
import type { Rendering } from './rendering.ts';

type Of<R extends Relation['r']> = Extract<Relation, { readonly r: R }>;

/**
 * A plan's conditions without the one that names options of a choice, and in its place one condition for each option.
 */
export interface OptionBranches {
  readonly where: readonly Relation[];
  readonly branches: readonly Fragment[];
}

/**
 * Splits a list by the options of a choice, so that each branch is read in the order of an index and the branches are
 * merged: an index can't give one order across several options. Null if the plan names no options, or no index gives the
 * order of a branch.
 */
export function optionBranches(plan: ListPlan, table: Table, within: Rendering): OptionBranches | null {
  if (plan.sort.some(({ gate }) => gate !== null)) return null;
  const parts = plan.where.flatMap(conjuncts);
  const equal = parts.flatMap((part) => equalColumn(part, table));
  for (const part of parts) {
    const membership = membershipIn(part, table, within);
    if (membership === null || equal.includes(membership.column)) continue;
    if (!givesOrder(within.layout, table, new Set([...equal, membership.column]), plan.sort)) continue;
    return { where: parts.filter((each) => each !== part), branches: membership.branches };
  }
  return null;
}

function conjuncts(relation: Relation): readonly Relation[] {
  return relation.r === 'and' && relation.parts.length > 0 ? relation.parts.flatMap(conjuncts) : [relation];
}

/** Returns the column that a condition compares with a parameter. */
function equalColumn(relation: Relation, table: Table): readonly string[] {
  if (relation.r !== 'same' || relation.negated) return [];
  const { left, right } = relation;
  const [field, value] = left.r === 'parameter' ? [right, left] : [left, right];
  const column = value.r === 'parameter' ? ownColumn(field, table) : undefined;
  return column === undefined ? [] : [identityColumn(column)];
}

function ownColumn(relation: Relation, table: Table) {
  if (relation.r !== 'field' || relation.local !== null || relation.path.length > 0) return undefined;
  const column = table.byName.get(relation.field);
  return column?.computedBy === null ? column : undefined;
}

/**
 * Handles `status in [Open, Late]` and `status not in [Done, Lost]`. An option that the condition leaves out is compared
 * with a value that equals nothing. Rows without an option fulfil neither.
 */
function membershipIn(relation: Relation, table: Table, { row, positions, dialect }: Rendering) {
  const isNamed = relation.r !== 'not';
  const among = relation.r === 'not' ? relation.of : relation;
  if (among.r !== 'among') return null;
  const { item, list } = among;
  const column = ownColumn(item, table);
  const index = isParameter(list) ? positions.get(list) : undefined;
  if (item.r !== 'field' || column === undefined || index === undefined || !isMerged(column)) return null;
  const { type } = item;
  const branches = optionsOf(column).map((option): Fragment => {
    const value: Fragment = {
      text: dialect.parameter(type, 'element'),
      slots: [{ slot: 'option', index, option, isNamed, type }],
    };
    return sql` AND ${row}.${column.physical} = ${value}`;
  });
  return { column: column.physical, branches };
}

const isParameter = (list: readonly Relation[] | Relation): list is Of<'parameter'> =>
  'r' in list && list.r === 'parameter';
