import { useQueryClient } from '@tanstack/react-query';
import { LogOut, UserRound } from 'lucide-react';
import type { OpenMenu } from '../components/menu.tsx';
import { MenuList } from '../components/menu-impl.tsx';
import { messages } from '../languages/messages.ts';
import { OWN_PAGES } from '../navigation/home.ts';
import { useGo } from '../platform/location.tsx';
import { unsentRecords } from '../platform/outbox-flag.ts';
import { useToast } from '../toasts/toasts.tsx';
import { flushUndoQueues } from '../undo-queue/flush-undo-queue.ts';
import { useView } from '../view/view-context.tsx';

/** Items of the account menu. */
export function AccountList({ onLeft, ...open }: OpenMenu & { readonly onLeft: () => Promise<void> }) {
  const go = useGo();
  const say = useToast();
  const client = useQueryClient();
  const { person } = useView();
  const leave = async () => {
    await flushUndoQueues(client);
    try {
      await (await import('../api/sign-in.ts')).signOut(person?.id ?? '');
    } catch {
      // A failure must be visible, because the device may be shared.
      say({ title: messages.menus.account.notSignedOut, tone: 'danger' });
      return;
    }
    await onLeft();
  };
  const unsent = unsentRecords(person?.id).length;
  const ask = () =>
    say({
      title: messages.offline.leave.title({ count: unsent }),
      text: messages.offline.leave.text,
      tone: 'danger',
      action: { label: messages.offline.leave.action, onPress: () => void leave() },
    });
  return (
    <MenuList
      {...open}
      items={[
        {
          id: 'account',
          label: messages.application.account.title,
          icon: <UserRound size={15} aria-hidden />,
          onAction: () => go(OWN_PAGES.account),
        },
        {
          id: 'leave',
          label: messages.menus.account.signOut,
          icon: <LogOut size={15} aria-hidden />,
          onAction: () => void (unsent > 0 ? ask() : leave()),
        },
      ]}
    />
  );
}
