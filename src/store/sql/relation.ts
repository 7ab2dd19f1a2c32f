import type { Relation } from '../../expressions/types/relation.ts';
import { SHADOW_COLUMNS } from '../core/catalog.ts';
import type { Column, Table } from '../core/layout.ts';
import { type Fragment, joinFragments, NULL, type Slot, sql, type Use } from './fragment.ts';
import { renderIdListAggregate, renderIdListFilter } from './id-list-relations.ts';
import { lineRelation } from './lines.ts';
import { renderForWhere } from './link-lookups.ts';
import { queryRelation } from './query.ts';
import { type Rendering, typeIn } from './rendering.ts';

type Of<R extends Relation['r']> = Extract<Relation, { readonly r: R }>;

/** Renders a relation as SQL. A condition is true, false, or NULL for unknown; unanswerable parts are unknown. */
export function render(relation: Relation, within: Rendering, use: Use = 'plain'): Fragment {
  switch (relation.r) {
    case 'parameter':
      return parameter(relation, within, use);
    case 'field':
      return field(relation, within, use);
    case 'same':
      return same(relation, within);
    case 'order':
      return order(relation, within);
    case 'arithmetic':
      return arithmetic(relation, within);
    case 'among':
      return among(relation, within);
    case 'and':
    case 'or':
      return connected(relation, within);
    case 'not':
      return sql`(NOT ${render(relation.of, within)})`;
    case 'conditional':
      return conditional(relation, within, use);
    case 'lines':
      return lineRelation(relation, within, render);
    case 'query':
      return queryRelation(relation, within, render, renderCondition);
    case 'several':
      return renderIdListAggregate(relation, within, render);
    case 'those':
      return renderIdListFilter(relation, within, render);
    case 'text':
      return textual(relation, within);
    case 'digits':
      return padded(relation, within);
    case 'cased':
      return within.dialect.cased(render(relation.of, within), relation.to);
    case 'word':
      return sql`(${within.dialect.positionOf(render(relation.begins, within, 'word'), render(relation.of, within, 'word'))} > 0)`;
    case 'unanswerable':
      return NULL;
  }
}

/** Renders a condition for a WHERE clause, where unknown counts as false. */
export function renderCondition(relation: Relation, within: Rendering): Fragment {
  return renderForWhere(relation, within, render);
}

function parameter(relation: Of<'parameter'>, { positions, dialect }: Rendering, use: Use): Fragment {
  const { type } = relation;
  const index = positions.get(relation);
  // Parameters of computed fields are not part of the plan.
  const slot: Slot =
    index === undefined ? { slot: 'own', parameter: relation, use, type } : { slot: 'parameter', index, use, type };
  return { text: dialect.parameter(type, use), slots: [slot] };
}

/** Renders a field. A field behind references is a subquery; it is empty if a record on the path is deleted or missing. */
function field(relation: Of<'field'>, within: Rendering, use: Use): Fragment {
  if (relation.path.length === 0) {
    const alias = aliasOf(relation, within);
    const element = alias === undefined ? undefined : within.elementIds?.get(alias);
    if (element !== undefined && relation.field === 'id' && relation.type.t === 'record') return sql`${element}`;
    const column = within.layout.tables.get(relation.entity)?.byName.get(relation.field);
    return alias === undefined || column === undefined ? NULL : columnAs(column, alias, use, within);
  }
  const way = joinPath(relation, within);
  if (way === null) return NULL;
  return sql`(SELECT ${columnAs(way.last, way.alias, use, within)} ${way.text} WHERE ${way.first}.id = ${way.from} AND ${way.first}.deleted_at IS NULL)`;
}

function aliasOf({ local }: Of<'field'>, within: Rendering): string | undefined {
  return local === null ? within.row : within.locals.get(local);
}

