import type { QueryKey } from '@tanstack/react-query';
import { useView } from '../view/view-context.tsx';

/** What a query is about. Its key is `[person, hash of the View, kind, entity, …]`. */
export type Kind =
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

/** The beginning of every key: nothing is ever shared between two persons or two Views. */
export function useKey(): readonly [person: string, view: string] {
  const { view } = useView();
  return [view.person?.id ?? '', view.hash];
}

/** Across a change of the document what is shown stays, until the new answer is there. Never across a change of what is asked. */
export function keepAcrossVersions<T>(
  key: QueryKey,
): (previous: T | undefined, query: { readonly queryKey: QueryKey } | undefined) => T | undefined {
  return (previous, query) => (query !== undefined && sameBut(query.queryKey, key, 1) ? previous : undefined);
}

/** The same for a list: also while its filter, search or order changes. */
export function keepOfList<T>(
  key: QueryKey,
): (previous: T | undefined, query: { readonly queryKey: QueryKey } | undefined) => T | undefined {
  return (previous, query) =>
    query !== undefined && sameBut(query.queryKey.slice(0, 5), key.slice(0, 5), 1) ? previous : undefined;
}

function sameBut(one: QueryKey, other: QueryKey, except: number): boolean {
  return (
    one.length === other.length &&
    one.every((part, index) => index === except || JSON.stringify(part) === JSON.stringify(other[index]))
  );
}
