import type { Tree } from '../model/formula.ts';
import type { Element } from '../model/place.ts';
import type { Bound } from '../model/types.ts';
import type { CheckContext } from './check.ts';
import { bracedNames } from './names.ts';

/** What uses each constant: ids of elements, in the order of the points. A name that a field hides counts as well. */
export function constantUses({ model, schema, formulas }: CheckContext): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const use = (name: string, element: string) => {
    if (schema.constants.has(name)) found.set(name, (found.get(name) ?? new Set()).add(element));
  };
  const inText = (element: Element, text: string) => {
    for (const name of bracedNames(text)) use(name, element.id);
  };
  for (const entity of model.entities) {
    for (const { id, type } of entity.fields) {
      const bounds: (Bound | null)[] = [
        ...('min' in type ? [type.min, type.max] : []),
        type.kind === 'file' ? type.maxSize : null,
      ];
      for (const bound of bounds) if (bound !== null && 'constant' in bound) use(bound.constant, id);
    }
  }
  for (const { formula, element } of formulas) for (const name of namesIn(formula.tree)) use(name, element);
  for (const call of model.calls) {
    inText(call, call.path);
    for (const name of call.sendsShape?.text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []) use(name, call.id);
  }
  for (const error of model.errors) inText(error, `${error.message} ${error.next}`);
  for (const sample of model.samples) {
    for (const { text } of sample.rows.flatMap(({ cells }) => cells)) {
      for (const name of text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []) use(name, '');
    }
  }
  return found;
}

/** The bare names in an expression. */
export function* namesIn(tree: Tree | null): Generator<string> {
  if (tree === null) return;
  if (tree.op === 'name') yield tree.name;
  for (const part of partsOf(tree)) yield* namesIn(part);
}

function partsOf(tree: Tree): readonly Tree[] {
  switch (tree.op) {
    case 'member':
    case 'unary':
      return [tree.of];
    case 'index':
      return [tree.of, tree.index];
    case 'query':
      return [tree.of, tree.where];
    case 'call':
      return tree.receiver === null ? tree.args : [tree.receiver, ...tree.args];
    case 'binary':
      return [tree.left, tree.right];
    case 'list':
      return tree.items;
    case 'conditional':
      return [tree.test, tree.yes, tree.no];
    default:
      return [];
  }
}
