import type { Schema } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { ChoiceType } from './kinds.ts';
import type { StaticType } from './static.ts';
import { staticTypeOfAttribute } from './static-of.ts';

/**
 * Returns the names and texts of constants that may be choices: `Draft`, `[Draft, Sent]`. Null if any part is something
 * else, or the name of another constant.
 */
export function namesIn(trees: readonly Tree[], schema: Schema): readonly string[] | null {
  const found: string[] = [];
  for (const tree of trees) {
    for (const part of tree.op === 'list' ? tree.items : [tree]) {
      if (part.op === 'text') found.push(part.value);
      else if (part.op === 'name' && !schema.constants.has(part.name)) found.push(part.name);
      else return null;
    }
  }
  return found.length === 0 ? null : found;
}

/** Whether a constant has names whose choice only the other side of a comparison determines. */
export function isLooseConstant(name: string, schema: Schema): boolean {
  const constant = schema.constants.get(name);
  if (constant === undefined) return false;
  const cells = constant.table === null ? [constant.value] : constant.table.cells.flat();
  const trees = cells.flatMap((cell) => (cell?.tree == null ? [] : [cell.tree]));
  return namesIn(trees, schema) !== null;
}

/** Returns the numbers without unit in a tree, as written; null if any part is something else. */
function digitsIn(tree: Tree): readonly string[] | null {
  const parts = tree.op === 'list' ? tree.items : [tree];
  const digits = parts.flatMap((part) => (part.op === 'number' && part.unit === null ? part.digits : []));
  return digits.length === 0 || digits.length < parts.length ? null : digits;
}

/** Returns the expected choice if its options are named by these numbers: `taxRate in [0, 7, 19]`. */
export function numbersAs(tree: Tree, expected: StaticType | null): ChoiceType | null {
  const wanted = expected?.t === 'list' ? expected.of : expected;
  const digits = wanted?.t === 'choice' ? digitsIn(tree) : null;
  return wanted?.t === 'choice' && digits !== null && hasAll(wanted, digits) ? wanted : null;
}

/** Whether a tree consists of numbers, which may be names of choices, depending on what they are compared with. */
export function isOfNumbers(tree: Tree | null | undefined): boolean {
  return tree != null && digitsIn(tree) !== null;
}

/**
 * Returns the choice that has all names as options: the expected one, otherwise the first stated one; null if there is
 * none.
 */
export function choiceOf(names: readonly string[], expected: StaticType | null, schema: Schema): ChoiceType | null {
  const wanted = expected?.t === 'list' ? expected.of : expected;
  if (wanted?.t === 'choice' && hasAll(wanted, names)) return wanted;
  for (const { attributes } of schema.entities.values()) {
    for (const attribute of attributes.values()) {
      const type = staticTypeOfAttribute(attribute);
      const of = type.t === 'list' ? type.of : type;
      if (of.t === 'choice' && hasAll(of, names)) return of;
    }
  }
  return null;
}

function hasAll({ options }: ChoiceType, names: readonly string[]): boolean {
  return names.every((name) => options.some((option) => option.name === name));
}