/** The joins along references from the current row to a field of another record. */
interface PathJoin {
  /** The reference column at the beginning of the path. */
  readonly from: string;
  /** The FROM clause of the path's records; the first one has the alias `first`. */
  readonly text: string;
  readonly first: string;
  readonly alias: string;
  readonly last: Column;
}

/** Returns null if the path is empty or the data lacks one of its columns. */
function joinPath(relation: Of<'field'>, within: Rendering): PathJoin | null {
  const { tables } = within.layout;
  const alias = aliasOf(relation, within);
  const [first, ...others] = relation.path;
  if (alias === undefined || first === undefined) return null;
  const last = tables.get(others.at(-1)?.to ?? first.to)?.byName.get(relation.field);
  const start = tables.get(first.to);
  const from = tables.get(first.entity)?.byName.get(first.field);
  if (last === undefined || start === undefined || from === undefined) return null;
  const joins = joinsAlong(others, within, start);
  if (joins === null) return null;
  const text = `FROM ${start.physical} AS ${joins.first}${joins.text}`;
  return { from: `${alias}.${from.physical}`, text, first: joins.first, alias: joins.alias, last };
}

function joinsAlong(
  steps: Of<'field'>['path'],
  { layout, newAlias }: Rendering,
  start: Table,
): { readonly first: string; readonly alias: string; readonly text: string } | null {
  const first = newAlias();
  let [alias, text] = [first, ''];
  let table = start;
  for (const step of steps) {
    const next = layout.tables.get(step.to);
    const by = table.byName.get(step.field);
    if (next === undefined || by === undefined) return null;
    const joined = newAlias();
    text += ` JOIN ${next.physical} AS ${joined} ON ${joined}.id = ${alias}.${by.physical} AND ${joined}.deleted_at IS NULL`;
    [alias, table] = [joined, next];
  }
  return { first, alias, text };
}

/** The use of a computed field's operands, which have no shadow columns. */
const computedUse = (use: Use): Use => (use === 'order' || use === 'word' || use === 'fold' ? 'plain' : use);

/** Renders a column, or the shadow column that this use compares by. */
export function columnAs(column: Column, alias: string, use: Use, within: Rendering): Fragment {
  if (column.computedBy !== null)
    return render(column.computedBy, { ...within, row: alias, locals: new Map() }, computedUse(use));
  if ((use === 'fold' || use === 'fold element' || use === 'fold list') && column.folded)
    return sql`${alias}.${SHADOW_COLUMNS.fold(column.physical)}`;
  if (use === 'order' && column.text) return sql`${alias}.${SHADOW_COLUMNS.order(column.physical)}`;
  if (use === 'word') return column.searched ? sql`${alias}.${SHADOW_COLUMNS.words(column.physical)}` : NULL;
  return sql`${alias}.${column.physical}`;
}

function same({ left, right, negated }: Of<'same'>, within: Rendering): Fragment {
  const found = referenceLookup(left, right, within) ?? referenceLookup(right, left, within);
  if (found !== null) return negated ? sql`(NOT ${found})` : found;
  const use: Use = isFolded(left, within) || isFolded(right, within) ? 'fold' : 'same';
  const [column, value] = left.r === 'parameter' ? [right, left] : [left, right];
  if (!negated && isColumn(column) && value.r === 'parameter' && scaleIn(column) === scaleIn(value))
    return within.dialect.equalsParameter(
      operand(column, within, use),
      operand(value, within, use),
      value.given === true,
    );
  // No range check is needed: a scaled number beyond the exact range equals no stored number and is not empty.
  const [a, b] = aligned(left, right, within, use, (value) => value);
  return negated ? within.dialect.different(a, b) : within.dialect.same(a, b);
}

/**
 * Renders the comparison of a field behind references with a parameter that is never empty, as a subquery for the matching
 * records, which is evaluated once and can use an index. The result is never NULL. Returns null for other comparisons.
 */
