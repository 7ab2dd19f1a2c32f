import type { Tree } from '../../model/types/formula.ts';
import type { ConstantTable, Reference } from '../../model/types/model.ts';
import { nearest } from '../syntax/nearest-name.ts';
import { EMPTY, kindWords, TEXT } from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { type Env, fail, type Inference, literal, type TreeOf, withoutExpected } from './inference.ts';
import { isBound } from './local-names.ts';

/** Infers `PRIORITY[impact][urgency]`; only tables of constants take a value in brackets. */
export function inferIndex(tree: TreeOf<'index'>, inference: Inference, env: Env): Typed | null {
  const cell = inferCell(tree, inference, env);
  if (cell !== undefined) return cell;
  const next = 'Write a name between quotes, as in this["due date"]; for lines use all, exists or sum.';
  return fail(
    inference,
    tree.index,
    'Brackets take the name of a field, or what a table of constants is looked up by.',
    next,
  );
}

/**
 * Infers a cell of a table of constants; also `TARGET.P1` and `TARGET["P1"]`. Undefined if the path is not one of a
 * table.
 */
export function inferCell(tree: TreeOf<'index' | 'member'>, inference: Inference, env: Env): Typed | null | undefined {
  const path = pathOf(tree);
  const table = path === null ? null : (inference.schema.constants.get(path.name)?.table ?? null);
  if (path === null || table === null || isHidden(path.name, inference, env)) return undefined;
  const lists = table.columns.length === 0 ? [table.rows] : [table.rows, table.columns];
  const names = lists.map((list) => list.map(({ name }) => name));
  if (path.keys.length !== names.length) {
    const needed =
      names.length === 1
        ? `one value, as in ${path.name}[${PLACE}]`
        : `a row and a column, as in ${path.name}[${PLACE}][${PLACE}]`;
    return fail(
      inference,
      tree,
      `${path.name} is looked up by ${names.length === 1 ? 'one value' : 'two values'}.`,
      `Write ${needed}.`,
    );
  }
  const keys = path.keys.map((key, index) => keyOf(key, names[index] ?? [], inference, env));
  const found = keys.filter((key) => key !== null);
  if (found.length < keys.length || !fitAll(found, names, path.name, inference)) return null;
  const { from, to } = tree;
  const unknown = found.find((key) => key.op === 'unknown');
  if (unknown !== undefined) return { ...unknown, from, to };
  const known = inference.table(path.name, env.expected);
  if ('because' in known) return { op: 'unknown', because: known.because, type: EMPTY, from, to };
  return {
    op: 'cell',
    name: path.name,
    keys: found,
    ...namesOf(table),
    cells: known.cells,
    type: known.type,
    from,
    to,
  };
}

const PLACE = '…';

function namesOf({ rows, columns }: ConstantTable) {
  const of = (list: readonly Reference[]) => list.map(({ name }) => name);
  return { rows: of(rows), columns: of(columns) };
}

interface Path {
  readonly name: string;
  readonly keys: readonly Tree[];
}

function pathOf(tree: Tree): Path | null {
  if (tree.op === 'name') return { name: tree.name, keys: [] };
  if (tree.op !== 'index' && tree.op !== 'member') return null;
  const path = pathOf(tree.of);
  if (path === null) return null;
  const key: Tree =
    tree.op === 'index' ? tree.index : { op: 'text', value: tree.name, from: tree.of.to + 1, to: tree.to };
  return { name: path.name, keys: [...path.keys, key] };
}

/** Whether a local or field of the same name hides the table. */
function isHidden(name: string, inference: Inference, env: Env): boolean {
  const entity = env.queried?.entity ?? inference.entity;
  const isField = entity !== null && inference.schema.entities.get(entity)?.attributes.has(name) === true;
  return isField || env.locals.has(name);
}

/** Infers a key. A name or text without another meaning is a row or column. */
function keyOf(tree: Tree, names: readonly string[], inference: Inference, env: Env): Typed | null {
  const written =
    tree.op === 'text' ? tree.value : tree.op === 'name' && !isBound(tree.name, inference, env) ? tree.name : null;
  if (written === null) return inference.infer(tree, withoutExpected(env));
  if (names.includes(written)) return literal(tree, TEXT, written);
  const near = nearest(written, names);
  const next = near === null ? `There are ${someOf(names)}.` : `Did you mean ${near}?`;
  return fail(inference, tree, `There is no "${written}" in the table.`, next, near);
}

/** Checks that every possible value of the keys is a row or column of the table, as far as the types tell. */
function fitAll(
  keys: readonly Typed[],
  names: readonly (readonly string[])[],
  table: string,
  inference: Inference,
): boolean {
  let fits = true;
  for (const [index, key] of keys.entries()) {
    const missing = missingIn(key, names[index] ?? [], inference);
    if (missing !== null && missing.length === 0) continue;
    fits = false;
    if (missing === null) {
      fail(
        inference,
        key,
        `This is ${kindWords(key.type)}; a table is looked up by a choice, a role, a text or a whole number.`,
        'Write a field that is a choice.',
      );
      continue;
    }
    const other = keys.length === 2 && missingIn(key, names[1 - index] ?? [], inference)?.length === 0;
    const what = index === 0 ? 'row' : 'column';
    const next = other
      ? `Write the two values the other way round.`
      : `Add ${missing.length === 1 ? `a ${what}` : `${what}s`} to ${table}.`;
    fail(inference, key, `${table} has no ${what} for ${someOf(missing)}.`, next);
  }
  return fits;
}

/** Returns the possible values of a key without a row or column; null if such a value cannot be looked up. */
function missingIn(key: Typed, names: readonly string[], { schema }: Inference): readonly string[] | null {
  const { type } = key;
  if (key.op === 'unknown') return [];
  const may = valuesOf(type, [...schema.roles.keys()]);
  if (may === null) return type.t === 'text' || (type.t === 'number' && type.scale === 0) ? [] : null;
  const spelled = may.filter((each) => !each.some((spelling) => names.includes(spelling)));
  return spelled.map(([first = '']) => first);
}

/** Returns every value of a type with its spellings; null if they cannot be listed. */
function valuesOf(type: StaticType, roles: readonly string[]): readonly (readonly string[])[] | null {
  if (type.t === 'choice') return type.options.map(({ name }) => [name]);
  if (type.t === 'role') return roles.map((name) => [name]);
  return type.t === 'boolean'
    ? [
        ['yes', 'true'],
        ['no', 'false'],
      ]
    : null;
}

function someOf(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 5).join(', ')}, …`;
}
