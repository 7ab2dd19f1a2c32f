import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useQueryKey } from '../api/query-keys.ts';
import { request } from '../api/request.ts';
import type { Labels } from '../data/records.ts';
import { messages } from '../languages/messages.ts';
import { useView, type ViewContext } from '../view/view-context.tsx';
import type { CommandGroup } from './command-registry.tsx';

/** Fewer characters do not start a search for records. */
const LEAST = 2;
const SETTLES = 250;
/** Records shown of each entity. */
const MOST = 5;
const MOST_ENTITIES = 8;

/** Searches records by title or number, in every entity that has a record page for these roles. */
export function useFoundRecords(typed: string): { readonly group: CommandGroup; readonly busy: boolean } {
  const context = useView();
  const { view, go, recordRoute } = context;
  const settled = useSettled(typed.trim());
  const isAsked = settled.length >= LEAST;
  const key = useQueryKey();
  const answers = useQueries({
    queries: entitiesOf(context).map((entity) => ({
      queryKey: [...key, 'labels', entity, '', settled],
      enabled: isAsked,
      queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Labels> =>
        request('GET', `/_/labels/${encodeURIComponent(entity)}?q=${encodeURIComponent(settled)}`, {
          document: view.document,
          signal,
        }),
    })),
  });
  const commands = entitiesOf(context).flatMap((entity, index) =>
    (isAsked ? (answers[index]?.data?.items ?? []) : []).slice(0, MOST).flatMap(({ id, title }) => {
      const path = recordRoute(entity, id);
      const text = context.entity(entity)?.model.label ?? entity;
      return path === null
        ? []
        : [{ id: `record ${entity} ${id}`, label: title, text, refusal: null, run: () => go(path) }];
    }),
  );
  const busy = typed.trim().length >= LEAST && (settled !== typed.trim() || answers.some(({ isLoading }) => isLoading));
  return { group: { title: messages.palette.records, commands }, busy };
}

/** Entities whose records can be opened. */
function entitiesOf({ view, recordRoute }: ViewContext): readonly string[] {
  return view.entities
    .filter(({ name }) => recordRoute(name, 'x') !== null)
    .map(({ name }) => name)
    .slice(0, MOST_ENTITIES);
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLES);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
