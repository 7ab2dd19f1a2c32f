import { relationParts } from '../../expressions/relation/relation-parts.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import { type Fragment, joined, sql } from './fragment.ts';
import type { Rendering } from './rendering.ts';

type Of<R extends Relation['r']> = Extract<Relation, { readonly r: R }>;
type Render = (relation: Relation, within: Rendering, use?: 'list' | 'same') => Fragment;

/**
 * A condition where unknown is as good as false: whether a record stands among several of the row asked about, or one that
 * meets a condition does, is found by what is kept of them beside the rows, which an index serves.
 */
export function holdingRelation(relation: Relation, within: Rendering, render: Render): Fragment {
  if (relation.r === 'and' && relation.parts.length > 0) {
    const parts = relation.parts.map((part) => holdingRelation(part, within, render));
    return joined(parts, ' AND ');
  }
  const kept = keptFor(relation, within, render);
  if (kept !== null) return sql`${kept.column} IN (${joined(kept.ids, ' UNION ALL ')})`;
  if (relation.r === 'or' && relation.parts.length > 0) {
    const parts = relation.parts.map((part) => holdingRelation(part, within, render));
    return sql`(${joined(parts, ' OR ')})`;
  }
  if (isGated(relation))
    return sql`(${render(relation.test, within)} AND ${holdingRelation(relation.yes, within, render)})`;
  return render(relation, within);
}

/** The rows whose column is among these ids, each of them a query that ends in its conditions. */
interface Kept {
  readonly column: string;
  readonly ids: readonly Fragment[];
}

/**
 * Exactly the rows for which a condition holds, found by what is kept beside them; null: it says something else too. Where one
 * of several has to hold they are the rows of all: no index serves that as it is asked.
 */
function keptFor(relation: Relation, within: Rendering, render: Render): Kept | null {
  if (within.deleted) return null;
  if (relation.r === 'among') return ofOne(relation, within, render);
  if (relation.r === 'several') return ofSome(relation, within, render);
  if (isGated(relation)) {
    const kept = isGiven(relation.test) ? keptFor(relation.yes, within, render) : null;
    const test = kept === null ? null : render(relation.test, within);
    return kept === null || test === null ? null : { ...kept, ids: kept.ids.map((each) => sql`${each} AND ${test}`) };
  }
  if (relation.r !== 'or') return null;
  const all: Kept[] = [];
  for (const part of relation.parts) {
    const kept = keptFor(part, within, render);
    if (kept === null || (all[0] ?? kept).column !== kept.column) return null;
    all.push(kept);
  }
  const [first] = all;
  return first === undefined ? null : { column: first.column, ids: all.flatMap(({ ids }) => ids) };
}

/** `me in watchers`, and over one reference `me in task.watchers`. */
function ofOne({ item, list }: Of<'among'>, within: Rendering, render: Render): Kept | null {
  if (isListed(list) || item.r !== 'parameter' || list.r !== 'field') return null;
  const held = heldBy(list, within);
  if (held === null) return null;
  const target = render(item, within, 'same');
  return {
    column: held.column,
    ids: [sql`SELECT record FROM links WHERE field = '${held.field}' AND target = ${target}`],
  };
}

/** `watchers.exists(w, w.team == me.team)`, where the condition speaks of that one alone. */
function ofSome({ what, list, entity, local, body }: Of<'several'>, within: Rendering, render: Render): Kept | null {
  const table = within.layout.tables.get(entity);
  // Where most records meet it, the first page of a list is found sooner without.
  if (!within.dialect.weighs) return null;
  if (what !== 'exists' || body === null || list.r !== 'field' || table === undefined) return null;
  const held = speaksOfAlone(body, new Set([local])) ? heldBy(list, within) : null;
  if (held === null) return null;
  const [link, alias] = [within.fresh(), within.fresh()];
  const inside: Rendering = {
    ...within,
    locals: new Map(within.locals).set(local, alias),
    elements: new Map(within.elements).set(alias, `${link}.target`),
  };
  const from = `links AS ${link} LEFT JOIN ${table.physical} AS ${alias} ON ${alias}.id = ${link}.target AND ${alias}.deleted_at IS NULL`;
  const where = holdingRelation(body, inside, render);
  return {
    column: held.column,
    ids: [sql`SELECT ${link}.record FROM ${from} WHERE ${link}.field = '${held.field}' AND (${where})`],
  };
}

/** The field of several, and the column that holds the id of the record whose field it is. */
function heldBy(
  { local, entity, path, field }: Of<'field'>,
  { row, locals, layout }: Rendering,
): { readonly column: string; readonly field: string } | null {
  const alias = local === null ? row : locals.get(local);
  const [step, ...others] = path;
  const several = layout.tables.get(step?.to ?? entity)?.byName.get(field);
  if (alias === undefined || others.length > 0 || several?.type.kind !== 'references' || several.computedBy !== null)
    return null;
  if (step === undefined) return { column: `${alias}.id`, field: several.physical };
  const reference = layout.tables.get(step.entity)?.byName.get(step.field);
  if (reference === undefined || reference.computedBy !== null) return null;
  return { column: `${alias}.${reference.physical}`, field: several.physical };
}

const SIMPLE: ReadonlySet<Relation['r']> = new Set([
  ...([
    'same',
    'order',
    'arithmetic',
    'among',
    'and',
    'or',
    'not',
    'conditional',
    'text',
    'word',
    'parameter',
  ] as const),
]);

/** Whether it asks for nothing but these and what the asker gives. */
function speaksOfAlone(relation: Relation, locals: ReadonlySet<string>): boolean {
  if (relation.r === 'field') return relation.local !== null && locals.has(relation.local);
  return SIMPLE.has(relation.r) && relationParts(relation).every((part) => speaksOfAlone(part, locals));
}

/** Whether it asks for nothing of any row. */
const isGiven = (relation: Relation): boolean => speaksOfAlone(relation, new Set());

/** Where the test does not hold, neither does it. */
const isGated = (relation: Relation): relation is Of<'conditional'> =>
  relation.r === 'conditional' && relation.no.r === 'or' && relation.no.parts.length === 0;

const isListed = (list: readonly Relation[] | Relation): list is readonly Relation[] => Array.isArray(list);
