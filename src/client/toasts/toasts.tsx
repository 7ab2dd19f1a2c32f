import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import type { CountdownControls } from '../undo-queue/undo-queue.ts';
import { PlainMessages } from './plain-messages.tsx';

/** Loaded with the first message. If it can't be loaded, messages are shown plainly. */
const Region = lazyWithoutFallback(() => import('./toast-region.tsx'), 'ToastRegion', PlainMessages);

export interface MessageAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface Message {
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone?: 'success' | 'danger' | 'info' | undefined;
  /** The main action: "Undo". */
  readonly action?: MessageAction | undefined;
  /** A second action: "Now". */
  readonly other?: MessageAction | undefined;
  /** A delayed action: the message stays while the action waits, and can't be closed. */
  readonly countdown?: CountdownControls | undefined;
  /** In milliseconds; by default 6,000, or 10,000 with an action. Errors stay until they are closed. */
  readonly timeout?: number | undefined;
}

/** Shows a message. Returns a function that removes it. */
export type ShowToast = (message: Message) => () => void;

/** A message that is shown until its `key` is removed. */
export interface ToastMessage {
  readonly key: number;
  readonly message: Message;
}

const Context = createContext<ShowToast | null>(null);

/** Provides `useToast()` and renders the messages above everything. Used once, around the application. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<{ readonly next: number; readonly all: readonly ToastMessage[] }>({
    next: 0,
    all: [],
  });
  const drop = useCallback(
    (key: number) => setToasts(({ next, all }) => ({ next, all: all.filter((each) => each.key !== key) })),
    [],
  );
  const say = useMemo<ShowToast>(() => {
    let made = 0;
    return (message) => {
      const key = made++;
      setToasts(({ all }) => ({ next: key + 1, all: [...all, { key, message }] }));
      return () => drop(key);
    };
  }, [drop]);
  return (
    <Context value={say}>
      {children}
      {toasts.next > 0 && <Region toasts={toasts.all} drop={drop} />}
    </Context>
  );
}

/** Returns a function that shows a message: `say({ title: 'Sent' })`. */
export function useToast(): ShowToast {
  const say = use(Context);
  if (say === null) throw new Error('There is no Toasts above this part.');
  return say;
}
