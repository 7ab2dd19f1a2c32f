import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { Button } from './button.tsx';
import { partTexts } from './texts.ts';

export interface Message {
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone?: 'success' | 'danger' | 'info' | undefined;
  /** The one thing that can be done about it: "Undo". */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** Milliseconds, by default 6,000; with an action 10,000. Bad news stays until it is closed. */
  readonly timeout?: number | undefined;
}

/** Shows a message; the answer takes it away again. */
export type Say = (message: Message) => () => void;

const Context = createContext<Say | null>(null);

/** Gives `useToast()` to what is inside, and draws the messages above everything. Stands once, around the application. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [queue] = useState(() => new ToastQueue<Message>({ maxVisibleToasts: 4 }));
  const say = useMemo<Say>(
    () => (message) => {
      const timeout = timeoutOf(message);
      const key = queue.add(message, timeout === null ? {} : { timeout });
      return () => queue.close(key);
    },
    [queue],
  );
  return (
    <Context value={say}>
      {children}
      <ToastRegion queue={queue} className="toasts" aria-label={partTexts.messages}>
        {({ toast }) => {
          const { title, text, tone = 'success', action } = toast.content;
          return (
            <Toast toast={toast} className="toast" data-tone={tone}>
              {tone === 'danger' ? (
                <CircleAlert size={16} aria-hidden className="toast-icon" />
              ) : (
                <CircleCheck size={16} aria-hidden className="toast-icon" />
              )}
              <ToastContent className="toast-content">
                <Text slot="title" className="toast-title">
                  {title}
                </Text>
                {text !== undefined && text !== '' && (
                  <Text slot="description" className="toast-text">
                    {text}
                  </Text>
                )}
              </ToastContent>
              {action !== undefined && (
                <Button
                  size="small"
                  onPress={() => {
                    queue.close(toast.key);
                    action.onPress();
                  }}
                >
                  {action.label}
                </Button>
              )}
              <Button size="small" variant="quiet" slot="close" label={partTexts.close}>
                <X size={14} aria-hidden />
              </Button>
            </Toast>
          );
        }}
      </ToastRegion>
    </Context>
  );
}

/** `say({ title: 'Sent' })`. */
export function useToast(): Say {
  const say = use(Context);
  if (say === null) throw new Error('There is no Toasts above this part.');
  return say;
}

function timeoutOf({ timeout, tone, action }: Message): number | null {
  if (timeout !== undefined) return timeout;
  if (tone === 'danger') return null;
  return action === undefined ? 6_000 : 10_000;
}
