import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RecordKey } from '../../../engine/core/needs-and-facts.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Row } from '../../../fields/text/value.ts';
import { useQueryKey } from '../../api/query-keys.ts';
import { recordPath } from '../../api/record-path.ts';
import { request } from '../../api/request.ts';
import type { Engine } from '../../view/browser-engine.ts';
import { useView } from '../../view/view-context.tsx';

export interface ReferencedRecords {
  /** Returns a fetched record with the fields that this person may read; undefined until it is loaded. */
  readonly find: (entity: string, id: string) => Row | undefined;
  /** Fetches records that a judgement needs and `find` did not return. */
  readonly load: (keys: readonly RecordKey[]) => void;
}

/**
 * Loads the records that a form's conditions read through its references, as in `required when category.needsTag`.
 * Records that can't be read stay unknown; the server decides about them.
 */
export function useReferencedRecords(engine: Engine | null): ReferencedRecords {
  const { view, entity } = useView();
  const client = useQueryClient();
  const key = useQueryKey();
  const [wanted, setWanted] = useState<ReadonlyMap<string, RecordKey>>(new Map());
  const [records, setRecords] = useState<ReadonlyMap<string, WireRecord>>(new Map());

  useEffect(() => {
    let isCurrent = true;
    for (const [name, { entity: of, id }] of wanted) {
      if (records.has(name) || entity(of)?.calls.read == null) continue;
      client
        .fetchQuery<WireRecord>({
          queryKey: [...key, 'record', of, id],
          queryFn: ({ signal }) => request('GET', recordPath(of, id), { document: view.document, signal }),
        })
        .then(
          (record) => isCurrent && setRecords((before) => new Map(before).set(name, record)),
          () => undefined,
        );
    }
    return () => {
      isCurrent = false;
    };
    // `key` is derived from the view and the person.
  }, [wanted, client, view, entity]);

  const rows = useMemo(
    () => new Map(engine === null ? [] : [...records].map(([name, record]) => [name, engine.rowOf(record)])),
    [engine, records],
  );
  const find = useCallback((of: string, id: string) => rows.get(nameOf({ entity: of, id })), [rows]);
  const load = useCallback((keys: readonly RecordKey[]) => {
    setWanted((before) => {
      const added = keys.filter((each) => !before.has(nameOf(each)));
      return added.length === 0 ? before : new Map([...before, ...added.map((each) => [nameOf(each), each] as const)]);
    });
  }, []);
  return useMemo(() => ({ find, load }), [find, load]);
}

const nameOf = ({ entity, id }: RecordKey): string => JSON.stringify([entity, id]);
