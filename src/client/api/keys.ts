import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { View } from '../../engine/view.ts';
import { useView } from '../view/view.tsx';

/** What a query is about. Its key is `[person, hash of the View, kind, entity, …]`. */
export type Kind = 'page' | 'record' | 'history' | 'outbox' | 'tiles' | 'labels' | 'inbox';

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

/** Records that changed, as `change` events name them. */
export interface ChangedRecord {
  readonly entity: string;
  readonly id: string;
}

/** Fetches anew whatever shows these records: their lists, and those whose references show their titles. */
export function invalidateChanged(client: QueryClient, view: View, changes: readonly ChangedRecord[]): void {
  const changed = new Set(changes.map(({ entity }) => entity));
  const records = new Set(changes.map(({ entity, id }) => `${entity}/${id}`));
  const touched = new Set([...changed, ...referringTo(view, changed)]);
  void client.invalidateQueries({
    predicate: ({ queryKey: [, , kind, entity, id] }) => {
      if (typeof entity !== 'string') return false;
      if (kind === 'page' || kind === 'tiles' || kind === 'labels') return touched.has(entity);
      if (!touched.has(entity)) return false;
      return !changed.has(entity) || records.has(`${entity}/${String(id)}`);
    },
  });
}

function referringTo({ model }: View, entities: ReadonlySet<string>): string[] {
  return model.entities
    .filter(({ fields }) => fields.some(({ type }) => type.kind === 'reference' && entities.has(type.entity)))
    .map(({ name }) => name);
}
