import { isPlainName, KEYWORDS } from '../../expressions/syntax/lexicon.ts';
import { printExpression } from '../../expressions/syntax/print.ts';
import { parametersOf } from '../../model/lookups/routes.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Screen } from '../../model/types/model.ts';
import { gatesOf } from '../access/read-policy.ts';
import type { App, PreparedScreen } from '../compiled/compiled-model.ts';
import type { Who } from '../core/principal.ts';
import { sortOf } from '../query/list.ts';
import { isComparable } from '../query/list-filter.ts';
import { referringTo } from '../query/related-records.ts';
import type { Access } from '../visible-model/entity-access.ts';
import type { ViewRelated } from './view.ts';
import { fieldsOf } from './view-fields.ts';

/** So many columns stand beside the name of a record: it is a look at them, not their list. */
const MOST_COLUMNS = 4;

/** What a record's screen lists of what refers to it, in the columns of the list that these roles have of such records. */
export function relatedTo(
  app: App,
  who: Who,
  accesses: ReadonlyMap<string, Access>,
  open: readonly PreparedScreen[],
  screen: Screen,
): ViewRelated[] {
  return referringTo(app, who, screen).flatMap(({ entity, attribute }) => {
    const access = accesses.get(entity.name);
    if (access === undefined) return [];
    const list = listOf(open, entity.name);
    const title = entity.schema.title ?? entity.number;
    const columns = fieldsOf(list ?? plainList(screen, entity.name), access, who)
      .filter((name) => name !== attribute.name && name !== title)
      .slice(0, MOST_COLUMNS);
    const sort = sortOf(gatesOf(app, entity, who), list?.sort ?? []);
    return [
      {
        id: attribute.id,
        entity: entity.name,
        field: attribute.name,
        // What keeps some of its rows away is no list of all of them.
        list: list?.filter === null ? list.id : null,
        title: titlePath(app, who, attribute),
        sort: sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(','),
        columns,
      },
    ];
  });
}

/** Of several lists the one that shows them all. */
function listOf(open: readonly PreparedScreen[], entity: string): Screen | null {
  const lists = open
    .map(({ screen }) => screen)
    .filter(({ kind, route, ...screen }) => {
      const isList = kind === 'table' || kind === 'list';
      return isList && screen.entity === entity && parametersOf(route).length === 0;
    });
  return lists.find(({ filter }) => filter === null) ?? lists[0] ?? null;
}

/** Only what these roles read of what is referred to, and a list can compare. */
function titlePath(app: App, who: Who, { name, type }: Attribute): string | null {
  const target = 'entity' in type ? app.entities.get(type.entity) : undefined;
  const title = target?.schema.attributes.get(target.schema.title ?? '');
  if (target === undefined || title === undefined || !isComparable(app, target, title)) return null;
  if (!gatesOf(app, target, who).fields.has(title.name)) return null;
  const isPlain = isPlainName(name) && !KEYWORDS.has(name);
  const field: Tree = isPlain ? nameOf(name) : memberOf(nameOf('this'), name);
  return printExpression(memberOf(field, title.name));
}

const nowhere = { from: 0, to: 0 } as const;
const nameOf = (name: string): Tree => ({ op: 'name', name, ...nowhere });
const memberOf = (of: Tree, name: string): Tree => ({ op: 'member', of, name, ...nowhere });

/** A list of which nothing is stated. */
const plainList = (screen: Screen, entity: string): Screen => ({ ...screen, kind: 'table', entity, fields: [] });
