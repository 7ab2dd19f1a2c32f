import { LogIn } from 'lucide-react';
import { Avatar } from '../components/avatar.tsx';
import { Link } from '../components/link.tsx';
import { Menu } from '../components/menu.tsx';
import { lazyPreloaded } from '../components-base/lazy-preloaded.ts';
import { messages } from '../languages/messages.ts';
import { SIGN_IN } from '../navigation/home.ts';
import { useView } from '../view/view-context.tsx';

const loadList = () => import('./account-list.tsx');
const AccountList = lazyPreloaded(loadList, 'AccountList');

/** Outside development: the signed-in person and their menu, or a link to sign in. */
export function AccountMenu({ onLeft }: { readonly onLeft: () => Promise<void> }) {
  const { person } = useView();
  if (person === null)
    return (
      <Link look="bare" to={SIGN_IN} className="button">
        <LogIn size={15} aria-hidden />
        {messages.application.account.signIn}
      </Link>
    );
  return (
    <Menu
      label={messages.application.account.title}
      className="switcher"
      isNamedByTrigger
      trigger={
        <>
          <Avatar name={person.title} />
          <span className="switcher-name">{person.title}</span>
        </>
      }
      items={(open) => <AccountList {...open} onLeft={onLeft} />}
      prefetch={loadList}
    />
  );
}
