import { Button } from '../components/button.tsx';
import { partTexts } from '../texts/component-texts.ts';
import type { ToastMessage } from './toasts.tsx';

/** Messages where the part that draws them could not be fetched: they are read all the same, and stay until they are closed. */
export function PlainMessages({
  told,
  drop,
}: {
  readonly told: readonly ToastMessage[];
  readonly drop: (key: number) => void;
}) {
  return (
    <section className="toasts" aria-label={partTexts.messages}>
      {told.map(({ key, message: { title, text, tone = 'success', action, other } }) => (
        <div key={key} role="alert" className="toast" data-tone={tone}>
          <p className="toast-content">
            {title} {text}
          </p>
          {[action, other, { label: partTexts.close, onPress: () => undefined }].map(
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
