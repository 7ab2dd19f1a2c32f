import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import { evaluate, type Scope, within } from '../evaluator/evaluate.ts';
import { attributeNamed } from '../evaluator/names.ts';
import type { Outcome } from '../evaluator/value.ts';

/**
 * Whether an unknown rule could still hold if people filled in what is empty. People cannot fill in fields of the
 * product, so comparisons with them stay unknown.
 */
export function mightHold(tree: Tree, scope: Scope): boolean {
  return hoped(tree, scope, true) === true;
}

function hoped(tree: Tree, scope: Scope, wish: boolean): boolean | undefined {
  if (tree.op === 'unary' && tree.operator === 'not') {
    const inner = hoped(tree.of, scope, !wish);
    return inner === undefined ? undefined : !inner;
  }
  if (tree.op === 'binary' && (tree.operator === 'and' || tree.operator === 'or'))
    return decided([hoped(tree.left, scope, wish), hoped(tree.right, scope, wish)], tree.operator === 'or');
  if (tree.op === 'conditional') {
    const test = evaluate(tree.test, scope);
    if (typeof test === 'boolean') return hoped(test ? tree.yes : tree.no, scope, wish);
    if (lacksOfProduct(tree.test, scope)) return undefined;
    return decided([hoped(tree.yes, scope, wish), hoped(tree.no, scope, wish)], wish);
  }
  const each = throughLines(tree, scope);
  if (each !== null) {
    const wishes = each.not ? !wish : wish;
    const outcomes = each.scopes.map((inside) => hoped(each.body, inside, wishes));
    const found = decided(outcomes, each.name !== 'all');
    return each.not && found !== undefined ? !found : found;
  }
  const found: Outcome = evaluate(tree, scope);
  if (typeof found === 'boolean') return found;
  return lacksOfProduct(tree, scope) ? undefined : wish;
}

/** Returns the deciding value if one part has it, the other value if all parts are known, otherwise unknown. */
function decided(all: readonly (boolean | undefined)[], deciding: boolean): boolean | undefined {
  if (all.includes(deciding)) return deciding;
  return all.includes(undefined) ? undefined : !deciding;
}

const QUANTIFIERS: ReadonlyMap<string, 'all' | 'exists'> = new Map([
  ['all', 'all'],
  ['every', 'all'],
  ['exists', 'exists'],
  ['some', 'exists'],
  ['any', 'exists'],
  ['none', 'exists'],
]);

interface ThroughLines {
  readonly name: 'all' | 'exists';
  readonly not: boolean;
  readonly body: Tree;
  readonly scopes: readonly Scope[];
}

/** Returns the lines of `lines.all(l, …)` as scopes; null for other expressions. */
function throughLines(tree: Tree, scope: Scope): ThroughLines | null {
  if (tree.op !== 'call' || tree.receiver === null) return null;
  const name = QUANTIFIERS.get(tree.name);
  const [local, body] = tree.args;
  if (name === undefined || local?.op !== 'name' || body === undefined) return null;
  const list = evaluate(tree.receiver, scope);
  if (list === null) return { name, not: tree.name === 'none', body, scopes: [] };
  if (list === undefined || typeof list === 'boolean' || list.k !== 'list') return null;
  const scopes = list.items.map((item) => ({ ...scope, locals: new Map([...scope.locals, [local.name, item]]) }));
  return { name, not: tree.name === 'none', body, scopes };
}

/** Whether an expression reads an empty field of an existing record that only the product sets. */
function lacksOfProduct(tree: Tree, scope: Scope): boolean {
  return readHere(tree).some((part) => {
    const [of, name] = part.op === 'member' ? [evaluate(part.of, scope), part.name] : [ownRecord(scope), nameOf(part)];
    const entity = entityOf(of);
    return (
      entity !== null &&
      name !== null &&
      !(part.op === 'name' && scope.locals.has(name)) &&
      isOfProduct(scope.model, entity, name, []) &&
      (evaluate(part, scope) ?? null) === null
    );
  });
}

const nameOf = (tree: Tree): string | null => (tree.op === 'name' ? tree.name : null);

const ownRecord = ({ row }: Scope): Outcome => (row === null ? null : { k: 'record', entity: row.entity, id: row.id });

function entityOf(of: Outcome): string | null {
  if (of === null || of === undefined || typeof of === 'boolean') return null;
  if (of.k === 'record') return of.entity;
  return of.k === 'line' ? of.row.entity : null;
}

/** Returns the names that an expression reads directly, not inside queries and macros. */
function readHere(tree: Tree): readonly Tree[] {
  const inside = within(tree).flatMap((part) => {
    if (part.op === 'query') return within(part);
    return part.op === 'call' && part.args[0]?.op === 'name' && part.args.length === 2 ? part.args.flatMap(within) : [];
  });
  return within(tree).filter((part) => (part.op === 'name' || part.op === 'member') && !inside.includes(part));
}

function isOfProduct(model: Model, entity: string, name: string, above: readonly string[]): boolean {
  const thing = attributeNamed(model, entity, name);
  if (thing?.kind !== 'field' || above.includes(name)) return false;
  const tree = thing.field.computed?.tree ?? null;
  if (thing.field.computed === null) return thing.field.byProduct;
  const read = tree === null ? [] : within(tree).filter((part) => part.op === 'name' || part.op === 'member');
  const own = read.flatMap((part) =>
    part.op === 'name' && attributeNamed(model, entity, part.name) !== null ? part.name : [],
  );
  const others = read.some((part) => part.op === 'member' && !(part.of.op === 'name' && part.of.name === 'this'));
  return own.length > 0 && !others && own.every((each) => isOfProduct(model, entity, each, [...above, name]));
}
