import type { ScreenInView } from '../view/view-context.tsx';

/**
 * The sections of a screen that have no fields: a heading with text. Forms and records render their sections among
 * their fields.
 */
export function ScreenSections({ screen }: { readonly screen: ScreenInView }) {
  const bare = screen.sections.filter(({ fields }) => fields.length === 0);
  if (bare.length === 0) return null;
  return bare.map(({ id, label, help }) => (
    <section key={id} className="screen-section" aria-labelledby={id} data-element={id}>
      <h2 id={id}>{label}</h2>
      {help !== '' && <p>{help}</p>}
    </section>
  ));
}
