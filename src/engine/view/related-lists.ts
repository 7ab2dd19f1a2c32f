import { isPlainName, KEYWORDS } from '../../expressions/syntax/lexicon.ts';
import { printExpression } from '../../expressions/syntax/print.ts';
import { parametersOf } from '../../model/lookups/routes.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Screen } from '../../model/types/model.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledModel, CompiledScreen } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import { sortOf } from '../query/list.ts';
import { isComparable } from '../query/list-filter.ts';
import { referringTo } from '../query/related-records.ts';
import type { Access } from '../visible-model/entity-access.ts';
import type { ViewRelated } from './view.ts';
import { fieldsOf } from './view-fields.ts';

/** Maximum number of columns beside the record's title: a related list is an overview. */
const MOST_COLUMNS = 4;

/**
 * Returns the related lists of a record's screen, with the columns of the list screen that these roles have for such
 * records.
 */
export function relatedLists(
  model: CompiledModel,
  principal: Principal,
  accesses: ReadonlyMap<string, Access>,
  open: readonly CompiledScreen[],
  screen: Screen,
): ViewRelated[] {
  return referringTo(model, principal, screen).flatMap(({ entity, attribute }) => {
    const access = accesses.get(entity.name);
    if (access === undefined) return [];
    const list = listOf(open, entity.name);
    const title = entity.schema.title ?? entity.number;
    const columns = fieldsOf(list ?? plainList(screen, entity.name), access, principal)
      .filter((name) => name !== attribute.name && name !== title)
      .slice(0, MOST_COLUMNS);
    const sort = sortOf(readPolicyFor(model, entity, principal), list?.sort ?? []);
    return [
      {
        id: attribute.id,
        entity: entity.name,
        field: attribute.name,
        // A list with a filter does not show all of them.
        list: list?.filter === null ? list.id : null,
        title: titlePath(model, principal, attribute),
        sort: sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(','),
        columns,
      },
    ];
  });
}

/** Returns the list screen of the entity that has no filter; null if there is none. */
export function fullListOf(open: readonly CompiledScreen[], entity: string): string | null {
  const list = listOf(open, entity);
  return list?.filter === null && list.guard === null ? list.id : null;
}

/** Returns the list screen of the entity, preferring one without a filter. */
function listOf(open: readonly CompiledScreen[], entity: string): Screen | null {
  const lists = open
    .map(({ screen }) => screen)
    .filter(({ kind, route, ...screen }) => {
      const isList = kind === 'table' || kind === 'list';
      return isList && screen.entity === entity && parametersOf(route).length === 0;
    });
  return lists.find(({ filter }) => filter === null) ?? lists[0] ?? null;
}

/** Returns the path to the title of the referenced record, if these roles may read it and a list can compare it. */
function titlePath(model: CompiledModel, principal: Principal, { name, type }: Attribute): string | null {
  const target = 'entity' in type ? model.entities.get(type.entity) : undefined;
  const title = target?.schema.attributes.get(target.schema.title ?? '');
  if (target === undefined || title === undefined || !isComparable(model, target, title)) return null;
  if (!readPolicyFor(model, target, principal).fields.has(title.name)) return null;
  const isPlain = isPlainName(name) && !KEYWORDS.has(name);
  const field: Tree = isPlain ? nameOf(name) : memberOf(nameOf('this'), name);
  return printExpression(memberOf(field, title.name));
}

const nowhere = { from: 0, to: 0 } as const;
const nameOf = (name: string): Tree => ({ op: 'name', name, ...nowhere });
const memberOf = (of: Tree, name: string): Tree => ({ op: 'member', of, name, ...nowhere });

/** A table without any stated options. */
const plainList = (screen: Screen, entity: string): Screen => ({ ...screen, kind: 'table', entity, fields: [] });
