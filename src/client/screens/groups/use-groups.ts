import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WireGroup, WireGroupPage, WireGroups, WireRecord } from '../../../engine/core/wire-format.ts';
import { type ListQuery, recordsOf } from '../../api/queries.ts';
import { keepListData, useQueryKey } from '../../api/query-keys.ts';
import { type ProblemError, request } from '../../api/request.ts';
import { useView } from '../../view/view-context.tsx';
import { groupId, type Held } from './layout.ts';

/** A grouped list: its screen, its query, and the field or interval that its rows are grouped by. */
export interface Grouped {
  readonly screen: string;
  readonly entity: string;
  readonly query: ListQuery;
  readonly by: string;
}

function addressOf(path: string, { screen, query, by }: Grouped, more: Readonly<Record<string, string>>): string {
  const asked = new URLSearchParams({ screen, by });
  const { filter, q, sort, filters = '' } = query;
  for (const [name, value] of Object.entries({ filter, q, sort, filters, ...more }))
    if (value !== '' || name === 'keys') asked.set(name, value);
  return `${path}?${asked.toString()}`;
}

const escaped = (names: readonly string[]): string => names.map(encodeURIComponent).join(',');

/** Fetches the groups of a list in order, each with its number of rows and the sums of the given columns. */
export function useGroups(grouped: Grouped, sums: readonly string[]) {
  const { view } = useView();
  const { entity, screen, query, by } = grouped;
  const key = [...useQueryKey(), 'tiles', entity, `${screen} by ${by}`, query, sums] as const;
  return useQuery<WireGroups, ProblemError>({
    queryKey: key,
    placeholderData: keepListData<WireGroups>(key) as never,
    queryFn: ({ signal }) =>
      request('GET', addressOf('/_/groups', grouped, { sums: escaped(sums) }), { document: view.document, signal }),
  });
}

interface RowsOfGroupsProps {
  readonly grouped: Grouped;
  /** The expanded groups of a chunk. */
  readonly groups: readonly WireGroup[];
  /** Number of rows to load, if the groups have that many. */
  readonly wanted: number;
  readonly onRows: (held: ReadonlyMap<string, Held>) => void;
  readonly onProblem: (
    chunk: string,
    problem: { readonly error: ProblemError; readonly retry: () => void } | null,
  ) => void;
}

/** Fetches the rows of groups page by page until `wanted` rows are loaded. Renders nothing. */
export function RowsOfGroups({ grouped, groups, wanted, onRows, onProblem }: RowsOfGroupsProps) {
  const { view } = useView();
  const { entity, screen, query, by } = grouped;
  const keys = groups.map(groupId);
  const text = escaped(keys);
  const key = [...useQueryKey(), 'page', entity, screen, 'groups', by, query, text] as const;
  const { data, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = useInfiniteQuery<
    WireGroupPage,
    ProblemError,
    InfiniteData<WireGroupPage>,
    typeof key,
    string | null
  >({
    queryKey: key,
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    queryFn: ({ pageParam, signal }) =>
      request(
        'GET',
        addressOf('/_/groups/rows', grouped, { keys: text, ...(pageParam === null ? {} : { page: pageParam }) }),
        { document: view.document, signal },
      ),
  });
  const loaded = data?.pages.reduce((rows, { items }) => rows + items.length, 0) ?? 0;
  useEffect(() => {
    if (data !== undefined && loaded < wanted && hasNextPage && !isFetching && !isFetchNextPageError)
      void fetchNextPage({ cancelRefetch: false });
  }, [data, loaded, wanted, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  useEffect(() => {
    if (data !== undefined) onRows(heldOf(data, text, !hasNextPage));
  }, [data, text, hasNextPage, onRows]);
  useEffect(() => {
    onProblem(
      text,
      error === null ? null : { error, retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()) },
    );
    return () => onProblem(text, null);
  }, [text, error, isFetchNextPageError, fetchNextPage, refetch, onProblem]);
  return null;
}

/** Returns the loaded rows by group id. `keys`: all requested groups, since some may no longer have rows. */
function heldOf(data: InfiniteData<WireGroupPage>, keys: string, isWhole: boolean): ReadonlyMap<string, Held> {
  const places = new Map(data.pages.flatMap(({ groups }) => Object.entries(groups)));
  const rows = new Map<string, WireRecord[]>(keys.split(',').map((key) => [decodeURIComponent(key), []]));
  for (const record of recordsOf(data)) rows.get(places.get(record.id) ?? '')?.push(record);
  return new Map([...rows].map(([id, records]) => [id, { records, isWhole }]));
}
