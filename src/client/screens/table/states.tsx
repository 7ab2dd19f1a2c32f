import { Inbox, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { nounFor } from '../../view/nouns.ts';
import type { EntityInView, ScreenInView } from '../../view/view.tsx';
import { tableTexts } from './texts.ts';

/** Nothing was ever here: the document's words for it, and how the first one is made. */
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
  const many = nounFor(entity.model, 2);
  return (
    <EmptyState
      title={whenEmpty ?? tableTexts.nothingYet}
      text={whenEmpty === null ? tableTexts.nothingYetText(many.charAt(0).toUpperCase() + many.slice(1)) : undefined}
      action={action ?? undefined}
      icon={<Inbox size={18} />}
      element={screen.id}
    />
  );
}

/** Something is here, but nothing that was asked for. */
export function NothingFound({ clear }: { readonly clear: () => void }) {
  return (
    <EmptyState
      title={tableTexts.nothingFound}
      text={tableTexts.nothingFoundText}
      action={<Button onPress={clear}>{tableTexts.clearFilters}</Button>}
      icon={<SearchX size={18} />}
    />
  );
}

/** The document leaves open what stands here. */
export function NotSpecified({ screen }: { readonly screen: ScreenInView }) {
  return <EmptyState title={tableTexts.notSpecified} text={tableTexts.notSpecifiedText} element={screen.id} />;
}
