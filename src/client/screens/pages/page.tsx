import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { messages } from '../../languages/messages.ts';
import { ScreenLinks } from '../../screen-parts/screen-links.tsx';
import type { ScreenProps } from '../../screen-parts/screen-props.ts';
import { ScreenSections } from '../../screen-parts/screen-sections.tsx';
import { usePageTitle } from '../../view/page-title.tsx';
import { Prose } from '../../view/prose.tsx';
import './pages.css';
import './prose.css';

/** A screen of kind "page": the text that the document has under the screen. */
export function PageScreen({ screen }: ScreenProps) {
  const { label, help } = screen.model;
  usePageTitle(label);
  const isEmpty = help.trim() === '' && screen.links.length === 0 && screen.sections.length === 0;
  return (
    <article className="prose-page" data-element={screen.id}>
      <PageHeader title={label} />
      <ScreenLinks screen={screen} />
      <ScreenSections screen={screen} />
      {isEmpty && (
        <EmptyState
          title={messages.pages.prose.notSpecified}
          text={messages.pages.prose.notSpecifiedText}
          element={screen.id}
        />
      )}
      <div className="prose">
        <Prose text={help} />
      </div>
    </article>
  );
}
