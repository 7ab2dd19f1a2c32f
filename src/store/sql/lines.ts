import { relationParts } from '../../expressions/relation/relation-parts.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import { type Fragment, NULL, sql } from './fragment.ts';
import { type Rendering, typeIn } from './rendering.ts';

type Lines = Extract<Relation, { readonly r: 'lines' }>;

/**
 * Renders an aggregation over the lines of a record. `exists` and `all` follow three-valued logic. The other functions
 * ignore lines without a value; the sum of none is 0, their average, minimum and maximum are empty.
 */
export function lineRelation(
  relation: Lines,
  within: Rendering,
  render: (relation: Relation, within: Rendering) => Fragment,
): Fragment {
  const { layout, row, locals } = within;
  const outer = relation.outer === null ? row : locals.get(relation.outer);
  const lines = layout.tables.get(relation.entity);
  const list = [...layout.tables.values()]
    .flatMap((table) => table.lists)
    .find((each) => each.name === relation.field && each.entity === relation.entity);
  if (outer === undefined || lines === undefined || list === undefined) return NULL;
  const alias = within.newAlias();
  const inside = { ...within, locals: new Map(locals).set(relation.local, alias) };
  const body = relation.body === null ? null : render(relation.body, inside);
  const there = within.deleted
    ? `${alias}.deleted_at IS NOT DISTINCT FROM ${outer}.deleted_at AND ${alias}.position IS NOT NULL`
    : `${alias}.deleted_at IS NULL`;
  const from = sql`FROM ${lines.physical} AS ${alias} WHERE ${alias}.parent = ${outer}.id AND ${alias}.list = '${list.physical}' AND ${there}`;
  return aggregateOver(relation, body, from, within);
}

/**
 * Renders an aggregation of `body` over the rows of `from`. A body that does not read these rows is put into a subquery,
 * since a database may assign an aggregate over it to the outer query.
 */
export function aggregateOver(
  of: Aggregated & { readonly local: string },
  body: Fragment | null,
  from: Fragment,
  within: Rendering,
): Fragment {
  if (body === null || of.body === null || readsLocal(of.body, of.local)) return aggregateOf(of, body, from, within);
  const each = within.newAlias();
  return aggregateOf(of, sql`${each}.v`, sql`FROM (SELECT ${body} AS v ${from}) AS ${each}`, within);
}

function readsLocal(relation: Relation, local: string): boolean {
  if (relation.r === 'field') return relation.local === local;
  return relationParts(relation).some((part) => readsLocal(part, local));
}

/** Renders an aggregation over the rows of `from`; a sum that is too large to be exact is NULL. */
export function aggregateOf(of: Aggregated, body: Fragment | null, from: Fragment, within: Rendering): Fragment {
  if (of.what === 'average') return body === null ? NULL : average(of, body, from, within);
  return sql`(SELECT ${aggregateCall(of.what, body, within)} ${from})`;
}

type Aggregated = Pick<Lines, 'what' | 'body' | 'type'>;

function aggregateCall(
  what: Exclude<Lines['what'], 'average'>,
  body: Fragment | null,
  { dialect }: Rendering,
): Fragment {
  if (body === null) return what === 'count' ? sql`count(*)` : NULL;
  const { yes, no } = dialect.truth;
  const gap = sql`count(*) > count(${body})`;
  switch (what) {
    case 'exists':
      return sql`CASE WHEN ${dialect.some(body)} THEN ${yes} WHEN ${gap} THEN NULL ELSE ${no} END`;
    case 'all':
      return sql`CASE WHEN NOT (${dialect.every(body)}) THEN ${no} WHEN ${gap} THEN NULL ELSE ${yes} END`;
    case 'sum':
      return dialect.exactSum(body);
    case 'count':
      return sql`count(${body})`;
    case 'min':
      return sql`min(${body})`;
    case 'max':
      return sql`max(${body})`;
  }
}

/** Renders an average in integer arithmetic, rounded half away from zero to the scale of the result. */
function average(relation: Aggregated, body: Fragment, from: Fragment, { dialect, newAlias }: Rendering): Fragment {
  const asked = newAlias();
  const [s, n] = [`${asked}.s`, `${asked}.n`];
  const factor = String(
    2 * 10 ** Math.max(0, scaleOf(relation.type) - scaleOf(relation.body === null ? null : typeIn(relation.body))),
  );
  const whole = dialect.quotient(`abs(${s}) * ${factor} + ${n}`, `2 * ${n}`);
  const rounded = `(CASE WHEN ${s} < 0 THEN -1 ELSE 1 END) * (${whole})`;
  return sql`(SELECT CASE WHEN ${n} > 0 THEN ${rounded} END FROM (SELECT ${dialect.exactSum(body)} AS s, count(${body}) AS n ${from}) AS ${asked})`;
}

function scaleOf(type: StaticType | null): number {
  return type?.t === 'number' ? type.scale : 0;
}