function referenceLookup(path: Relation, value: Relation, within: Rendering): Fragment | null {
  if (path.r !== 'field' || value.r !== 'parameter' || value.given !== true || isFolded(path, within)) return null;
  if (isBoolean(path) || scaleIn(path) !== scaleIn(value)) return null;
  const way = joinPath(path, within);
  if (way === null) return null;
  const sought = sql`${columnAs(way.last, way.alias, 'same', within)} = ${parameter(value, within, 'same')}`;
  return sql`(${way.from} IS NOT NULL AND ${way.from} IN (SELECT ${way.first}.id ${way.text} WHERE ${sought} AND ${way.first}.deleted_at IS NULL))`;
}

function order({ operator, left, right }: Of<'order'>, within: Rendering): Fragment {
  const use: Use = typeIn(left)?.t === 'text' || typeIn(right)?.t === 'text' ? 'order' : 'plain';
  const [a, b] = aligned(left, right, within, use);
  return sql`(${a} ${operator} ${b})`;
}

const isColumn = (relation: Relation) => relation.r === 'field' && relation.path.length === 0;

function scaleIn(relation: Relation): number {
  const type = typeIn(relation);
  return type?.t === 'number' ? type.scale : 0;
}

/** Renders an operand. A boolean that is compared is converted as the dialect requires. */
function operand(relation: Relation, within: Rendering, use: Use): Fragment {
  const value = render(relation, within, use);
  return relation.r !== 'parameter' && isBoolean(relation) && comparing.has(use)
    ? within.dialect.comparable(value)
    : value;
}

const comparing: ReadonlySet<Use> = new Set<Use>(['same', 'fold', 'element', 'fold element']);

function isBoolean(relation: Relation): boolean {
  const type = typeIn(relation);
  return type === null || type.t === 'boolean';
}

/** Renders arithmetic; a result beyond the exact range is unknown. */
function arithmetic({ operator, left, right }: Of<'arithmetic'>, within: Rendering): Fragment {
  const [a, b] =
    operator === '*' ? [render(left, within), render(right, within)] : aligned(left, right, within, 'plain');
  return exact(sql`${within.dialect.widestNumber(a)} ${operator} ${within.dialect.widestNumber(b)}`, within);
}

function exact(value: Fragment, { newAlias }: Rendering): Fragment {
  const alias = newAlias();
  const most = String(Number.MAX_SAFE_INTEGER);
  return sql`(SELECT CASE WHEN abs(${alias}.v) <= ${most} THEN ${alias}.v END FROM (SELECT ${value} AS v) AS ${alias})`;
}

/** Renders two operands; numbers are converted to the same scale. */
function aligned(
  left: Relation,
  right: Relation,
  within: Rendering,
  use: Use,
  guarded = (value: Fragment) => exact(value, within),
): [Fragment, Fragment] {
  const [a, b] = [typeIn(left), typeIn(right)];
  const [x, y] = [operand(left, within, use), operand(right, within, use)];
  if (a?.t !== 'number' || b?.t !== 'number' || a.scale === b.scale) return [x, y];
  const factor = String(10 ** Math.abs(a.scale - b.scale));
  const scaled = (value: Fragment) => guarded(sql`${within.dialect.widestNumber(value)} * ${factor}`);
  return a.scale < b.scale ? [scaled(x), y] : [x, scaled(y)];
}

/**
 * Renders `item in list`. The result is unknown if the item is empty or the list is unknown; an empty element equals
 * nothing. A value that equals nothing is added to the items, so that the result is unknown for an empty item even if the
 * list is empty.
 */
function among({ item, list }: Of<'among'>, within: Rendering): Fragment {
  const folded = isFolded(item, within);
  const { dialect } = within;
  const plain = render(item, within, folded ? 'fold' : 'plain');
  const sought = isBoolean(item) ? dialect.comparable(plain) : plain;
  if (isListed(list)) return amongOperands(sought, list, folded, within);
  const items = render(list, within, folded ? 'fold list' : 'list');
  const known = list.r === 'parameter' ? items : sql`coalesce(${items}, '[null]')`;
  const type = typeIn(item);
  return sql`(${sought} IN (SELECT value FROM ${dialect.items(known, type)} UNION ALL SELECT ${dialect.unmatchable(type)}))`;
}

