import type { ListPlan } from '../../../src/engine/query/list-plan.ts';
import type { Row } from '../../../src/fields/text/value.ts';
import type { Permission } from '../../../src/model/types/model.ts';
import type { ListResult, Store } from '../../../src/store/core/store.ts';
import { element } from './models.ts';
import { guest } from './stores.ts';

/** Permission of the role Maker to read all records of an entity. */
export const readableByMaker = (entity: string): Permission => ({
  ...element(6, 'permission/read'),
  entity,
  field: null,
  operation: 'read',
  role: 'Maker',
  grant: { kind: 'yes', fields: null, where: null },
});

/** An order by fields, each with whether it descends. */
export const sortBy = (...keys: readonly (readonly [field: string, descending: boolean])[]): ListPlan['sort'] =>
  keys.map(([field, descending]) => ({ field, descending, gate: null }));

/** Reads a list to its end. The plan selects the fields of its order. */
export async function allPages(store: Store, plan: ListPlan): Promise<readonly ListResult[]> {
  const pages: ListResult[] = [];
  for (let after: ListPlan['after'] = null; ; ) {
    const page = await store.list({ ...plan, after }, guest);
    pages.push(page);
    const last: Row | undefined = page.rows.at(-1);
    if (!page.more || last === undefined) return pages;
    after = { keys: plan.sort.map(({ field }) => last.values[field] ?? null), id: last.id };
  }
}

/** The ids of all records of a list, read page by page. */
export const idsOfAllPages = async (store: Store, plan: ListPlan): Promise<readonly string[]> =>
  (await allPages(store, plan)).flatMap(({ rows }) => rows.map(({ id }) => id));
