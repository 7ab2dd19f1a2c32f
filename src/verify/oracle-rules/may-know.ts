import type { Tree } from '../../model/types/formula.ts';
import { evaluate } from '../evaluator/evaluate.ts';
import { attributeNamed } from '../evaluator/names.ts';
import type { Outcome, Row } from '../evaluator/value.ts';
import { mayReadEvery, mayReadField } from './permissions.ts';
import { type RequestContext, rowOf, scopeOf } from './request-context.ts';

/** The records that local names in macros stand for. */
type Locals = ReadonlyMap<string, readonly Row[]>;

/** Whether the person may read everything that a condition on a record reads, including other records on its paths. */
export function mayReadAllInputs(context: RequestContext, tree: Tree, row: Row, locals: Locals = new Map()): boolean {
  const of = (part: Tree, more = locals) => mayReadAllInputs(context, part, row, more);
  switch (tree.op) {
    case 'name': {
      if (
        locals.has(tree.name) ||
        tree.name === 'this' ||
        attributeNamed(context.model, row.entity, tree.name) === null
      )
        return true;
      return readsField(context, tree.name, row);
    }
    case 'member': {
      if (tree.of.op === 'name' && tree.of.name === 'this') return readsField(context, tree.name, row);
      const local = tree.of.op === 'name' ? locals.get(tree.of.name) : undefined;
      return (
        of(tree.of) &&
        readsAll(context, local ?? recordsIn(context, evaluate(tree.of, scopeOf(context, row))), tree.name)
      );
    }
    case 'call': {
      const [first, ...rest] = tree.args;
      if (tree.receiver === null || first?.op !== 'name' || rest.length === 0)
        return (tree.receiver === null || of(tree.receiver)) && tree.args.every((part) => of(part));
      const items = recordsIn(context, evaluate(tree.receiver, scopeOf(context, row)));
      return of(tree.receiver) && rest.every((part) => of(part, new Map([...locals, [first.name, items]])));
    }
    case 'unary':
      return of(tree.of);
    case 'binary':
      return of(tree.left) && of(tree.right);
    case 'list':
      return tree.items.every((part) => of(part));
    case 'conditional':
      return of(tree.test) && of(tree.yes) && of(tree.no);
    case 'index':
    case 'query':
      return false;
    default:
      return true;
  }
}

/** The content of a field with several references is known only to people who may read all records of that entity. */
function readsField(context: RequestContext, name: string, row: Row): boolean {
  if (!mayReadField(context, name, row)) return false;
  const { type } = attributeNamed(context.model, row.entity, name) ?? {};
  return type?.kind !== 'references' || mayReadEvery(context, type.entity);
}

const readsAll = (context: RequestContext, rows: readonly Row[], name: string): boolean =>
  rows.every((found) => readsField(context, name, found));

/** Values in lines are read together with the list. */
function recordsIn(context: RequestContext, of: Outcome): readonly Row[] {
  if (of === null || of === undefined || typeof of === 'boolean') return [];
  if (of.k === 'list') return of.items.flatMap((item) => recordsIn(context, item));
  const found = of.k === 'record' ? context.world.get(of.id) : undefined;
  return found === undefined ? [] : [rowOf(context.model, found)];
}
