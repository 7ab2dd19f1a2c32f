import { useMemo } from 'react';
import type { Problem } from '../../../engine/core/wire-format.ts';
import { useAllLabels } from '../../data/records.ts';
import { messages } from '../../languages/messages.ts';
import { nounInSentence } from '../../languages/noun-in-sentence.ts';
import { useLabelOf } from '../../view/labels.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';
import { type ColumnInfo, NO_VALUE } from './columns.ts';

export interface BoardColumns {
  readonly columns: readonly ColumnInfo[];
  /** True while the records of the columns are loaded. */
  readonly isPending: boolean;
  readonly problem: Problem | null;
  /** Loads more columns; null if all are loaded. */
  readonly more: { readonly load: () => void; readonly isLoading: boolean } | null;
  readonly refetch: () => void;
}

/**
 * Returns the columns of a board: the choices that its filter allows, in document order, or the readable records that its
 * field may refer to, by title. The first column is for cards without a value, if there may be any.
 */
export function useBoardColumns(entity: EntityInView, board: NonNullable<ScreenInView['board']>): BoardColumns {
  const labelOf = useLabelOf();
  const labels = useAllLabels(board.of ?? '', board.of !== null);
  const attribute = entity.attributes.get(board.field);
  const columns = useMemo(() => {
    if (attribute === undefined) return [];
    const shared = { element: attribute.id, choiceOf: null };
    const choices = choicesOf(entity, board);
    const without = messages.board.without({ label: nounInSentence(labelOf(attribute.id)) });
    const isTaken = choices.some(({ label }) => label === messages.board.none);
    const none = {
      ...shared,
      name: NO_VALUE,
      label: board.of !== null || isTaken ? without : messages.board.none,
      of: null,
      isLeftOver: board.none === 'left over',
    };
    const before = board.none === null ? [] : [none];
    if (board.of === null) return [...before, ...choices];
    const records = (labels.data?.pages ?? []).flatMap(({ items }) => items);
    const unique = new Map(records.map((record) => [record.id, record] as const));
    return [
      ...before,
      ...[...unique.values()].map(({ id, title, record }) => ({
        ...shared,
        name: id,
        label: title === '' ? id : title,
        of: board.of,
        record,
      })),
    ];
  }, [attribute, entity, board, labels.data, labelOf]);
  return {
    columns,
    isPending: board.of !== null && labels.isPending,
    problem: labels.data === undefined ? (labels.error?.problem ?? null) : null,
    more: labels.hasNextPage ? { load: () => void labels.fetchNextPage(), isLoading: labels.isFetchingNextPage } : null,
    refetch: () => void labels.refetch(),
  };
}

function choicesOf(
  entity: EntityInView,
  { field, columns }: NonNullable<ScreenInView['board']>,
): readonly ColumnInfo[] {
  const attribute = entity.attributes.get(field);
  if (attribute?.type.kind !== 'choice') return [];
  const { options } = attribute.type;
  const states = attribute.kind === 'state' ? attribute.machine.states : [];
  return columns.map((name) => {
    const option = options.find((each) => each.name === name);
    const element = states.find((state) => state.name === name)?.id ?? attribute.id;
    return { name, label: option?.label ?? name, element, choiceOf: option === undefined ? null : attribute, of: null };
  });
}
