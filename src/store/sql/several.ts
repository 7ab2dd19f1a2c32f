import type { Relation } from '../../expressions/relation.ts';
import { type Fragment, NULL, sql } from './fragment.ts';
import { aggregateOver } from './lines.ts';
import type { Rendering } from './rendering.ts';

type Of<R extends Relation['r']> = Extract<Relation, { readonly r: R }>;
type Render = (relation: Relation, within: Rendering, use?: 'list' | 'same') => Fragment;

/** A question over the records whose ids stand in a list; one that is not there has only empty fields. */
export function severalRelation(relation: Of<'several'>, within: Rendering, render: Render): Fragment {
  const over = overList(relation, within, render);
  if (over === null) return NULL;
  const body = relation.body === null ? null : render(relation.body, over.inside);
  const from = sql`FROM ${over.items} LEFT JOIN ${over.joined}`;
  return aggregateOver(relation, body, from, within);
}

/** The ids of those for which a condition holds, as a list again; NULL where there are none. */
export function thoseRelation(relation: Of<'those'>, within: Rendering, render: Render): Fragment {
  const over = overList(relation, within, render);
  if (over === null) return NULL;
  const gathered = within.dialect.gathered(sql`${over.element}`);
  return sql`(SELECT ${gathered} FROM ${over.items} JOIN ${over.joined} WHERE ${render(relation.where, over.inside)})`;
}

interface Over {
  readonly items: Fragment;
  readonly joined: string;
  readonly element: string;
  readonly inside: Rendering;
}

function overList(
  { list, entity, local }: Pick<Of<'several'>, 'list' | 'entity' | 'local'>,
  within: Rendering,
  render: Render,
): Over | null {
  const table = within.layout.tables.get(entity);
  if (table === undefined) return null;
  const [alias, each] = [within.fresh(), within.fresh()];
  const ids = list.r === 'parameter' ? render(list, within, 'list') : sql`coalesce(${render(list, within)}, '[]')`;
  const element = `${each}.value`;
  return {
    items: sql`(SELECT value FROM ${within.dialect.items(ids, { t: 'record', entity })}) AS ${each}`,
    joined: `${table.physical} AS ${alias} ON ${alias}.id = ${element} AND ${alias}.deleted_at IS NULL`,
    element,
    inside: {
      ...within,
      locals: new Map(within.locals).set(local, alias),
      elements: new Map(within.elements).set(alias, element),
    },
  };
}

/**
 * A condition where unknown is as good as false: whether a record stands among several of the row asked about is found
 * by what is kept of them beside the rows, which an index serves.
 */
export function holdingRelation(relation: Relation, within: Rendering, render: Render): Fragment {
  if (relation.r === 'and' && relation.parts.length > 0) {
    const [first, ...others] = relation.parts.map((part) => holdingRelation(part, within, render));
    return others.reduce((all, part) => sql`${all} AND ${part}`, sql`${first ?? NULL}`);
  }
  if (relation.r === 'or' && relation.parts.length > 0) {
    const [first, ...others] = relation.parts.map((part) => holdingRelation(part, within, render));
    return sql`(${others.reduce((all, part) => sql`${all} OR ${part}`, sql`${first ?? NULL}`)})`;
  }
  if (relation.r === 'conditional' && relation.no.r === 'or' && relation.no.parts.length === 0)
    return sql`(${render(relation.test, within)} AND ${holdingRelation(relation.yes, within, render)})`;
  if (within.deleted || relation.r !== 'among' || isListed(relation.list)) return render(relation, within);
  const { item, list } = relation;
  if (item.r !== 'parameter' || list.r !== 'field' || list.path.length > 0) return render(relation, within);
  const alias = list.local === null ? within.row : within.locals.get(list.local);
  const column = within.layout.tables.get(list.entity)?.byName.get(list.field);
  if (alias === undefined || column?.type.kind !== 'references' || column.worked !== null)
    return render(relation, within);
  return sql`${alias}.id IN (SELECT record FROM links WHERE field = '${column.physical}' AND target = ${render(item, within, 'same')})`;
}

const isListed = (list: readonly Relation[] | Relation): list is readonly Relation[] => Array.isArray(list);
