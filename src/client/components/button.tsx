import { type ReactNode, type Ref, useRef } from 'react';
import { focusWhenRendered } from '../components-base/focus-restore.ts';
import { Spinner } from '../components-base/spinner.tsx';
import { Tooltip } from '../components-base/tooltip.tsx';
import { useReason } from '../components-base/use-reason.ts';
import { messages } from '../languages/messages.ts';

/** `primary`: the main action. `quiet`: without a frame, for bars and rows. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  /** Shows a spinner and ignores presses, but keeps its place and the focus. */
  readonly busy?: boolean | undefined;
  readonly icon?: ReactNode;
  /** The id of the element of the document that the button comes from. */
  readonly element?: string | undefined;
  /** The id of the form to submit, if the button is outside of it. */
  readonly form?: string | undefined;
  /** Has no effect together with `ref`. */
  readonly autoFocus?: boolean | undefined;
  /** The accessible name, if the text is not enough. */
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button for an action that is always allowed. See `ActionButton` for actions that may be refused. */
export function Button(props: ButtonProps) {
  const { children, onPress, variant = 'plain', size = 'normal', type = 'button', busy = false, icon } = props;
  return (
    <button
      ref={props.ref ?? (props.autoFocus ? focusWhenRendered : undefined)}
      type={busy ? 'button' : type}
      form={props.form}
      className="button"
      data-acts=""
      data-variant={variant}
      data-size={size}
      data-element={props.element}
      data-pending={busy || undefined}
      aria-disabled={busy || undefined}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      onClick={busy ? undefined : () => onPress?.()}
    >
      {busy ? <Spinner label={messages.components.working} /> : icon}
      <span className="button-text">{children}</span>
    </button>
  );
}

export interface IconButtonProps {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly busy?: boolean | undefined;
  readonly element?: string | undefined;
  /** For toggle buttons: whether it is on. */
  readonly pressed?: boolean | undefined;
  /** For buttons that open a dialog: whether the dialog is open. */
  readonly expanded?: boolean | undefined;
}

const waits = 600;

/** A button that shows only an icon. */
export function IconButton({ label, icon, onPress, variant = 'quiet', size = 'normal', ...rest }: IconButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const { isOpen, setOpen, handlers, keepOpen } = useReason(true, '', waits);
  const { busy } = rest;
  const press = () => {
    setOpen(false);
    if (!busy) onPress?.();
  };
  return (
    <>
      <button
        ref={own}
        type="button"
        className="icon-button"
        data-variant={variant}
        data-size={size}
        data-element={rest.element}
        data-pending={busy || undefined}
        aria-disabled={busy || undefined}
        aria-label={label}
        aria-pressed={rest.pressed}
        aria-expanded={rest.expanded}
        aria-haspopup={rest.expanded === undefined ? undefined : 'dialog'}
        onClick={press}
        {...handlers}
      >
        {busy ? <Spinner label={messages.components.working} /> : icon}
      </button>
      <Tooltip control={own} isOpen={isOpen} setOpen={setOpen} keepOpen={keepOpen}>
        {label}
      </Tooltip>
    </>
  );
}
