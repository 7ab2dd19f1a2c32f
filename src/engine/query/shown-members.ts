import type { AnswerShape, ItemShape, PageEntry, ShapeEntry } from '../../expressions/shapes/resolve-shape.ts';
import type { CompiledCall, CompiledModel } from '../compiled/compiled-model.ts';
import type { Refusal } from '../core/refusal.ts';
import { chosenRows } from './call-parameters.ts';

/** Parameters of a request, in order. */
type Query = Iterable<readonly [name: string, value: string]>;

/**
 * Returns the call with the members that the parameters of a request show in its answer, or the refusal of a value that
 * no row names.
 */
export function withShownMembers(model: CompiledModel, call: CompiledCall, query: Query): CompiledCall | Refusal {
  if (call.shownMembers.size === 0 || call.responseShape === null) return call;
  const given = Map.groupBy(query, ([name]) => name);
  const shown: ShapeEntry[] = [];
  const chosenNames: string[] = [];
  for (const [name, rows] of call.parameterRows) {
    const values = (given.get(name) ?? []).map(([, value]) => value);
    const chosen = chosenRows(model, name, rows, values);
    if ('situation' in chosen) return chosen;
    for (const { row } of chosen.rows) {
      const entry = call.shownMembers.get(row);
      if (entry === undefined) continue;
      shown.push(entry);
      chosenNames.push(JSON.stringify([row.name, row.option]));
    }
  }
  return shown.length === 0 ? call : variantOf(call, chosenNames.join(), call.responseShape, shown);
}

/** Maximum number of combinations of a call that are remembered. */
const MOST_VARIANTS = 64;

const variants = new WeakMap<CompiledCall, Map<string, CompiledCall>>();

/** Returns the same object for the same members, because what is made in a shape is cached by the shape. */
function variantOf(call: CompiledCall, key: string, shape: AnswerShape, shown: readonly ShapeEntry[]): CompiledCall {
  const known = variants.get(call) ?? new Map<string, CompiledCall>();
  variants.set(call, known);
  const found = known.get(key) ?? { ...call, responseShape: withMembers(shape, shown) };
  if (known.size >= MOST_VARIANTS) known.clear();
  known.set(key, found);
  return found;
}

function withMembers(shape: AnswerShape, shown: readonly ShapeEntry[]): AnswerShape {
  if (shape.kind === 'page') return { ...shape, entries: shape.entries.map((entry) => pageWith(entry, shown)) };
  return { ...shape, each: itemWith(shape.each, shown) };
}

function pageWith(entry: PageEntry, shown: readonly ShapeEntry[]): PageEntry {
  if (entry.kind === 'items') return { ...entry, each: itemWith(entry.each, shown) };
  return entry.kind === 'inside' ? { ...entry, entries: entry.entries.map((each) => pageWith(each, shown)) } : entry;
}

/** Replaces the members of these names, and adds those that the shape does not have. */
function itemWith(each: ItemShape, shown: readonly ShapeEntry[]): ItemShape {
  if (each === null || !('entries' in each)) return each;
  const keys = new Set(each.entries.map(({ key }) => key));
  const replaced = each.entries.map((entry) => shown.findLast(({ key }) => key === entry.key) ?? entry);
  return { entries: [...replaced, ...shown.filter(({ key }) => !keys.has(key))] };
}
