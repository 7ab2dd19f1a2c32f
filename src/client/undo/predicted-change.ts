import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WirePage, WireRecord } from '../../engine/core/wire-format.ts';
import { invalidateChanged } from '../api/changed-records.ts';
import { useKey } from '../api/query-keys.ts';
import { adoptRecords } from '../data/adopt-answers.ts';
import { type Raising, useRaise } from '../data/writes.ts';
import { useView } from '../view/view-context.tsx';
import { moveOf } from './inverse-event.ts';

/**
 * Raises an event on a record. If the event can be undone, the update is optimistic: the record shows its new state at
 * once, and the old one again if the server refuses.
 */
export function useRaiseOptimistically(entity: string): (record: WireRecord, ask: Asked) => Promise<WireRecord | null> {
  const { schema, view } = useView();
  const client = useQueryClient();
  const [person, hash] = useKey();
  const { mutateAsync: raise } = useRaise(entity);
  const machines = schema.entities.get(entity)?.machines;
  return useCallback(
    async (record, ask) => {
      const { id, _: info } = record;
      const { etag } = info;
      const move = moveOf(machines ?? [], record, ask.event);
      const draw = (state: string) => {
        if (move === null) return;
        const inState = (each: WireRecord) => (isSeen(each, record) ? { ...each, [move.machine]: state } : each);
        client.setQueryData<WireRecord>([person, hash, 'record', entity, id], (kept) => kept && inState(kept));
        const pages = client.getQueriesData<InfiniteData<WirePage>>({ queryKey: [person, hash, 'page', entity] });
        const held = pages.flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? []);
        const found = held.find((each) => isSeen(each, record));
        if (found !== undefined) adoptRecords(client, [person, hash], entity, [inState(found)]);
      };
      draw(move?.to ?? '');
      try {
        return await raise({ ...ask, id, etag });
      } catch (error) {
        draw(move?.from ?? '');
        // Data fetched in the meantime was overwritten by the prediction, so it is refetched.
        if (move !== null) invalidateChanged(client, view, [{ entity, id }]);
        throw error;
      }
    },
    [client, person, hash, view, entity, machines, raise],
  );
}

type Asked = Omit<Raising, 'id' | 'etag'>;

/** Whether it is the same version of the record that the person saw. Newer versions show the server's state. */
const isSeen = (one: WireRecord, seen: WireRecord): boolean => one.id === seen.id && one._.etag === seen._.etag;
