import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { invalidateChanged } from '../api/changed-records.ts';
import { useQueryKey } from '../api/query-keys.ts';
import { adoptRecords } from '../data/adopt-answers.ts';
import { type EventRequest, useRaise } from '../data/writes.ts';
import { useView } from '../view/view-context.tsx';
import { predictedMove } from './inverse-event.ts';

/**
 * Raises an event on a record. If the event can be undone, the update is optimistic: the record shows its new state at
 * once, and the old one again if the server refuses.
 */
export function useRaiseOptimistically(
  entity: string,
): (record: WireRecord, ask: EventInput) => Promise<WireRecord | null> {
  const { schema, view } = useView();
  const client = useQueryClient();
  const [person, hash] = useQueryKey();
  const { mutateAsync: raise } = useRaise(entity);
  const machines = schema.entities.get(entity)?.machines;
  return useCallback(
    async (record, ask) => {
      const { id, _: info } = record;
      const { etag } = info;
      const move = predictedMove(machines ?? [], record, ask.event);
      const setState = (state: string) => {
        if (move === null) return;
        const inState = (each: WireRecord) => (isSameVersion(each, record) ? { ...each, [move.machine]: state } : each);
        client.setQueryData<WireRecord>([person, hash, 'record', entity, id], (cached) => cached && inState(cached));
        const pages = client.getQueriesData<InfiniteData<WirePage>>({ queryKey: [person, hash, 'page', entity] });
        const cachedRecords = pages.flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? []);
        const match = cachedRecords.find((each) => isSameVersion(each, record));
        if (match !== undefined) adoptRecords(client, [person, hash], entity, [inState(match)]);
      };
      setState(move?.to ?? '');
      try {
        return await raise({ ...ask, id, etag });
      } catch (error) {
        setState(move?.from ?? '');
        // Data fetched in the meantime was overwritten by the prediction, so it is refetched.
        if (move !== null) invalidateChanged(client, view, [{ entity, id }]);
        throw error;
      }
    },
    [client, person, hash, view, entity, machines, raise],
  );
}

type EventInput = Omit<EventRequest, 'id' | 'etag'>;

/** Whether it is the same version of the record that the person saw. Newer versions show the server's state. */
const isSameVersion = (one: WireRecord, seen: WireRecord): boolean => one.id === seen.id && one._.etag === seen._.etag;
