import { Button } from '../components/button.tsx';
import { messages } from '../languages/messages.ts';
import type { ToastMessage } from './toasts.tsx';

/**
 * Messages if the toast component could not be loaded: they are announced all the same, and stay until they are closed.
 */
export function PlainMessages({
  toasts,
  drop,
}: {
  readonly toasts: readonly ToastMessage[];
  readonly drop: (key: number) => void;
}) {
  return (
    <section className="toasts" aria-label={messages.components.messages}>
      {toasts.map(({ key, message: { title, text, tone = 'success', action, other } }) => (
        <div key={key} role="alert" className="toast" data-tone={tone}>
          <p className="toast-content">
            {title} {text}
          </p>
          {[action, other, { label: messages.components.close, onPress: () => undefined }].map(
            (each) =>
              each && (
                <Button
                  key={each.label}
                  size="small"
                  onPress={() => {
                    drop(key);
                    each.onPress();
                  }}
                >
                  {each.label}
                </Button>
              ),
          )}
        </div>
      ))}
    </section>
  );
}
