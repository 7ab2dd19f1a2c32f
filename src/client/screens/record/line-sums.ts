import type { Json } from '../../../engine/core/intent.ts';
import { treesWithin } from '../../../expressions/syntax/trees.ts';
import { fromUnits, toUnits } from '../../../fields/text/decimals.ts';
import type { Schema } from '../../../model/lookups/schema.ts';
import type { Tree } from '../../../model/types/formula.ts';
import type { Type } from '../../../model/types/types.ts';

/** Returns the sum of numeric values in wire format; null if the type has no exact sum or it is out of range. */
export function sumOf(type: Type, values: readonly Json[]): Json {
  const scale = type.kind === 'integer' ? 0 : isDecimal(type) ? type.scale : null;
  if (scale === null || values.length === 0) return null;
  let sum = 0;
  for (const value of values) {
    const units = value === null || value === '' ? 0 : unitsOf(value, type, scale);
    if (units === null) return null;
    sum += units;
  }
  if (!Number.isSafeInteger(sum)) return null;
  return type.kind === 'integer' ? sum : fromUnits(sum, scale);
}

/** Returns the fields of a list that computed fields of the record sum; null if there are none. */
export function summedFields({ entities }: Schema, entity: string, list: string): ReadonlySet<string> | null {
  const fields = new Set<string>();
  const visit = (tree: Tree): void => {
    const [of] = tree.op === 'call' && tree.name === 'sum' ? tree.args : [];
    for (const each of of === undefined ? [] : [of, ...treesWithin(of)])
      if (each.op === 'member' && each.of.op === 'name' && each.of.name === list) fields.add(each.name);
    for (const each of treesWithin(tree)) visit(each);
  };
  for (const attribute of entities.get(entity)?.attributes.values() ?? []) {
    const tree = attribute.kind === 'field' ? (attribute.field.computed?.tree ?? null) : null;
    if (tree !== null) visit(tree);
  }
  return fields.size === 0 ? null : fields;
}

const isDecimal = (type: Type): type is Extract<Type, { readonly kind: 'decimal' | 'money' }> =>
  type.kind === 'decimal' || (type.kind === 'money' && type.currency !== null);

function unitsOf(value: Json, type: Type, scale: number): number | null {
  if (type.kind === 'integer') return Number.isSafeInteger(value) ? Number(value) : null;
  const units = typeof value === 'string' ? toUnits(value, scale) : null;
  return typeof units === 'number' ? units : null;
}
