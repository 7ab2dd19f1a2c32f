import type { Relation } from '../../expressions/types/relation.ts';
import { type Fragment, NULL, sql } from './fragment.ts';
import { aggregateOver } from './lines.ts';
import type { Rendering } from './rendering.ts';

type Of<R extends Relation['r']> = Extract<Relation, { readonly r: R }>;
type Render = (relation: Relation, within: Rendering, use?: 'list' | 'same') => Fragment;

/** Renders an aggregation over the records of a list of ids. A missing record has empty fields. */
export function renderIdListAggregate(relation: Of<'several'>, within: Rendering, render: Render): Fragment {
  const over = joinList(relation, within, render);
  if (over === null) return NULL;
  const body = relation.body === null ? null : render(relation.body, over.inside);
  const { joined, looked } = over;
  // A body that does not read the records needs no lookup of each one.
  const isLooked = body?.text.includes(`${over.alias}.`) === true;
  const from = sql`FROM ${over.items} LEFT JOIN ${isLooked ? looked : joined}`;
  return aggregateOver(relation, body, from, within);
}

/** Renders the list of ids whose records meet a condition; NULL if there are none. */
export function renderIdListFilter(relation: Of<'those'>, within: Rendering, render: Render): Fragment {
  const over = joinList(relation, within, render);
  if (over === null) return NULL;
  const gathered = within.dialect.jsonArrayOfTexts(sql`${over.element}`);
  return sql`(SELECT ${gathered} FROM ${over.items} JOIN ${over.looked} WHERE ${render(relation.where, over.inside)})`;
}

interface ListJoin {
  readonly items: Fragment;
  readonly alias: string;
  /** The join with the records by id; `looked`: the same as a lookup by primary key for each id. */
  readonly joined: string;
  readonly looked: string;
  readonly element: string;
  readonly inside: Rendering;
}

function joinList(
  { list, entity, local }: Pick<Of<'several'>, 'list' | 'entity' | 'local'>,
  within: Rendering,
  render: Render,
): ListJoin | null {
  const table = within.layout.tables.get(entity);
  if (table === undefined) return null;
  const [alias, each] = [within.newAlias(), within.newAlias()];
  const ids = list.r === 'parameter' ? render(list, within, 'list') : sql`coalesce(${render(list, within)}, '[]')`;
  const element = `${each}.value`;
  return {
    items: sql`(SELECT value FROM ${within.dialect.items(ids, { t: 'record', entity })}) AS ${each}`,
    alias,
    joined: `${table.physical} AS ${alias} ON ${alias}.id = ${element} AND ${alias}.deleted_at IS NULL`,
    looked: within.dialect.oneById(table.physical, alias, element),
    element,
    inside: {
      ...within,
      locals: new Map(within.locals).set(local, alias),
      elementIds: new Map(within.elementIds).set(alias, element),
    },
  };
}
