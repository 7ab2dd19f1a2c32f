import { LogIn, LogOut, UserRound } from 'lucide-react';
import { signOut } from '../api/sign-in.ts';
import { OWN_PAGES, SIGN_IN } from '../frame/home.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Link } from '../parts/link.tsx';
import { Menu } from '../parts/menu.tsx';
import { useGo } from '../view/location.tsx';
import { useView } from '../view/view.tsx';
import { signInTexts as texts } from './texts.ts';

/** In production: who is signed in, and how to leave. */
export function AccountMenu({ onLeft }: { readonly onLeft: () => Promise<void> }) {
  const { person } = useView();
  const go = useGo();
  if (person === null)
    return (
      <Link look="bare" to={SIGN_IN} className="button">
        <LogIn size={15} aria-hidden />
        {texts.submit}
      </Link>
    );
  return (
    <Menu
      label={texts.account}
      className="switcher"
      isNamedByTrigger
      trigger={
        <>
          <Avatar name={person.title} />
          <span className="switcher-name">{person.title}</span>
        </>
      }
      items={[
        {
          id: 'account',
          label: texts.account,
          icon: <UserRound size={15} aria-hidden />,
          onAction: () => go(OWN_PAGES.account),
        },
        {
          id: 'leave',
          label: texts.signOut,
          icon: <LogOut size={15} aria-hidden />,
          onAction: () => void signOut().then(onLeft),
        },
      ]}
    />
  );
}
