import { ExternalLink } from 'lucide-react';
import { messages } from '../languages/messages.ts';
import { parametersOf } from '../view/routes.ts';
import { useView } from '../view/view-context.tsx';

/**
 * A link to the form that creates a record of the entity, if these roles may. Opens a new tab, so that nothing typed
 * here is lost.
 */
export function CreateLink({ entity }: { readonly entity: string }) {
  const { view, routeOf, screen: screenOf, entity: entityOf } = useView();
  const form = view.screens.find((screen) => screen.kind === 'form' && screen.entity === entity);
  const isOpen = form !== undefined && parametersOf(form.route).length === 0 && entityOf(entity)?.mayCreate === true;
  const to = isOpen ? routeOf(form.id) : null;
  if (form === undefined || to === null) return null;
  return (
    <a className="link reference-create" href={to} target="_blank" rel="noreferrer">
      {screenOf(form.id)?.model.label} <ExternalLink size={12} aria-hidden />
      <span className="reader-only"> ({messages.inputs.newTab})</span>
    </a>
  );
}
