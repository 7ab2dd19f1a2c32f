import type { Tree } from '../../model/types/formula.ts';
import type { Call } from '../../model/types/model.ts';
import type { Bound } from '../../model/types/types.ts';
import type { CheckContext, DocumentContext } from '../runner/check.ts';
import { bracedNames } from './name-uses.ts';

/** Returns the ids of the elements that use each constant. A name that a field shadows counts as a use. */
export function constantUses({ model, schema, parts }: DocumentContext): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const use = (name: string, element: string) => {
    if (schema.constants.has(name)) found.set(name, (found.get(name) ?? new Set()).add(element));
  };
  for (const [name, element] of parts.flatMap(usesIn)) use(name, element);
  for (const error of model.errors) {
    for (const name of bracedNames(`${error.message} ${error.next}`)) use(name, error.id);
  }
  const { body } = model.errorAnswers;
  const bodies = [body, model.api.options.errorBody, ...model.errors.map((error) => error.body)];
  for (const text of bodies) for (const name of wordsIn(text?.text ?? '')) use(name, '');
  for (const { id, options } of model.calls) for (const name of wordsIn(options.errorBody?.text ?? '')) use(name, id);
  for (const sample of model.samples) {
    for (const { text } of sample.rows.flatMap(({ cells }) => cells)) for (const name of wordsIn(text)) use(name, '');
  }
  return found;
}

/** Returns the constants that a part uses, with the elements that use them. */
function usesIn({ model, schema, formulas }: CheckContext): (readonly [name: string, element: string])[] {
  const found: [string, string][] = [];
  for (const entity of model.entities) {
    for (const { id, type } of entity.fields) {
      const bounds: (Bound | null)[] = [
        ...('min' in type ? [type.min, type.max] : []),
        type.kind === 'file' ? type.maxSize : null,
      ];
      for (const bound of bounds) if (bound !== null && 'constant' in bound) found.push([bound.constant, id]);
    }
  }
  for (const { id, pageSize } of model.screens)
    if (pageSize !== null && 'constant' in pageSize) found.push([pageSize.constant, id]);
  for (const { formula, element } of formulas) for (const name of namesIn(formula.tree)) found.push([name, element]);
  for (const call of model.calls) {
    for (const name of bracedNames(call.path)) found.push([name, call.id]);
    for (const text of textsOf(call)) for (const name of wordsIn(text)) found.push([name, call.id]);
  }
  for (const { id, members } of model.shapes)
    for (const { value } of members) for (const name of wordsIn(withoutQuotes(value))) found.push([name, id]);
  return found.filter(([name]) => schema.constants.has(name));
}

/** Returns the texts of a call that name constants: those of its bodies, and what its parameters do. */
const textsOf = ({ sendsShape, gets, parameters }: Call): readonly string[] => [
  sendsShape?.text ?? '',
  withoutQuotes(gets),
  ...parameters.map(({ effect }) =>
    effect.kind === 'filter' ? effect.formula.text : effect.kind === 'shows' ? effect.value : '',
  ),
];

/** Returns the text of a shape without its names and constants in double quotes. */
const withoutQuotes = (text: string): string => text.replace(/"[^"]*"/g, ' ');

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}

/** Yields the bare names in an expression. */
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
