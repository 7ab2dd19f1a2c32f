import { CircleAlert, CircleCheck, Hourglass, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components';
import { Button, IconButton } from '../components/button.tsx';
import { messages } from '../languages/messages.ts';
import { Countdown } from './countdown.tsx';
import type { Message, ToastMessage } from './toasts.tsx';
import '../styles/overlays.css';
import '../styles/toasts.css';
import '../styles/messages.css';

/** The toasts of the component library, whose API is unstable. Used only here. */
export function ToastRegion({
  toasts,
  drop,
}: {
  readonly toasts: readonly ToastMessage[];
  readonly drop: (key: number) => void;
}) {
  const [queue] = useState(() => new ToastQueue<Message>({ maxVisibleToasts: Infinity }));
  useShown(queue, toasts, drop);
  return (
    <AriaToastRegion queue={queue} className="toasts" aria-label={messages.components.messages}>
      {({ toast }) => {
        const { title, text, tone = 'success', action, other, countdown } = toast.content;
        const Icon = countdown !== undefined ? Hourglass : tone === 'danger' ? CircleAlert : CircleCheck;
        return (
          <Toast
            toast={toast}
            className="toast"
            data-tone={tone}
            data-held={countdown === undefined ? undefined : true}
          >
            <Icon size={16} aria-hidden className="toast-icon" />
            <ToastContent className="toast-content">
              <Text slot="title" className="toast-title">
                {countdown === undefined ? title : <Countdown label={title} held={countdown} />}
              </Text>
              {text !== undefined && text !== '' && (
                <Text slot="description" className="toast-text">
                  {text}
                </Text>
              )}
            </ToastContent>
            {[action, other].map(
              (each, index) =>
                each !== undefined && (
                  <Button
                    key={each.label}
                    size="small"
                    variant={index === 0 ? 'plain' : 'quiet'}
                    onPress={() => {
                      queue.close(toast.key);
                      each.onPress();
                    }}
                  >
                    {each.label}
                  </Button>
                ),
            )}
            {countdown === undefined && (
              <IconButton
                size="small"
                label={messages.components.close}
                icon={<X size={14} aria-hidden />}
                onPress={() => queue.close(toast.key)}
              />
            )}
          </Toast>
        );
      }}
    </AriaToastRegion>
  );
}

/** Synchronises the library's queue with the messages. */
function useShown(queue: ToastQueue<Message>, toasts: readonly ToastMessage[], drop: (key: number) => void): void {
  const shown = useRef(new Map<number, string>());
  useEffect(() => {
    for (const { key, message } of toasts) {
      if (shown.current.has(key)) continue;
      const timeout = timeoutOf(message);
      const onClose = () => {
        shown.current.delete(key);
        drop(key);
      };
      shown.current.set(key, queue.add(message, { onClose, ...(timeout === null ? {} : { timeout }) }));
    }
    const still = new Set(toasts.map(({ key }) => key));
    for (const [key, toast] of shown.current) if (!still.has(key)) queue.close(toast);
  }, [queue, toasts, drop]);
}

function timeoutOf({ timeout, tone, action, countdown }: Message): number | null {
  if (countdown !== undefined) return null;
  if (timeout !== undefined) return timeout;
  if (tone === 'danger') return null;
  return action === undefined ? 6_000 : 10_000;
}
