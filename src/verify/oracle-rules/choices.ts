import type { Tree } from '../../model/types/formula.ts';
import { evaluate, within } from '../evaluator/evaluate.ts';
import { entityNamed } from '../evaluator/names.ts';
import type { Row } from '../evaluator/value.ts';
import type { Fault, Json } from '../evaluator/world.ts';
import { type Draft, rowForRules } from './draft.ts';
import type { RequestContext } from './request-context.ts';
import { scopeOf } from './request-context.ts';

/** Returns the faults of references to records that their fields do not offer. */
export function choiceFaults(context: RequestContext, draft: Draft, old: Row | null): readonly Fault[] {
  const row = rowForRules(context, draft);
  const isUnread = (name: string) => draft.faults.some(({ path }) => path === name || path.startsWith(`${name}[`));
  return (entityNamed(context.model, draft.entity)?.fields ?? []).flatMap((field): readonly Fault[] => {
    const { among, type, name } = field;
    if (among === null || (type.kind !== 'reference' && type.kind !== 'references')) return [];
    const chosen = idsOf(draft.values.get(name) ?? null);
    const reads = among.tree === null ? [] : namesOfThis(among.tree);
    if (chosen.length === 0 || [name, ...reads].some(isUnread)) return [];
    const isChanged = (each: string) => old === null || JSON.stringify(old.get(each)) !== JSON.stringify(row.get(each));
    if (![name, ...reads].some(isChanged)) return [];
    const before = reads.some(isChanged) ? undefined : old?.get(name);
    const several = type.kind === 'references';
    const tree = among.tree && choiceOf(among.tree, type.entity, name, several);
    const refused = chosen.findIndex((id) => {
      if (JSON.stringify(before ?? null).includes(JSON.stringify(id))) return false;
      if (tree === null) return true;
      const value = row.get(name);
      const items = value !== null && typeof value === 'object' && value.k === 'list' ? value.items : [];
      const alone = several ? { k: 'list' as const, items: items.filter((_, index) => chosen[index] === id) } : value;
      const get = (each: string) => (each === name ? alone : row.get(each));
      return evaluate(tree, scopeOf(context, { ...row, get })) !== true;
    });
    if (refused === -1) return [];
    return [{ path: several && type.ordered ? `${name}[${refused}]` : name, code: 'NOT_OFFERED', hasKnownValue: true }];
  });
}

function idsOf(value: Json): readonly string[] {
  return Array.isArray(value) ? value.map(String) : value === null ? [] : [String(value)];
}

const isThis = (tree: Tree): boolean => tree.op === 'name' && tree.name === 'this';

const isPathOfThis = (tree: Tree): boolean => tree.op === 'member' && (isThis(tree.of) || isPathOfThis(tree.of));

const namesOfThis = (tree: Tree): readonly string[] =>
  within(tree).flatMap((part) => (part.op === 'member' && isThis(part.of) ? part.name : []));

/** Returns whether a record of the entity is the chosen one and meets the condition, with no compared value empty. */
function choiceOf(condition: Tree, entity: string, field: string, several: boolean): Tree {
  const at = { from: condition.from, to: condition.to };
  const sides = within(condition).flatMap((part): readonly (readonly [Tree, Tree])[] =>
    part.op === 'binary' && (part.operator === '==' || part.operator === '!=')
      ? [
          [part.left, part.right],
          [part.right, part.left],
        ]
      : [],
  );
  const shape = (tree: Tree) =>
    JSON.stringify(tree, (key, value: unknown) => (key === 'from' || key === 'to' ? 0 : value));
  const tested = sides.flatMap(([side, other]) => (other.op === 'null' ? shape(side) : []));
  const filled = sides.filter(
    ([side, other]) => isPathOfThis(side) && other.op !== 'null' && !tested.includes(shape(side)),
  );
  const own: Tree = { op: 'member', of: { op: 'name', name: 'this', ...at }, name: field, ...at };
  const chosen: Tree = {
    ...{ op: 'binary', operator: several ? 'in' : '==', left: { op: 'name', name: entity, ...at }, right: own, ...at },
  };
  const known = filled.map(
    ([left]): Tree => ({ op: 'binary', operator: '!=', left, right: { op: 'null', ...at }, ...at }),
  );
  const where = [chosen, ...known, condition].reduce((left, right) => ({
    ...{ op: 'binary', operator: 'and', left, right, ...at },
  }));
  const query: Tree = { op: 'query', of: { op: 'name', name: entity, ...at }, where, ...at };
  return { op: 'call', name: 'exists', receiver: null, args: [query], ...at };
}
