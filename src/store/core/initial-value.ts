import type { Value } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Type } from '../../model/types/types.ts';

/**
 * Returns the value of a new column on existing rows: the default if it is a plain literal, the initial state of a
 * state machine, else null. Null leaves the row incomplete if the field is required.
 */
export function initialValue(attribute: Attribute): Value {
  if (attribute.kind === 'state') return attribute.machine.initial;
  if (attribute.kind === 'built-in') return null;
  const tree = attribute.field.default?.tree ?? null;
  return tree === null ? null : literal(tree, attribute.type);
}

function literal(tree: Tree, type: Type): Value {
  if (tree.op === 'boolean') return type.kind === 'boolean' ? tree.value : null;
  if (tree.op === 'text') return words(tree.value, type);
  if (tree.op === 'name') return type.kind === 'choice' || type.kind === 'role' ? words(tree.name, type) : null;
  return tree.op === 'number' ? amount(tree.digits, tree.unit, type) : null;
}

function words(text: string, type: Type): Value {
  if (type.kind === 'choice') return type.options.some((option) => option.name === text) ? text : null;
  if (type.kind === 'role') return type.several ? [text] : text;
  return type.kind === 'text' || type.kind === 'long text' ? text : null;
}

function amount(digits: string, unit: string | null, type: Type): Value {
  if (type.kind === 'integer') return unit === null ? scaled(digits, 0) : null;
  if (type.kind === 'decimal') return unit === null ? scaled(digits, type.scale) : null;
  if (type.kind !== 'money' || type.currency === null) return null;
  return unit === type.currency || (unit === null && Number(digits) === 0) ? scaled(digits, type.scale) : null;
}

/** Returns the number in units of 10⁻ˢ; null if it has more decimal places or is not a safe integer. */
function scaled(digits: string, scale: number): number | null {
  const [whole = '', fraction = ''] = digits.split('.');
  if (fraction.length > scale) return null;
  const value = Number(whole + fraction.padEnd(scale, '0'));
  return Number.isSafeInteger(value) ? value : null;
}
