import type { QueryKey } from '@tanstack/react-query';
import { useView } from '../view/view-context.tsx';

/** What a query is about. A key has the form `[person, hash of the View, kind, entity, …]`. */
export type QueryKind =
  | 'page'
  | 'record'
  | 'history'
  | 'comments'
  | 'outbox'
  | 'tiles'
  | 'labels'
  | 'deleted'
  | 'inbox'
  | 'views';

/** Returns the beginning of every query key. It separates the cached data of different persons and Views. */
export function useQueryKey(): readonly [person: string, view: string] {
  const { view } = useView();
  return [view.person?.id ?? '', view.hash];
}

/**
 * Returns `placeholderData` that keeps the previous data when only the document changed, until the new answer arrives.
 */
export function keepAcrossVersions<T>(
  key: QueryKey,
): (previous: T | undefined, query: { readonly queryKey: QueryKey } | undefined) => T | undefined {
  return (previous, query) => (query !== undefined && equalExcept(query.queryKey, key, 1) ? previous : undefined);
}

/** Like `keepAcrossVersions`, for lists: also keeps the data when the filter, search or order changes. */
export function keepListData<T>(
  key: QueryKey,
): (previous: T | undefined, query: { readonly queryKey: QueryKey } | undefined) => T | undefined {
  return (previous, query) =>
    query !== undefined && equalExcept(query.queryKey.slice(0, 5), key.slice(0, 5), 1) ? previous : undefined;
}

function equalExcept(one: QueryKey, other: QueryKey, except: number): boolean {
  return (
    one.length === other.length &&
    one.every((part, index) => index === except || JSON.stringify(part) === JSON.stringify(other[index]))
  );
}
