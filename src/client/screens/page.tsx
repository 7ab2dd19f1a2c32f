import type { ScreenProps } from '../view/screen-props.ts';
import { usePageTitle } from '../view/title.tsx';

/** A page of prose: the text that stands under the screen in the document. */
export function PageScreen({ screen }: ScreenProps) {
  const { label, help } = screen.model;
  usePageTitle(label);
  return (
    <article className="prose" data-element={screen.id}>
      <h1>{label}</h1>
      {help.split(/\n{2,}/).map((paragraph, index) => (
        // Paragraphs have no name but their place.
        <p key={`${index} ${paragraph}`}>{paragraph}</p>
      ))}
    </article>
  );
}
