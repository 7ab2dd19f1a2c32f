import { relationParts } from '../../expressions/relation/relation-parts.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import { type Fragment, joinFragments, sql } from './fragment.ts';
import type { Rendering } from './rendering.ts';

type Of<R extends Relation['r']> = Extract<Relation, { readonly r: R }>;
type Render = (relation: Relation, within: Rendering, use?: 'list' | 'same') => Fragment;

/**
 * Renders a condition for a WHERE clause, where unknown counts as false. Conditions on a field of several references, such
 * as `me in watchers`, are rendered as lookups in the table `links`, which has an index.
 */
export function renderForWhere(relation: Relation, within: Rendering, render: Render): Fragment {
  if (relation.r === 'and' && relation.parts.length > 0) {
    const parts = relation.parts.map((part) => renderForWhere(part, within, render));
    return joinFragments(parts, ' AND ');
  }
  const kept = linkLookup(relation, within, render);
  if (kept !== null) return sql`${kept.column} IN (${joinFragments(kept.ids, ' UNION ALL ')})`;
  if (relation.r === 'or' && relation.parts.length > 0) {
    const parts = relation.parts.map((part) => renderForWhere(part, within, render));
    return sql`(${joinFragments(parts, ' OR ')})`;
  }
  if (isGated(relation))
    return sql`(${render(relation.test, within)} AND ${renderForWhere(relation.yes, within, render)})`;
  return render(relation, within);
}

/** The rows whose `column` is in the result of one of the queries `ids`; each query ends with its WHERE clause. */
interface LinkLookup {
  readonly column: string;
  readonly ids: readonly Fragment[];
}

/**
 * Returns a lookup in `links` for exactly the rows that meet a condition; null if the condition needs anything else. For
 * `or` it is the union of the lookups of all parts, because no index serves an OR.
 */
function linkLookup(relation: Relation, within: Rendering, render: Render): LinkLookup | null {
  if (within.deleted) return null;
  if (relation.r === 'among') return lookupOfMember(relation, within, render);
  if (relation.r === 'several') return lookupOfExists(relation, within, render);
  if (isGated(relation)) {
    const kept = readsParametersOnly(relation.test) ? linkLookup(relation.yes, within, render) : null;
    const test = kept === null ? null : render(relation.test, within);
    return kept === null || test === null ? null : { ...kept, ids: kept.ids.map((each) => sql`${each} AND ${test}`) };
  }
  if (relation.r !== 'or') return null;
  const all: LinkLookup[] = [];
  for (const part of relation.parts) {
    const kept = linkLookup(part, within, render);
    if (kept === null || (all[0] ?? kept).column !== kept.column) return null;
    all.push(kept);
  }
  const [first] = all;
  return first === undefined ? null : { column: first.column, ids: all.flatMap(({ ids }) => ids) };
}

/** Handles `me in watchers`, and through one reference `me in task.watchers`. */
function lookupOfMember({ item, list }: Of<'among'>, within: Rendering, render: Render): LinkLookup | null {
  if (isListed(list) || item.r !== 'parameter' || list.r !== 'field') return null;
  const held = linksColumn(list, within);
  if (held === null) return null;
  const target = render(item, within, 'same');
  return {
    column: held.column,
    ids: [sql`SELECT record FROM links WHERE field = '${held.field}' AND target = ${target}`],
  };
}

/** Handles `watchers.exists(w, w.team == me.team)` if the condition reads only that record and parameters. */
function lookupOfExists(
  { what, list, entity, local, body }: Of<'several'>,
  within: Rendering,
  render: Render,
): LinkLookup | null {
  const table = within.layout.tables.get(entity);
  // Without a cost-based planner this would be slower if most records meet the condition.
  if (!within.dialect.isCostBased) return null;
  if (what !== 'exists' || body === null || list.r !== 'field' || table === undefined) return null;
  const held = readsOnly(body, new Set([local])) ? linksColumn(list, within) : null;
  if (held === null) return null;
  const [link, alias] = [within.newAlias(), within.newAlias()];
  const inside: Rendering = {
    ...within,
    locals: new Map(within.locals).set(local, alias),
    elementIds: new Map(within.elementIds).set(alias, `${link}.target`),
  };
  const from = `links AS ${link} LEFT JOIN ${table.physical} AS ${alias} ON ${alias}.id = ${link}.target AND ${alias}.deleted_at IS NULL`;
  const where = renderForWhere(body, inside, render);
  return {
    column: held.column,
    ids: [sql`SELECT ${link}.record FROM ${from} WHERE ${link}.field = '${held.field}' AND (${where})`],
  };
}

/** Returns the field of several references, and the column with the id of the record that has the field. */
function linksColumn(
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

/** Whether a relation reads only these locals and parameters. */
function readsOnly(relation: Relation, locals: ReadonlySet<string>): boolean {
  if (relation.r === 'field') return relation.local !== null && locals.has(relation.local);
  return SIMPLE.has(relation.r) && relationParts(relation).every((part) => readsOnly(part, locals));
}

/** Whether a relation reads parameters only. */
const readsParametersOnly = (relation: Relation): boolean => readsOnly(relation, new Set());

/** Whether a relation is `test ? … : false`. */
const isGated = (relation: Relation): relation is Of<'conditional'> =>
  relation.r === 'conditional' && relation.no.r === 'or' && relation.no.parts.length === 0;

const isListed = (list: readonly Relation[] | Relation): list is readonly Relation[] => Array.isArray(list);
