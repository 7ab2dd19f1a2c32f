import { Inbox, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { NO_GROUPS } from '../../../engine/query/saved-list-view.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { messages } from '../../languages/messages.ts';
import { nounFor } from '../../view/count-nouns.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';
import { sortKeys } from '../columns/sort.ts';
import { partsOf } from '../grouping/group-parts.ts';
import type { ListProps } from './list.tsx';

/** The empty state of a list without records: the document's text and the button to create the first one. */
export function FirstUse({
  screen,
  entity,
  action,
}: {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly action: ReactNode;
}) {
  const { whenEmpty } = screen.model;
  return (
    <EmptyState
      title={whenEmpty ?? messages.listTools.noneYet({ noun: nounFor(entity.model, 2) })}
      action={action ?? undefined}
      icon={<Inbox size={18} />}
      element={screen.id}
    />
  );
}

/** The empty state of a list in which no record matches the search and the filters. */
export function NothingFound({ clear }: { readonly clear: () => void }) {
  return (
    <EmptyState
      title={messages.list.nothingFound}
      text={messages.listTools.nothingFoundText}
      action={<Button onPress={clear}>{messages.listTools.clearFilters}</Button>}
      icon={<SearchX size={18} />}
    />
  );
}

/**
 * Explains why the list can't be loaded. An unknown field to sort or group by and too many search words have texts of
 * their own; any other problem is shown as the server sent it.
 */
export function Refused({
  problem,
  retry,
  asked: { sort, q, group },
  entity,
  change,
}: Pick<ListProps, 'asked' | 'entity' | 'change'> & Parameters<typeof ProblemNote>[0]) {
  const isUnreadable = problem.status === 400;
  const unknown = sortKeys(sort, []).filter(({ field }) => !entity.attributes.has(field));
  if (isUnreadable && unknown.length > 0)
    return (
      <EmptyState
        title={messages.listTools.noOrderBy({ fields: unknown.map(({ field }) => `“${field}”`).join(', ') })}
        text={messages.listTools.noOrderByText}
        action={<Button onPress={() => change({ sort: '' }, { replace: false })}>{messages.listTools.ownOrder}</Button>}
        icon={<SearchX size={18} />}
      />
    );
  const by = partsOf(entity, group).field;
  if (isUnreadable && by !== '' && by !== NO_GROUPS && !entity.attributes.has(by))
    return (
      <EmptyState
        title={messages.listTools.noGroupsBy({ field: `“${by}”` })}
        text={messages.listTools.noOrderByText}
        icon={<SearchX size={18} />}
      />
    );
  if (isUnreadable && q !== '' && problem.detail.includes('“q”'))
    return (
      <EmptyState
        title={messages.listTools.tooManyWords}
        text={messages.listTools.tooManyWordsText}
        icon={<SearchX size={18} />}
      />
    );
  return <ProblemNote problem={problem} retry={retry} />;
}

/** Shown if the document does not specify what the list contains. */
export function NotSpecified({ screen }: { readonly screen: ScreenInView }) {
  return (
    <EmptyState title={messages.list.notSpecified} text={messages.listTools.notSpecifiedText} element={screen.id} />
  );
}
