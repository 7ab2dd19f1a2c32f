import type { Tree } from '../../model/types/formula.ts';
import { type Asking, rowOf, scopeOf } from './asking.ts';
import { evaluate } from './evaluate.ts';
import { thingNamed } from './names.ts';
import { reads, readsEvery } from './permissions.ts';
import type { Outcome, Row } from './value.ts';

/** The records that a name within a macro stands for. */
type Locals = ReadonlyMap<string, readonly Row[]>;

/** Whether this person reads whatever a condition on a record reads, of that record and of every other that its paths lead to. */
export function knows(asking: Asking, tree: Tree, row: Row, locals: Locals = new Map()): boolean {
  const of = (part: Tree, more = locals) => knows(asking, part, row, more);
  switch (tree.op) {
    case 'name': {
      if (locals.has(tree.name) || tree.name === 'this' || thingNamed(asking.model, row.entity, tree.name) === null)
        return true;
      return readsField(asking, tree.name, row);
    }
    case 'member': {
      if (tree.of.op === 'name' && tree.of.name === 'this') return readsField(asking, tree.name, row);
      const local = tree.of.op === 'name' ? locals.get(tree.of.name) : undefined;
      return (
        of(tree.of) && readsAll(asking, local ?? recordsIn(asking, evaluate(tree.of, scopeOf(asking, row))), tree.name)
      );
    }
    case 'call': {
      const [first, ...rest] = tree.args;
      if (tree.receiver === null || first?.op !== 'name' || rest.length === 0)
        return (tree.receiver === null || of(tree.receiver)) && tree.args.every((part) => of(part));
      const items = recordsIn(asking, evaluate(tree.receiver, scopeOf(asking, row)));
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

/** Of a field that leads to several records one knows what it holds only where one reads all there are of that entity. */
function readsField(asking: Asking, name: string, row: Row): boolean {
  if (!reads(asking, name, row)) return false;
  const { type } = thingNamed(asking.model, row.entity, name) ?? {};
  return type?.kind !== 'references' || readsEvery(asking, type.entity);
}

const readsAll = (asking: Asking, rows: readonly Row[], name: string): boolean =>
  rows.every((found) => readsField(asking, name, found));

/** What stands in lines is read with them. */
function recordsIn(asking: Asking, of: Outcome): readonly Row[] {
  if (of === null || of === undefined || typeof of === 'boolean') return [];
  if (of.k === 'list') return of.items.flatMap((item) => recordsIn(asking, item));
  const found = of.k === 'record' ? asking.world.get(of.id) : undefined;
  return found === undefined ? [] : [rowOf(asking.model, found)];
}
