import { choiceTree, fieldsOfThis } from '../../expressions/syntax/choice-tree.ts';
import { evaluate } from '../evaluator/evaluate.ts';
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
    const reads = among.tree === null ? [] : fieldsOfThis(among.tree);
    if (chosen.length === 0 || [name, ...reads].some(isUnread)) return [];
    const isChanged = (each: string) => old === null || JSON.stringify(old.get(each)) !== JSON.stringify(row.get(each));
    if (![name, ...reads].some(isChanged)) return [];
    const before = reads.some(isChanged) ? undefined : old?.get(name);
    const several = type.kind === 'references';
    const tree = among.tree && choiceTree(among.tree, type.entity, { name, several });
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
