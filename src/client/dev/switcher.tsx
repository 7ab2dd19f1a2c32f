import { ChevronsUpDown, UserRound } from 'lucide-react';
import { useState } from 'react';
import { GUEST, type SwitchPerson } from '../api/application.ts';
import { Avatar } from '../components/avatar.tsx';
import { Menu } from '../components/menu.tsx';
import { messages } from '../languages/messages.ts';
import { useView } from '../view/view-context.tsx';
import './dev.css';

interface SwitcherProps {
  readonly people: readonly SwitchPerson[];
  readonly switchTo: (person: string) => Promise<void>;
}

/** In development: the current person, and a menu to act as another one. */
export function Switcher({ people, switchTo }: SwitcherProps) {
  const { person } = useView();
  const rolesOf = useRoleLabels();
  const [failed, setFailed] = useState<string | null>(null);
  const turnInto = (id: string) => {
    setFailed(null);
    switchTo(id).catch((error: unknown) =>
      setFailed(error instanceof Error ? error.message : messages.pages.who.failed),
    );
  };
  return (
    <>
      {failed !== null && <span role="alert">{failed}</span>}
      <Menu
        label={messages.pages.who.switch}
        className="switcher"
        isNamedByTrigger
        trigger={
          <>
            <span className="reader-only">{person === null ? '' : `${messages.pages.who.actingAs} `}</span>
            {person !== null && <Avatar name={person.title} />}
            <span className={person === null ? undefined : 'switcher-name'}>
              {person?.title ?? messages.pages.who.guest}
            </span>
            <ChevronsUpDown size={14} aria-hidden />
          </>
        }
        items={[
          ...people.map((each) => ({
            id: each.id,
            label: each.title,
            text: rolesOf(each),
            icon: <Avatar name={each.title} />,
            current: each.id === person?.id,
            onAction: () => turnInto(each.id),
          })),
          {
            id: 'guest',
            label: messages.pages.who.guest,
            text: messages.pages.who.guestText,
            icon: <UserRound size={16} aria-hidden />,
            current: person === null,
            onAction: () => turnInto(GUEST),
          },
        ]}
      />
    </>
  );
}

/** Returns a function that gives a person's roles in words; roles outside of the View by their name. */
export function useRoleLabels(): (person: SwitchPerson) => string {
  const { schema } = useView();
  return ({ roles }) =>
    roles.length === 0
      ? messages.pages.who.noRole
      : roles.map((role) => schema.roles.get(role)?.label ?? role).join(messages.components.comma);
}
