import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { preload } from '../components-base/lazy-preloaded.ts';
import type { Held } from '../undo-queue/undo-queue.ts';
import { PlainMessages } from './plain-messages.tsx';

/** Fetched with the first message; where it can't be, a message takes nothing else along. */
const Region = preload(() => import('./toast-region.tsx'), 'ToastRegion', PlainMessages);

export interface MessageAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface Message {
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone?: 'success' | 'danger' | 'info' | undefined;
  /** The one thing that can be done about it: "Undo". */
  readonly action?: MessageAction | undefined;
  /** Another one: "Now". */
  readonly other?: MessageAction | undefined;
  /** It is about what waits: it stays as long as that does, and cannot be closed. */
  readonly held?: Held | undefined;
  /** Milliseconds, by default 6,000; with an action 10,000. Bad news stays until it is closed. */
  readonly timeout?: number | undefined;
}

/** Shows a message; the answer takes it away again. */
export type Say = (message: Message) => () => void;

/** A message that is shown until its `key` is taken away. */
export interface ToastMessage {
  readonly key: number;
  readonly message: Message;
}

const Context = createContext<Say | null>(null);

/** Gives `useToast()` to what is inside, and draws the messages above everything. Stands once, around the application. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [told, setTold] = useState<{ readonly next: number; readonly all: readonly ToastMessage[] }>({
    next: 0,
    all: [],
  });
  const drop = useCallback(
    (key: number) => setTold(({ next, all }) => ({ next, all: all.filter((each) => each.key !== key) })),
    [],
  );
  const say = useMemo<Say>(() => {
    let made = 0;
    return (message) => {
      const key = made++;
      setTold(({ all }) => ({ next: key + 1, all: [...all, { key, message }] }));
      return () => drop(key);
    };
  }, [drop]);
  return (
    <Context value={say}>
      {children}
      {told.next > 0 && <Region told={told.all} drop={drop} />}
    </Context>
  );
}

/** `say({ title: 'Sent' })`. */
export function useToast(): Say {
  const say = use(Context);
  if (say === null) throw new Error('There is no Toasts above this part.');
  return say;
}
