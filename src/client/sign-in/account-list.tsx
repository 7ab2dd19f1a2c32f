import { useQueryClient } from '@tanstack/react-query';
import { LogOut, UserRound } from 'lucide-react';
import { OWN_PAGES } from '../frame/home.ts';
import type { OpenMenu } from '../parts/menu.tsx';
import { MenuList } from '../parts/menu-list.tsx';
import { useToast } from '../parts/toasts.tsx';
import { texts } from '../texts.ts';
import { useGo } from '../view/location.tsx';
import { sendWaiting } from '../waiting/send-waiting.ts';

/** What the menu of whoever is signed in offers. */
export function AccountList({ onLeft, ...open }: OpenMenu & { readonly onLeft: () => Promise<void> }) {
  const go = useGo();
  const say = useToast();
  const client = useQueryClient();
  const leave = async () => {
    await sendWaiting(client);
    try {
      await (await import('../api/sign-in.ts')).signOut();
    } catch {
      // Whoever leaves a shared machine has to know.
      say({ title: texts.account.notSignedOut, tone: 'danger' });
      return;
    }
    await onLeft();
  };
  return (
    <MenuList
      {...open}
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
