import { LogIn, LogOut, UserRound } from 'lucide-react';
import { OWN_PAGES, SIGN_IN } from '../frame/home.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Link } from '../parts/link.tsx';
import { Menu } from '../parts/menu.tsx';
import { useToast } from '../parts/toasts.tsx';
import { texts } from '../texts.ts';
import { useGo } from '../view/location.tsx';
import { useView } from '../view/view.tsx';

/** In production: who is signed in, and how to leave. */
export function AccountMenu({ onLeft }: { readonly onLeft: () => Promise<void> }) {
  const { person } = useView();
  const go = useGo();
  const say = useToast();
  const leave = async () => {
    try {
      await (await import('../api/sign-in.ts')).signOut();
    } catch {
      // Whoever leaves a shared machine has to know.
      say({ title: texts.account.notSignedOut, tone: 'danger' });
      return;
    }
    await onLeft();
  };
  if (person === null)
    return (
      <Link look="bare" to={SIGN_IN} className="button">
        <LogIn size={15} aria-hidden />
        {texts.account.signIn}
      </Link>
    );
  return (
    <Menu
      label={texts.account.title}
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
          label: texts.account.title,
          icon: <UserRound size={15} aria-hidden />,
          onAction: () => go(OWN_PAGES.account),
        },
        {
          id: 'leave',
          label: texts.account.signOut,
          icon: <LogOut size={15} aria-hidden />,
          onAction: () => void leave(),
        },
      ]}
    />
  );
}
