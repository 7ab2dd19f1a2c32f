import { LogIn } from 'lucide-react';
import { SIGN_IN } from '../frame/home.ts';
import { Avatar } from '../parts/avatar.tsx';
import { later } from '../parts/later.ts';
import { Link } from '../parts/link.tsx';
import { Menu } from '../parts/menu.tsx';
import { texts } from '../texts.ts';
import { useView } from '../view/view.tsx';

const loadList = () => import('./account-list.tsx');
const AccountList = later(loadList, 'AccountList');

/** In production: who is signed in, and how to leave. */
export function AccountMenu({ onLeft }: { readonly onLeft: () => Promise<void> }) {
  const { person } = useView();
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
      items={(open) => <AccountList {...open} onLeft={onLeft} />}
      near={loadList}
    />
  );
}
