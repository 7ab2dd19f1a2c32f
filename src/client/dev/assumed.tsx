import { TriangleAlert } from 'lucide-react';
import { messages } from '../languages/messages.ts';
import { assumptionText } from '../view/assumption-text.ts';
import { useView } from '../view/view-context.tsx';
import './dev.css';

/** The assumptions that everybody who uses the application in development should know. */
export function Assumed() {
  const { view } = useView();
  if (view.assumptions.length === 0) return null;
  const notes = view.assumptions.map((name) => (
    <p key={name} className="assumed" role="note" data-element={name === 'A-ROLES' ? 'point/6' : undefined}>
      <TriangleAlert size={15} aria-hidden />
      <span>{name === 'A-ROLES' ? messages.pages.dev.roles : assumptionText(name)}</span>
      <code className="assumed-name">{name}</code>
    </p>
  ));
  return <section aria-label={messages.pages.dev.assumptions}>{notes}</section>;
}