function amongOperands(sought: Fragment, list: readonly Relation[], folded: boolean, within: Rendering): Fragment {
  if (list.length === 0) return sql`(${sought} IS NULL AND NULL)`;
  const use = folded ? 'fold element' : 'element';
  if (list.every((each) => each.r === 'parameter')) {
    return sql`(${sought} IN (${joinFragments(
      list.map((each) => render(each, within, use)),
      ', ',
    )}))`;
  }
  const asked = within.newAlias();
  const value: Fragment = { text: `${asked}.v`, slots: [] };
  const same = list.map((each) => within.dialect.same(value, operand(each, within, use)));
  return sql`(SELECT CASE WHEN ${value} IS NOT NULL THEN ${joinFragments(same, ' OR ')} END FROM (SELECT ${sought} AS v) AS ${asked})`;
}

function isListed(list: readonly Relation[] | Relation): list is readonly Relation[] {
  return Array.isArray(list);
}

function connected({ r, parts }: Of<'and' | 'or'>, within: Rendering): Fragment {
  if (parts.length === 0) return sql`${r === 'and' ? within.dialect.truth.yes : within.dialect.truth.no}`;
  const rendered = parts.map((part) => render(part, within));
  return sql`(${joinFragments(rendered, r === 'and' ? ' AND ' : ' OR ')})`;
}

function conditional({ test, yes, no }: Of<'conditional'>, within: Rendering, use: Use): Fragment {
  const { truth } = within.dialect;
  // NULL with the type of the result: PostgreSQL can't infer the type of a bare NULL.
  if (test.r === 'unanswerable') return sql`(CASE WHEN ${truth.no} THEN ${render(yes, within, use)} END)`;
  return sql`(CASE ${render(test, within)} WHEN ${truth.yes} THEN ${render(yes, within, use)} WHEN ${truth.no} THEN ${render(no, within, use)} END)`;
}

function textual({ what, of, needle }: Of<'text'>, within: Rendering): Fragment {
  const text = render(of, within);
  const sought = render(needle, within);
  if (what === 'contains') return sql`(${within.dialect.positionOf(sought, text)} > 0)`;
  const asked = within.newAlias();
  const [t, n] = [`${asked}.t`, `${asked}.n`];
  const end =
    what === 'startsWith'
      ? `substr(${t}, 1, length(${n})) = ${n}`
      : `substr(${t}, length(${t}) - length(${n}) + 1) = ${n}`;
  return sql`(SELECT length(${t}) >= length(${n}) AND ${end} FROM (SELECT ${text} AS t, ${sought} AS n) AS ${asked})`;
}

/** `00042`, as `text(number, 5)` in memory. */
function padded({ of, length }: Of<'digits'>, within: Rendering): Fragment {
  const number = render(of, within);
  const asked = within.newAlias();
  const [n, t] = [`${asked}.n`, `${asked}.t`];
  const zeros = `CASE WHEN length(${t}) < ${length} THEN substr('${'0'.repeat(length)}', 1, ${length} - length(${t})) ELSE '' END`;
  const inner = sql`SELECT ${number} AS n, CAST(abs(${number}) AS TEXT) AS t`;
  return sql`(SELECT CASE WHEN ${n} < 0 THEN '-' ELSE '' END || ${zeros} || ${t} FROM (${inner}) AS ${asked})`;
}

function isFolded(relation: Relation, { layout }: Rendering): boolean {
  if (relation.r !== 'field') return false;
  return layout.tables.get(relation.path.at(-1)?.to ?? relation.entity)?.byName.get(relation.field)?.folded === true;
}
