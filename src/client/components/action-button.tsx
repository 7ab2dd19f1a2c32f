import { type ReactNode, useId, useRef } from 'react';
import type { WireRefusal } from '../../engine/core/wire-format.ts';
import { Spinner } from '../components-base/spinner.tsx';
import { Tooltip } from '../components-base/tooltip.tsx';
import { useReason } from '../components-base/use-reason.ts';
import { messages } from '../languages/messages.ts';
import type { ButtonVariant } from './button.tsx';

export interface ActionButtonProps {
  readonly label: string;
  /** Why the action is refused, exactly as the server says it; null if it is allowed. */
  readonly refusal: WireRefusal | null;
  readonly onPress: () => void;
  readonly element?: string | undefined;
  /** Identifies the record, if the same button is reused for one record after another. */
  readonly about?: string | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly busy?: boolean | undefined;
  readonly icon?: ReactNode;
  /** Renders only the icon; the label becomes the accessible name. */
  readonly iconOnly?: boolean | undefined;
}

/**
 * A button for an action that may be refused. A refused button stays visible and focusable and shows the reason on
 * hover, on focus and when pressed; screen readers always get it. Pressing it has no other effect.
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
        // An icon button moves or removes a line locally and does not wait for an answer.
        data-acts={props.iconOnly ? undefined : ''}
        data-pending={busy || undefined}
        aria-disabled={refusal !== null || busy || undefined}
        aria-describedby={refusal === null ? undefined : reason}
        aria-label={props.iconOnly ? label : undefined}
        onClick={press}
        {...handlers}
      >
        {busy ? <Spinner label={messages.components.working} /> : icon}
        {!props.iconOnly && <span className="button-text">{label}</span>}
      </button>
      {refusal !== null && (
        <>
          <span id={reason} className="reader-only">
            {`${refusal.message} ${refusal.next ?? ''}`.trim()}
          </span>
          <Tooltip control={button} isOpen={isOpen} setOpen={setOpen} keepOpen={keepOpen} refusal={refusal} />
        </>
      )}
    </>
  );
}
