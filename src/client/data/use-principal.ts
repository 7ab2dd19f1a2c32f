import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Principal } from '../../engine/core/principal.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { noValues } from '../../fields/text/value.ts';
import { useKey } from '../api/query-keys.ts';
import { recordPath } from '../api/record-path.ts';
import { type ProblemError, request } from '../api/request.ts';
import type { Engine } from '../view/browser-engine.ts';
import { useView } from '../view/view-context.tsx';

/**
 * The principal for decisions on the device: id, roles, and the person's record if a formula of the entity reads it.
 * Null until it is loaded.
 */
export function usePrincipal(engine: Engine | null, entity: string): Principal | null {
  const { view, person, entity: seen } = useView();
  const isRead = useMemo(() => engine?.readsPerson(entity) === true, [engine, entity]);
  const mayRead = person !== null && seen(person.entity)?.calls.read != null;
  const key = [...useKey(), 'record', person?.entity ?? '', person?.id ?? ''];
  const { data, isFetching } = useQuery<WireRecord, ProblemError>({
    queryKey: key,
    enabled: isRead && mayRead,
    queryFn: ({ signal }) =>
      request('GET', recordPath(person?.entity ?? '', person?.id ?? ''), { document: view.document, signal }),
  });
  const isAwaited = isFetching && data === undefined;
  return useMemo(() => {
    if (engine === null || isAwaited) return null;
    const roles = new Set(view.roles);
    if (person === null) return { row: null, roles };
    const bare = { entity: person.entity, id: person.id, version: 0, values: noValues() };
    return { row: data === undefined || !isRead ? bare : engine.rowOf(data), roles };
  }, [engine, view.roles, person, data, isRead, isAwaited]);
}
