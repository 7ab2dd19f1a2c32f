import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { isId } from '../../engine/core/record-address.ts';
import type { View } from '../../engine/view/view.ts';

/** Records that changed, as `change` events name them. */
export interface ChangedRecord {
  readonly entity: string;
  readonly id: string;
}

/** Fetches anew whatever shows these records. What is just fetched may be older than the change, and is given up for a newer answer. */
export function invalidateChanged(
  client: QueryClient,
  view: Pick<View, 'model'>,
  changes: readonly ChangedRecord[],
): void {
  // But a first answer is waited for.
  invalidate(client, showing(view, changes), ({ state }) => state.data === undefined);
}

/**
 * The same of changes that the server tells. They may come one after the other for long, so that no answer is given up: what is
 * just fetched is shown, and fetched once more.
 */
export function invalidateTold(
  client: QueryClient,
  view: Pick<View, 'model'>,
  changes: readonly ChangedRecord[],
): void {
  invalidate(client, showing(view, changes), ({ state }) => state.fetchStatus === 'fetching');
}

function invalidate(
  client: QueryClient,
  isShown: (key: QueryKey) => boolean,
  isWaitedFor: (query: Query) => boolean,
): void {
  const waited = client
    .getQueryCache()
    .findAll({ predicate: (query) => isShown(query.queryKey) && isWaitedFor(query) });
  for (const { promise, queryKey } of waited) {
    // Of several that waited the first fetches for all of them.
    const again = () => client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    promise?.then(again, () => undefined);
  }
  void client.invalidateQueries({ predicate: (query) => isShown(query.queryKey) && !isWaitedFor(query) });
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
    return LISTS.has(kind) || records.has(`${entity}/${String(id)}`) || (kind === 'record' && !isId(String(id)));
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

/** What the person is told of. */
export function invalidateInbox(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'inbox' });
}

/** The comments at one record. */
export function invalidateComments(client: QueryClient, at: { readonly entity: string; readonly id: string }): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [, , kind, entity, id] }) => kind === 'comments' && entity === at.entity && id === at.id,
  });
}
