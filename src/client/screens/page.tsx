import { PageHeader } from '../parts/page-header.tsx';
import { Prose } from '../view/prose.tsx';
import { ScreenLinks } from '../view/screen-links.tsx';
import type { ScreenProps } from '../view/screen-props.ts';
import { ScreenSections } from '../view/screen-sections.tsx';
import { usePageTitle } from '../view/title.tsx';
import './pages.css';
import './prose.css';

/** A page of prose: the text that stands under the screen in the document. */
export function PageScreen({ screen }: ScreenProps) {
  const { label, help } = screen.model;
  usePageTitle(label);
  return (
    <article className="prose-page" data-element={screen.id}>
      <PageHeader title={label} />
      <ScreenLinks screen={screen} />
      <ScreenSections screen={screen} />
      <div className="prose">
        <Prose text={help} />
      </div>
    </article>
  );
}
