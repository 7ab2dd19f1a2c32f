import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Principal } from '../../engine/core/principal.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { noValues } from '../../fields/text/value.ts';
import { useQueryKey } from '../api/query-keys.ts';
import { recordPath } from '../api/record-path.ts';
import { type ProblemError, request } from '../api/request.ts';
import type { Engine } from '../view/browser-engine.ts';
import { useView } from '../view/view-context.tsx';

/**
 * The principal for decisions on the device: id, roles, and the person's record if a formula of the entity reads it.
 * Null until it is loaded.
 */
export function usePrincipal(engine: Engine | null, entity: string): Principal | null {
  const { view, person, entity: entityInView } = useView();
  const needsRecord = useMemo(() => engine?.readsPerson(entity) === true, [engine, entity]);
  const mayRead = person !== null && entityInView(person.entity)?.calls.read != null;
  const key = [...useQueryKey(), 'record', person?.entity ?? '', person?.id ?? ''];
  const { data, isFetching } = useQuery<WireRecord, ProblemError>({
    queryKey: key,
    enabled: needsRecord && mayRead,
    queryFn: ({ signal }) =>
      request('GET', recordPath(person?.entity ?? '', person?.id ?? ''), { document: view.document, signal }),
    // After a change of the document the record of before is used until it is loaded again: an open form stays open.
    placeholderData: (before) => (before?.id === person?.id ? before : undefined),
  });
  const isLoading = isFetching && data === undefined;
  return useMemo(() => {
    if (engine === null || isLoading) return null;
    const roles = new Set(view.roles);
    if (person === null) return { row: null, roles };
    const withoutRecord = { entity: person.entity, id: person.id, version: 0, values: noValues() };
    return { row: data === undefined || !needsRecord ? withoutRecord : engine.rowOf(data), roles };
  }, [engine, view.roles, person, data, needsRecord, isLoading]);
}
