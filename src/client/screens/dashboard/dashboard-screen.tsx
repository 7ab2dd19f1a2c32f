import { ChartNoAxesColumn } from 'lucide-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { messages } from '../../languages/messages.ts';
import type { ScreenProps } from '../../screen-parts/screen-props.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { useView } from '../../view/view-context.tsx';
import { Dashboard } from './dashboard.tsx';
import '../../styles/tiles.css';
import '../../styles/dashboard.css';
import '../../styles/source-records.css';

/** A screen of kind "dashboard": numbers and charts over what this person may read. */
export function DashboardScreen({ screen }: ScreenProps) {
  usePageTitle(screen.model.label);
  const { entity: find } = useView();
  const entity = find(screen.entity ?? '');
  if (entity !== null) return <Dashboard screen={screen} entity={entity} />;
  return (
    <section className="page dashboard">
      <PageHeader title={screen.model.label} help={screen.model.help} element={screen.id} />
      <EmptyState
        title={messages.dashboard.notSpecified}
        text={messages.dashboard.notSpecifiedText}
        icon={<ChartNoAxesColumn size={24} />}
        element={screen.id}
      />
    </section>
  );
}
