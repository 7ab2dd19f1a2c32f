import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { GUEST, type SwitchPerson } from '../api/application.ts';
import { AppearanceMenu } from '../appearance/appearance-menu.tsx';
import { Avatar } from '../components/avatar.tsx';
import { Link } from '../components/link.tsx';
import { messages } from '../languages/messages.ts';
import { SIGN_IN } from '../navigation/home.ts';
import { usePageTitle } from '../view/page-title.tsx';
import { useView } from '../view/view-context.tsx';
import { useRoleLabels } from './switcher.tsx';
import './dev.css';

interface ChooserProps {
  readonly people: readonly SwitchPerson[];
  readonly switchTo: (person: string) => Promise<void>;
  /** Whether signing in as in production is possible too. */
  readonly signsIn: boolean;
}

/** In development, replaces the sign-in page: choose which person to be. Only the session remembers the choice. */
export function Chooser({ people, switchTo, signsIn }: ChooserProps) {
  const { view } = useView();
  usePageTitle(messages.pages.who.title);
  return (
    <main className="chooser">
      <p className="chooser-product" data-element="point/1">
        {view.product.name}
      </p>
      <Choice people={people} switchTo={switchTo} />
      <AppearanceMenu />
      {signsIn && (
        <p className="chooser-intro">
          <Link to={SIGN_IN}>{messages.pages.who.signIn}</Link>
        </p>
      )}
    </main>
  );
}

function Choice({ people, switchTo }: Omit<ChooserProps, 'signsIn'>) {
  const { view } = useView();
  const rolesOf = useRoleLabels();
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const choose = (id: string) => {
    setBusy(id);
    setFailed(null);
    switchTo(id).catch((error: unknown) => {
      setBusy(null);
      setFailed(error instanceof Error ? error.message : messages.pages.who.failed);
    });
  };
  return (
    <>
      <h1>{messages.pages.who.title}</h1>
      <p className="chooser-intro">{messages.pages.who.intro({ product: view.product.name })}</p>
      {failed !== null && <p role="alert">{failed}</p>}
      <ul className="chooser-people">
        {people.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className="chooser-person"
              aria-busy={busy === person.id}
              onClick={() => choose(person.id)}
            >
              <Avatar name={person.title} />
              <span className="chooser-who">
                <span className="chooser-name">{person.title}</span>
                <span className="chooser-roles">{rolesOf(person)}</span>
              </span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="chooser-person" aria-busy={busy === GUEST} onClick={() => choose(GUEST)}>
            <span className="chooser-guest">
              <UserRound size={20} aria-hidden />
            </span>
            <span className="chooser-who">
              <span className="chooser-name">{messages.pages.who.guest}</span>
              <span className="chooser-roles">{messages.pages.who.guestText}</span>
            </span>
          </button>
        </li>
      </ul>
    </>
  );
}
