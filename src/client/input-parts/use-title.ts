import { useQuery } from '@tanstack/react-query';
import type { Json } from '../../engine/core/intent.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { useQueryKey } from '../api/query-keys.ts';
import { recordPath } from '../api/record-path.ts';
import { request } from '../api/request.ts';
import { messages } from '../languages/messages.ts';
import { useView } from '../view/view-context.tsx';
import { titleIn } from './reference-titles.ts';

/**
 * Returns the title of a record by id: from `known`, the signed-in person, `record`, or the server. Empty if there is
 * no id.
 */
export function useRecordTitle(
  record: WireRecord | null,
  entity: string,
  value: Json,
  known: readonly { readonly id: string; readonly label: string }[] = [],
): string {
  const id = typeof value === 'string' && value !== '' ? value : null;
  const { person, view } = useView();
  const own = person !== null && person.id === id ? person.title : undefined;
  const title = known.find((each) => each.id === id)?.label ?? own ?? titleIn(record, id);
  const fetched = useQuery<WireRecord>({
    queryKey: [...useQueryKey(), 'record', entity, id],
    enabled: id !== null && title === undefined,
    retry: false,
    queryFn: ({ signal }) => request('GET', recordPath(entity, id ?? ''), { document: view.document, signal }),
  });
  if (id === null) return '';
  return title ?? fetched.data?._.title ?? (fetched.isError ? messages.inputs.nameHidden : '…');
}
