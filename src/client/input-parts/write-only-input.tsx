import { type ReactNode, useState } from 'react';
import { Button } from '../components/button.tsx';
import { inputTexts } from '../texts/input-texts.ts';

interface ReplacedProps {
  readonly label: string;
  /** Whether something is typed already. */
  readonly isTyped: boolean;
  /** Nothing is typed after all. */
  readonly onKeep: () => void;
  /** The control; `true` where it has just been opened and takes the focus. */
  readonly children: (isOpened: boolean) => ReactNode;
}

/** A value that is never given out: what is stored stays until something else is typed. */
export function Replaced({ label, isTyped, onKeep, children }: ReplacedProps) {
  const [isOpened, setOpened] = useState(false);
  const words = inputTexts.secret;
  if (!isTyped && !isOpened) {
    return (
      <div className="secret">
        <span className="secret-kept">{words.kept}</span>
        <Button size="small" label={words.replaceIt(label)} onPress={() => setOpened(true)}>
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
      <Button size="small" label={words.keepIt(label)} onPress={keep}>
        {words.keep}
      </Button>
    </div>
  );
}
