import type { Tree } from '../../model/types/formula.ts';
import type { Scope } from './evaluate.ts';
import { attributeNamed, entityNamed } from './names.ts';
import type { Outcome, Row, Val } from './value.ts';

/** The rows that a query runs over, records of an entity or items of a list, and the selected field. */
interface Source {
  readonly rows: readonly Row[];
  /** The name by which a condition refers to the current record; null for lists. */
  readonly entity: string | null;
  readonly field: string | null;
}

type Evaluate = (tree: Tree, scope: Scope) => Outcome;

/**
 * Evaluates `Task where owner == me`, `lines.amount where taxRate == 7` or `Task.hours`; null if the expression is not
 * a query.
 */
export function evaluateQuery(tree: Tree, scope: Scope, evaluate: Evaluate): Outcome | null {
  const [of, where] = tree.op === 'query' ? [tree.of, tree.where] : [tree, null];
  const source = sourceOf(of, scope, where === null ? null : evaluate);
  if (source === null) return where === null ? null : undefined;
  const { rows, entity, field } = source;
  const locals = new Map(scope.locals);
  const inside = { ...scope, self: scope.self ?? scope.row, locals };
  const counted = rows.filter((row) => {
    if (where === null) return true;
    if (entity !== null) locals.set(entity, asValue(row));
    return evaluate(where, { ...inside, row }) === true;
  });
  const items = counted.map((row) => (field === null ? asValue(row) : row.get(field)));
  return items.every((item) => item !== undefined) ? { k: 'list', items } : undefined;
}

function sourceOf(of: Tree, scope: Scope, evaluate: Evaluate | null): Source | null {
  const [base, field] = of.op === 'member' ? [of.of, of.name] : [of, null];
  const entity = entityCalled(base, scope);
  // A query over the entity of the record leaves the record itself out.
  const own = scope.self ?? scope.row;
  if (entity !== null) {
    const others = scope.all(entity).filter((row) => own === null || row.entity !== entity || row.id !== own.id);
    return { rows: others, entity, field };
  }
  if (evaluate === null) return null;
  const whole = rowsIn(evaluate(of, scope));
  if (whole !== null) return { rows: whole, entity: null, field: null };
  const part = field === null ? null : rowsIn(evaluate(base, scope));
  return part === null ? null : { rows: part, entity: null, field };
}

/** Returns the name of an entity, unless something closer has that name. */
function entityCalled(tree: Tree, { model, row, locals }: Scope): string | null {
  const name = tree.op === 'name' ? tree.name : tree.op === 'text' ? tree.value : null;
  if (name === null || locals.has(name) || entityNamed(model, name) === null) return null;
  if (row !== null && attributeNamed(model, row.entity, name) !== null) return null;
  return model.constants.some((constant) => constant.name === name) ? null : name;
}

function rowsIn(of: Outcome): readonly Row[] | null {
  if (of === null) return [];
  if (of === undefined || typeof of === 'boolean' || of.k !== 'list') return null;
  const rows = of.items.flatMap((item: Val) =>
    item !== null && typeof item !== 'boolean' && item.k === 'line' ? [item.row] : [],
  );
  return rows.length === of.items.length ? rows : null;
}

const asValue = (row: Row): Val => ({ k: 'line', row });
