import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { View } from '../../engine/view.ts';

/** Records that changed, as `change` events name them. */
export interface ChangedRecord {
  readonly entity: string;
  readonly id: string;
}

/** Fetches anew whatever shows these records. What is just fetched may be older than the change, and is fetched again. */
export function invalidateChanged(
  client: QueryClient,
  view: Pick<View, 'model'>,
  changes: readonly ChangedRecord[],
): void {
  const isShown = showing(view, changes);
  const first = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => state.data === undefined && isShown(queryKey) });
  // A first answer is waited for: it is the only one that is not given up for a newer one.
  for (const { promise, queryKey } of first) {
    const again = () => client.invalidateQueries({ queryKey, exact: true });
    promise?.then(again, () => undefined);
  }
  void client.invalidateQueries({ predicate: ({ queryKey }) => isShown(queryKey) });
}

/**
 * Whether a query, by its key, shows any of these records: their lists, they themselves, and whatever has references to
 * their entity, for it may show their titles.
 */
export function showing(view: Pick<View, 'model'>, changes: readonly ChangedRecord[]): (key: QueryKey) => boolean {
  const changed = new Set(changes.map(({ entity }) => entity));
  const records = new Set(changes.map(({ entity, id }) => `${entity}/${id}`));
  const referring = new Set(referringTo(view, changed));
  return ([, , kind, entity, id]) => {
    if (typeof entity !== 'string') return false;
    if (referring.has(entity)) return true;
    if (!changed.has(entity)) return false;
    return LISTS.has(kind) || records.has(`${entity}/${String(id)}`);
  };
}

/** What shows many records of an entity. */
const LISTS: ReadonlySet<unknown> = new Set(['page', 'tiles', 'labels', 'deleted']);

function referringTo({ model }: Pick<View, 'model'>, entities: ReadonlySet<string>): string[] {
  return model.entities
    .filter(({ fields }) =>
      fields.some(({ type }) => (type.kind === 'reference' || type.kind === 'references') && entities.has(type.entity)),
    )
    .map(({ name }) => name);
}
