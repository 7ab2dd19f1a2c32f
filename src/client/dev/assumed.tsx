import { TriangleAlert } from 'lucide-react';
import { assumptionText, pageTexts } from '../texts/page-texts.ts';
import { useView } from '../view/view-context.tsx';
import './dev.css';

/** The assumptions that everybody who uses the application in development should know. */
export function Assumed() {
  const { view } = useView();
  if (view.assumptions.length === 0) return null;
  const notes = view.assumptions.map((name) => (
    <p key={name} className="assumed" role="note" data-element={name === 'A-ROLES' ? 'point/6' : undefined}>
      <TriangleAlert size={15} aria-hidden />
      <span>{name === 'A-ROLES' ? pageTexts.dev.roles : assumptionText(name)}</span>
      <code className="assumed-name">{name}</code>
    </p>
  ));
  return <section aria-label={pageTexts.dev.assumptions}>{notes}</section>;
}
