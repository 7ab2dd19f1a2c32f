import { type ReactNode, useEffect, useState } from 'react';
import { Link } from '../../components/link.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { messages } from '../../languages/messages.ts';
import { OWN_PAGES } from '../../navigation/home.ts';
import { canStore } from '../../platform/device-storage.ts';
import { canInstall } from '../../service-worker/install-service-worker.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { Prose } from '../../view/prose.tsx';
import type { EntityInView } from '../../view/view-context.tsx';
import { useView } from '../../view/view-context.tsx';
import './pages.css';

/** The page about the product: its purpose, the running version of its document, and the person's roles. */
export function AboutPage() {
  const { view } = useView();
  usePageTitle(messages.pages.about.title);
  const { purpose, audience } = view.model.product;
  const keeps = useCanStore(view.offline && view.person !== null);
  return (
    <article className="about">
      <PageHeader title={view.product.name} element="point/1" />
      {purpose === '' ? (
        view.model.points.some(({ point, standing }) => point === 1 && standing === 'not shown') && (
          <p className="about-purpose">{messages.pages.about.purposeNotShown}</p>
        )
      ) : (
        <div className="about-purpose" data-element="point/1">
          <Prose text={purpose} />
        </div>
      )}
      <dl className="about-facts">
        {audience.length > 0 && (
          <Fact term={messages.pages.about.forWhom}>{audience.join(messages.components.comma)}</Fact>
        )}
        <Fact term={messages.pages.about.language}>{languageName(view.product.language)}</Fact>
        <Fact term={messages.pages.about.zone}>{view.product.zone}</Fact>
        <Fact term={messages.pages.about.version}>
          <code title={view.document}>{view.document.slice(0, 12)}</code>
        </Fact>
        <Fact term={messages.offline.about.title}>
          {keeps === null
            ? messages.offline.about.not
            : keeps
              ? messages.offline.about.kept
              : messages.offline.about.cannot}
        </Fact>
      </dl>
      {view.dev && (
        <Link to={OWN_PAGES.document} className="about-document">
          {messages.pages.about.toDocument}
        </Link>
      )}
      <YourRoles />
    </article>
  );
}

/** Whether this browser can store the application for offline use; null if the product does not work offline. */
function useCanStore(isMeant: boolean): boolean | null {
  const [keeps, setKeeps] = useState(canInstall);
  useEffect(() => {
    if (isMeant && canInstall()) void canStore().then(setKeeps);
  }, [isMeant]);
  return isMeant ? keeps : null;
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="about-fact">
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function YourRoles() {
  const { view, person, schema, entity } = useView();
  if (person === null) return null;
  const roles = view.roles.flatMap((name) => schema.roles.get(name) ?? []);
  const entities = view.entities
    .flatMap(({ name }) => entity(name) ?? [])
    .filter(({ model }) => model.belongsTo === null);
  return (
    <section className="about-you">
      <h2>{messages.pages.about.you}</h2>
      <p className="about-name">{person.title}</p>
      <h3>{messages.pages.about.roles}</h3>
      {roles.length === 0 && <p>{messages.pages.about.noRoles}</p>}
      <ul className="about-roles">
        {roles.map((role) => (
          <li key={role.name} data-element={role.id}>
            <strong>{role.label}</strong>
            {role.help !== '' ? (
              <span>{role.help}</span>
            ) : (
              role.everyone && <span>{messages.pages.about.everyone}</span>
            )}
          </li>
        ))}
      </ul>
      <h3>{messages.pages.about.mayDo}</h3>
      <p className="about-hint">{messages.pages.about.mayDoHint}</p>
      <dl className="about-facts">
        {entities.map((each) => (
          <Fact key={each.name} term={each.model.plural ?? each.model.label}>
            {permittedActions(each).join(messages.components.comma) || messages.pages.about.nothingMay}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

/** Returns the labels of what the roles may do with records of an entity: operations, then events. */
function permittedActions({ reads, mayCreate, changeInputs, calls, events }: EntityInView): string[] {
  return [
    ...(reads.length > 0 ? [messages.pages.about.read] : []),
    ...(mayCreate ? [messages.pages.about.create] : []),
    ...(changeInputs.length > 0 ? [messages.pages.about.change] : []),
    ...(calls.delete === null ? [] : [messages.pages.about.delete]),
    ...events.map(({ label }) => label),
  ];
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
