import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { isId } from '../../engine/core/record-address.ts';
import type { View } from '../../engine/view/view.ts';

/** A changed record, as `change` events name it. */
export interface ChangedRecord {
  readonly entity: string;
  readonly id: string;
}

/**
 * Refetches every query that shows one of these records. A request in flight may have read older data, so it is
 * cancelled and repeated.
 */
export function invalidateChanged(
  client: QueryClient,
  view: Pick<View, 'model'>,
  changes: readonly ChangedRecord[],
): void {
  // A query without data yet keeps its first request and is refetched afterwards.
  invalidate(client, showsAnyOf(view, changes), ({ state }) => state.data === undefined);
}

/**
 * Like `invalidateChanged`, for changes that the server announces. They may come in quick succession, so requests in
 * flight are not cancelled: their result is shown and then fetched again.
 */
export function invalidatePublished(
  client: QueryClient,
  view: Pick<View, 'model'>,
  changes: readonly ChangedRecord[],
): void {
  invalidate(client, showsAnyOf(view, changes), ({ state }) => state.fetchStatus === 'fetching');
}

function invalidate(
  client: QueryClient,
  isShown: (key: QueryKey) => boolean,
  mustFinish: (query: Query) => boolean,
): void {
  const inFlight = client
    .getQueryCache()
    .findAll({ predicate: (query) => isShown(query.queryKey) && mustFinish(query) });
  for (const { promise, queryKey } of inFlight) {
    // If several calls wait for the same request, the first one refetches for all of them.
    const refetch = () => client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    promise?.then(refetch, () => undefined);
  }
  void client.invalidateQueries({ predicate: (query) => isShown(query.queryKey) && !mustFinish(query) });
}

/**
 * Returns a predicate for query keys: whether the query shows any of these records. That is the case for lists of their
 * entity, for the records themselves, and for entities that refer to their entity, since they may show titles.
 */
export function showsAnyOf(view: Pick<View, 'model'>, changes: readonly ChangedRecord[]): (key: QueryKey) => boolean {
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

/** Kinds of queries that show many records of an entity. */
const LISTS: ReadonlySet<unknown> = new Set(['page', 'tiles', 'labels', 'deleted']);

function referringTo({ model }: Pick<View, 'model'>, entities: ReadonlySet<string>): string[] {
  return model.entities
    .filter(({ fields }) =>
      fields.some(({ type }) => (type.kind === 'reference' || type.kind === 'references') && entities.has(type.entity)),
    )
    .map(({ name }) => name);
}

/** Refetches the inbox. */
export function invalidateInbox(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'inbox' });
}

/** Refetches the comments of a record. */
export function invalidateComments(client: QueryClient, at: { readonly entity: string; readonly id: string }): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [, , kind, entity, id] }) => kind === 'comments' && entity === at.entity && id === at.id,
  });
}
