import type { Tree } from '../../model/types/formula.ts';
import type { Field } from '../../model/types/model.ts';
import { evaluate, type Scope, within } from '../evaluator/evaluate.ts';
import { entityNamed } from '../evaluator/names.ts';
import type { Outcome, Row, Val } from '../evaluator/value.ts';
import type { Fault } from '../evaluator/world.ts';
import { type Draft, rowForRules } from './draft.ts';
import { may, mayReadField } from './permissions.ts';
import { linesOfValue, type RequestContext, scopeOf } from './request-context.ts';

/** Returns the faults of references, also in lines, to records that their fields do not offer. */
export function choiceFaults(context: RequestContext, draft: Draft, old: Row | null): readonly Fault[] {
  const row = rowForRules(context, draft);
  const fields = entityNamed(context.model, draft.entity)?.fields ?? [];
  const isSent = (name: string) => draft.sent.has(name) && context.clock !== true;
  const own = fields.flatMap((field) =>
    faultOf(context, draft, field, { row, old, prefix: '', isSent, isLine: false }),
  );
  const ofLines = fields.flatMap(({ name, type }) => {
    if (type.kind !== 'list') return [];
    const before = old === null ? [] : linesOfValue(old.get(name));
    const columns = entityNamed(context.model, type.entity)?.fields ?? [];
    return linesOfValue(row.get(name)).flatMap((line, index) => {
      const stood = before.find(({ id }) => id === line.id) ?? null;
      const at = { row: line, old: stood, prefix: `${name}[${index}].`, isSent: () => isSent(name), isLine: true };
      return columns.flatMap((column) => faultOf(context, draft, column, at));
    });
  });
  return [...own, ...ofLines];
}

interface Chosen {
  readonly row: Row;
  readonly old: Row | null;
  readonly prefix: string;
  readonly isSent: (name: string) => boolean;
  readonly isLine: boolean;
}

function faultOf(
  context: RequestContext,
  { faults }: Draft,
  { among, type, name }: Field,
  { row, old, prefix, isSent, isLine }: Chosen,
): readonly Fault[] {
  if (among === null || (type.kind !== 'reference' && type.kind !== 'references')) return [];
  const reads = [name, ...(among.tree === null ? [] : namesOfThis(among.tree))];
  const isUnread = (each: string) =>
    faults.some(({ path, hasKnownValue }) => hasKnownValue !== true && path.split('[')[0] === `${prefix}${each}`) ||
    faults.some(({ path }) => prefix !== '' && path === `${prefix}${each}`);
  const chosen = itemsOf(row.get(name));
  if (chosen.length === 0 || reads.some(isUnread)) return [];
  const isChanged = (each: string) => old === null || JSON.stringify(old.get(each)) !== JSON.stringify(row.get(each));
  const before = reads.slice(1).some(isChanged) ? [] : itemsOf(old?.get(name)).map((item) => JSON.stringify(item));
  const several = type.kind === 'references';
  const tree = among.tree && choiceOf(among.tree, type.entity, name, several);
  const isOfPerson = reads.some(isSent);
  const refused = chosen.findIndex((item) => {
    if (before.includes(JSON.stringify(item))) return false;
    const alone: Outcome = several ? { k: 'list', items: [item] } : item;
    const known = (each: string): boolean => isLine || isSent(each) || mayReadField(context, each, row);
    const get = (each: string) => (each === name ? alone : !isOfPerson || known(each) ? row.get(each) : null);
    const scope = scopeOf(context, { ...row, get });
    return tree === null || evaluate(tree, isOfPerson ? asRead(context, scope) : scope) !== true;
  });
  if (refused === -1) return [];
  const place = several && type.ordered ? `${name}[${refused}]` : name;
  return [{ path: `${prefix}${place}`, code: 'NOT_OFFERED', hasKnownValue: true }];
}

/** Restricts a scope to the records and fields that the person may read; a hidden field is empty. */
function asRead(context: RequestContext, scope: Scope): Scope {
  const visible = (row: Row | null): Row | null =>
    row === null || !may(context, 'read', row)
      ? null
      : { ...row, get: (field) => (mayReadField(context, field, row) ? row.get(field) : null) };
  return {
    ...scope,
    find: (entity, id) => visible(scope.find(entity, id)),
    all: (entity) => scope.all(entity).flatMap((row) => visible(row) ?? []),
  };
}

function itemsOf(value: Outcome): readonly Val[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' && value.k === 'list' ? value.items : [value];
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
