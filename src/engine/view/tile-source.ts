import { isPlainName, KEYWORDS } from '../../expressions/syntax/lexicon.ts';
import { printExpression } from '../../expressions/syntax/print.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { BinaryOperator, Formula, Tree } from '../../model/types/formula.ts';
import type { Chart } from '../../model/types/model.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import type { WireTile } from '../core/wire-format.ts';
import { readCondition } from '../query/list-condition.ts';
import type { AggregatePlan } from '../query/list-plan.ts';
import { wireValue } from '../records/wire-value.ts';

type Source = NonNullable<WireTile['source']>;

/**
 * Adds to a tile the conditions with which a list shows the records behind each figure. There is no condition where the
 * person may not write it themselves: it reads something that they may not read, or a list can't be filtered by it.
 */
export function withSource(model: CompiledModel, principal: Principal, plan: AggregatePlan, tile: WireTile): WireTile {
  const prepared = model.tiles.get(tile.id);
  const entity = model.entities.get(plan.entity);
  if (prepared === undefined || entity === undefined) return tile;
  const scope = treesOf(prepared.screen.screen.filter);
  const own = treesOf(prepared.tile.filter);
  if (scope === null || own === null) return tile;
  const isAccepted = (trees: readonly Tree[]) =>
    trees.length === 0 || !('reason' in readCondition(model, entity, principal, textOf(trees)));
  if (!isAccepted(own)) return tile;
  const chart = 'by' in prepared.tile ? prepared.tile : null;
  const points = tile.points.map(({ key, label }) => {
    const isAmbiguous = tile.points.filter((point) => point.label === label).length > 1;
    return groupOf(model, entity, plan, chart, key, isAmbiguous ? null : label);
  });
  const known = points.find((group) => group !== null && group.length > 0);
  const isGrouped = isAccepted([...own, ...(known ?? [])]);
  const source: Source = {
    scope: isAccepted([...scope, ...own]) ? textOf(scope) : null,
    points: points.map((group) => (group === null || !isGrouped ? null : textOf([...own, ...group]))),
  };
  return { ...tile, source };
}

/** Returns the condition as a list; null if it does not parse. */
const treesOf = (formula: Formula | null): readonly Tree[] | null =>
  formula === null ? [] : formula.tree === null ? null : [formula.tree];

/** Returns the conditions of the records in a chart's point; null if they can't be expressed. */
function groupOf(
  model: CompiledModel,
  { schema }: CompiledEntity,
  { by }: AggregatePlan,
  chart: Chart | null,
  key: WireTile['points'][number]['key'],
  title: string | null,
): readonly Tree[] | null {
  if (by === null || chart === null) return [];
  const attribute = schema.attributes.get(by.field);
  if (attribute === undefined) return null;
  const itself = pathTo(attribute.name);
  if (by.buckets !== null) {
    const bucket = by.buckets.find((each) => each.key === key);
    if (bucket === undefined) return null;
    const [from, to] = [boundOf(model, attribute, bucket.from), boundOf(model, attribute, bucket.to)];
    return [binary('>=', itself, from), binary('<', itself, to)];
  }
  if (key === null) return [binary('==', itself, { op: 'null', ...nowhere })];
  if (attribute.type.kind === 'reference') return recordOf(model, attribute.type.entity, itself, key, title);
  const literal = literalOf(key);
  return literal === null ? null : [binary('==', itself, literal)];
}

/** Compares a reference by the title that people see, or by its id if the title is shared or unknown. */
function recordOf(
  model: CompiledModel,
  entity: string,
  itself: Tree,
  key: WireTile['points'][number]['key'],
  title: string | null,
): readonly Tree[] | null {
  const named = model.entities.get(entity)?.schema.title ?? null;
  if (named !== null && title !== null && title !== model.sentences.hiddenRecord)
    return [binary('==', memberOf(itself, named), text(title))];
  const id = typeof key === 'object' && key !== null && 'id' in key ? key['id'] : key;
  return typeof id === 'string' ? [binary('==', memberOf(itself, 'id'), text(id))] : null;
}

function literalOf(key: WireTile['points'][number]['key']): Tree | null {
  if (typeof key === 'string') return text(key);
  if (typeof key === 'boolean') return { op: 'boolean', value: key, ...nowhere };
  return typeof key === 'number' && key >= 0 ? { op: 'number', digits: String(key), unit: null, ...nowhere } : null;
}

const boundOf = (model: CompiledModel, attribute: Attribute, value: Value): Tree =>
  text(String(wireValue(model, value, attribute.type)));

const textOf = (trees: readonly Tree[]): string => {
  const [first, ...others] = trees;
  return first === undefined ? '' : printExpression(others.reduce((left, right) => binary('and', left, right), first));
};

const nowhere = { from: 0, to: 0 } as const;

/** Returns the path to a field: its name, or `this["due date"]` if the name is a keyword or not a plain name. */
const pathTo = (name: string): Tree =>
  isPlainName(name) && !KEYWORDS.has(name) ? { op: 'name', name, ...nowhere } : memberOf(THIS, name);

const THIS: Tree = { op: 'name', name: 'this', ...nowhere };
const memberOf = (of: Tree, name: string): Tree => ({ op: 'member', of, name, ...nowhere });
const text = (value: string): Tree => ({ op: 'text', value, ...nowhere });
const binary = (operator: BinaryOperator, left: Tree, right: Tree): Tree => ({
  op: 'binary',
  operator,
  left,
  right,
  ...nowhere,
});
