import { useQueryClient } from '@tanstack/react-query';
import { LogOut, UserRound } from 'lucide-react';
import { OWN_PAGES } from '../frame/home.ts';
import { menuTexts } from '../menu-texts.ts';
import { unsentOf } from '../offline/flag.ts';
import { offlineTexts } from '../offline/texts.ts';
import type { OpenMenu } from '../parts/menu.tsx';
import { MenuList } from '../parts/menu-list.tsx';
import { useToast } from '../parts/toasts.tsx';
import { texts } from '../texts.ts';
import { useGo } from '../view/location.tsx';
import { useView } from '../view/view.tsx';
import { sendWaiting } from '../waiting/send-waiting.ts';

/** What the menu of whoever is signed in offers. */
export function AccountList({ onLeft, ...open }: OpenMenu & { readonly onLeft: () => Promise<void> }) {
  const go = useGo();
  const say = useToast();
  const client = useQueryClient();
  const { person } = useView();
  const leave = async () => {
    await sendWaiting(client);
    try {
      await (await import('../api/sign-in.ts')).signOut(person?.id ?? '');
    } catch {
      // Whoever leaves a shared machine has to know.
      say({ title: menuTexts.account.notSignedOut, tone: 'danger' });
      return;
    }
    await onLeft();
  };
  const unsent = unsentOf(person?.id).length;
  const ask = () =>
    say({
      title: offlineTexts.leave.title(unsent),
      text: offlineTexts.leave.text,
      tone: 'danger',
      action: { label: offlineTexts.leave.action, onPress: () => void leave() },
    });
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
          label: menuTexts.account.signOut,
          icon: <LogOut size={15} aria-hidden />,
          onAction: () => void (unsent > 0 ? ask() : leave()),
        },
      ]}
    />
  );
}
