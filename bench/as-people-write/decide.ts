import type { Formula, Tree } from '../../src/model/types/formula.ts';
import type { ConstantTable, Model } from '../../src/model/types/model.ts';
import { fold } from './names.ts';

type Value = string | boolean | null;

/**
 * What a formula of comparisons and choices gives for these values of names; null where it goes beyond them.
 * A constant's table is looked up by its row and column.
 */
export function decided(model: Model, formula: Formula | null, given: Readonly<Record<string, string>>): Value {
  const known = new Map(Object.entries(given).map(([name, value]) => [fold(name), fold(value)]));
  return formula?.tree ? evaluated(model, formula.tree, known) : null;
}

function evaluated(model: Model, tree: Tree, known: ReadonlyMap<string, string>): Value {
  switch (tree.op) {
    case 'boolean':
      return tree.value;
    case 'text':
      return fold(tree.value);
    case 'number':
      return tree.digits;
    case 'name':
    case 'member':
      return known.get(fold(tree.name)) ?? fold(tree.name);
    case 'conditional': {
      const test = evaluated(model, tree.test, known);
      if (typeof test !== 'boolean') return null;
      return evaluated(model, test ? tree.yes : tree.no, known);
    }
    case 'unary': {
      const of = evaluated(model, tree.of, known);
      return typeof of === 'boolean' && tree.operator === 'not' ? !of : null;
    }
    case 'binary':
      return binary(model, tree, known);
    case 'call':
      return lookedUp(model, tree, known);
    default:
      return null;
  }
}

function binary(model: Model, tree: Extract<Tree, { op: 'binary' }>, known: ReadonlyMap<string, string>): Value {
  const left = evaluated(model, tree.left, known);
  if (tree.operator === 'in' && tree.right.op === 'list') {
    return tree.right.items.some((item) => evaluated(model, item, known) === left);
  }
  const right = evaluated(model, tree.right, known);
  if (tree.operator === '==') return left === right;
  if (tree.operator === '!=') return left !== right;
  if (tree.operator === 'and') return left === false || right === false ? false : left === true && right === true;
  if (tree.operator === 'or')
    return left === true || right === true ? true : left === false && right === false ? false : null;
  return null;
}

/** `PRIORITY(impact, urgency)`, `at(PRIORITY, impact, urgency)` or any call that names a table and its keys. */
function lookedUp(model: Model, tree: Extract<Tree, { op: 'call' }>, known: ReadonlyMap<string, string>): Value {
  const names = [tree.name, ...tree.args.flatMap((each) => (each.op === 'name' ? [each.name] : []))];
  if (tree.receiver?.op === 'name') names.push(tree.receiver.name);
  const table = model.constants.find((each) => each.table !== null && names.includes(each.name))?.table ?? null;
  if (table === null) return null;
  const keys = tree.args.map((each) => evaluated(model, each, known));
  return cellOf(
    table,
    keys.filter((key) => typeof key === 'string'),
  );
}

/** The folded text of the cell whose row and column are both among the keys. */
export function cellOf(table: ConstantTable, keys: readonly string[]): string | null {
  const folded = keys.map(fold);
  const row = table.rows.findIndex(({ name }) => folded.includes(fold(name)));
  const column = table.columns.length === 0 ? 0 : table.columns.findIndex(({ name }) => folded.includes(fold(name)));
  const cell = table.cells[row]?.[column] ?? null;
  return cell === null ? null : fold(cell.text);
}
