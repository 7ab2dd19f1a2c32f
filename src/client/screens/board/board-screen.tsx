import { messages } from '../../languages/messages.ts';
import '../../styles/not-shown.css';
import { SquareKanban } from 'lucide-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import type { ScreenProps } from '../../screen-parts/screen-props.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { type ScreenInView, useView } from '../../view/view-context.tsx';
import { Board } from './board.tsx';
import '../../styles/overlays.css';
import '../../styles/columns.css';
import '../../styles/board.css';

/** A screen of kind "board": a column for each choice of a field, and cards that events move between them. */
export function BoardScreen({ screen }: ScreenProps) {
  usePageTitle(screen.model.label);
  const { entity: find } = useView();
  const entity = find(screen.entity ?? '');
  if (screen.board === null || entity === null) return <NotSpecified screen={screen} />;
  return <Board screen={screen} entity={entity} board={screen.board} />;
}

function NotSpecified({ screen }: { readonly screen: ScreenInView }) {
  const { model } = screen;
  const text = model.by === null ? messages.board.notSpecifiedText : messages.board.notReadable({ field: model.by });
  return (
    <section className="page board-page">
      <PageHeader title={model.label} help={model.help} element={screen.id} />
      <EmptyState
        title={messages.board.notSpecified}
        text={text}
        icon={<SquareKanban size={24} />}
        element={screen.id}
      />
    </section>
  );
}
