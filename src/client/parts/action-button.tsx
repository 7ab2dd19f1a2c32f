import { type ReactNode, useId, useRef } from 'react';
import type { WireRefusal } from '../../engine/core/wire-format.ts';
import { Bubble } from './bubble.tsx';
import type { ButtonVariant } from './button.tsx';
import { Spinner } from './spinner.tsx';
import { partTexts } from './texts.ts';
import { useReason } from './use-reason.ts';

export interface ActionButtonProps {
  readonly label: string;
  /** Null: it may be done. Else why not, exactly as the server said it. */
  readonly refusal: WireRefusal | null;
  readonly onPress: () => void;
  readonly element?: string | undefined;
  /** Which record, where the same button is drawn for one after the other. */
  readonly about?: string | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly busy?: boolean | undefined;
  readonly icon?: ReactNode;
  /** Only the icon is drawn; the label stays its name. */
  readonly iconOnly?: boolean | undefined;
}

/**
 * A button for something that may be refused. Refused, it stays where it is, can be focused and says why: on hover,
 * on focus and when pressed, and to readers always. Pressing it then does nothing else.
 */
export function ActionButton(props: ActionButtonProps) {
  const { label, refusal, onPress, element, variant = 'plain', size = 'normal', busy = false, icon } = props;
  const button = useRef<HTMLButtonElement>(null);
  const reason = useId();
  const { isOpen, setOpen, handlers, keepOpen } = useReason(refusal !== null, props.about);
  const press = () => {
    if (refusal !== null) setOpen(true);
    else if (!busy) onPress();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.iconOnly ? 'icon-button' : 'button'}
        data-variant={variant}
        data-size={size}
        data-element={element}
        // An icon alone moves or removes a line here and now; it does not wait for an answer.
        data-acts={props.iconOnly ? undefined : ''}
        data-pending={busy || undefined}
        aria-disabled={refusal !== null || busy || undefined}
        aria-describedby={refusal === null ? undefined : reason}
        aria-label={props.iconOnly ? label : undefined}
        onClick={press}
        {...handlers}
      >
        {busy ? <Spinner label={partTexts.working} /> : icon}
        {!props.iconOnly && <span className="button-text">{label}</span>}
      </button>
      {refusal !== null && (
        <>
          <span id={reason} className="reader-only">
            {`${refusal.message} ${refusal.next ?? ''}`.trim()}
          </span>
          <Bubble control={button} isOpen={isOpen} setOpen={setOpen} keepOpen={keepOpen} refusal={refusal} />
        </>
      )}
    </>
  );
}
