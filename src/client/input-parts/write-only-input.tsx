import { type ReactNode, useState } from 'react';
import { Button } from '../components/button.tsx';
import { messages } from '../languages/messages.ts';

interface WriteOnlyInputProps {
  readonly label: string;
  /** Whether something was typed. */
  readonly isTyped: boolean;
  /** Discards what was typed. */
  readonly onKeep: () => void;
  /** Renders the control; `true` if it has just been opened and takes the focus. */
  readonly children: (isOpened: boolean) => ReactNode;
}

/** Input for a write-only field: the stored value stays until another one is typed. */
export function WriteOnlyInput({ label, isTyped, onKeep, children }: WriteOnlyInputProps) {
  const [isOpened, setOpened] = useState(false);
  const words = messages.inputs.secret;
  if (!isTyped && !isOpened) {
    return (
      <div className="secret">
        <span className="secret-kept">{words.kept}</span>
        <Button size="small" label={words.replaceIt({ label })} onPress={() => setOpened(true)}>
          {words.replace}
        </Button>
      </div>
    );
  }
  const keep = () => {
    onKeep();
    setOpened(false);
  };
  return (
    <div className="secret" data-open="">
      {children(isOpened)}
      <Button size="small" label={words.keepIt({ label })} onPress={keep}>
        {words.keep}
      </Button>
    </div>
  );
}
