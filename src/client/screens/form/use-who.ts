import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { App, Compiled } from '../../../engine/app.ts';
import { rowOfWire } from '../../../engine/draft.ts';
import type { Who } from '../../../engine/who.ts';
import type { WireRecord } from '../../../engine/wire.ts';
import { noValues } from '../../../fields/value.ts';
import { useKey } from '../../api/keys.ts';
import { recordPath } from '../../api/records.ts';
import { type ProblemError, request } from '../../api/request.ts';
import { useView } from '../../view/view.tsx';

/** The person as judgements know them: id, roles, and their record where a formula of this entity reads it. */
export function useWho(app: App, entity: string): Who {
  const { view, person, entity: seen } = useView();
  const isRead = useMemo(() => readsPerson(app, entity), [app, entity]);
  const mayRead = person !== null && seen(person.entity)?.calls.read != null;
  const key = [...useKey(), 'record', person?.entity ?? '', person?.id ?? ''];
  const { data } = useQuery<WireRecord, ProblemError>({
    queryKey: key,
    enabled: isRead && mayRead,
    queryFn: ({ signal }) =>
      request('GET', recordPath(person?.entity ?? '', person?.id ?? ''), { document: view.document, signal }),
  });
  return useMemo(() => {
    const roles = new Set(view.roles);
    if (person === null) return { row: null, roles };
    const bare = { entity: person.entity, id: person.id, version: 0, values: noValues() };
    return { row: data === undefined ? bare : rowOfWire(app, data), roles };
  }, [app, view.roles, person, data]);
}

/** Whether a rule, default or computed field looks into the person's own record, by itself or by way of a reference. */
function readsPerson(app: App, name: string): boolean {
  const entity = app.entities.get(name);
  if (entity === undefined) return false;
  const formulas = [
    ...entity.rules.map(({ condition }) => condition),
    ...entity.defaults.values(),
    ...entity.shownWhen.values(),
    ...entity.computed.map(({ value }) => value),
  ];
  const looksInto = (formula: Compiled | null) =>
    formula !== null &&
    (formula.readsOfPerson.some((path) => path.length > 0) || formula.reads.some((path) => path.length > 1));
  return formulas.some(looksInto);
}
