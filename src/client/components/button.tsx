import { type ReactNode, type Ref, useRef } from 'react';
import { focusWhenRendered } from '../components-base/focus-restore.ts';
import { Spinner } from '../components-base/spinner.tsx';
import { Tooltip } from '../components-base/tooltip.tsx';
import { useReason } from '../components-base/use-reason.ts';
import { partTexts } from '../texts/component-texts.ts';

/** `primary`: the one thing to do here. `quiet`: without a frame, for bars and rows. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  /** Keeps its place and the focus, spins, and takes no press. */
  readonly busy?: boolean | undefined;
  readonly icon?: ReactNode;
  /** The id of the element of the document that it comes from. */
  readonly element?: string | undefined;
  /** The id of the form that it submits, where it stands outside of it. */
  readonly form?: string | undefined;
  /** Not beside a `ref` of one's own. */
  readonly autoFocus?: boolean | undefined;
  /** Its name for readers, where its text is not enough. */
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button that may be pressed. For what may be refused there is `ActionButton`. */
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
      {busy ? <Spinner label={partTexts.working} /> : icon}
      <span className="button-text">{children}</span>
    </button>
  );
}

export interface IconButtonProps {
  /** What it does: its name for readers, and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly busy?: boolean | undefined;
  readonly element?: string | undefined;
  /** Of something that is on or off. */
  readonly pressed?: boolean | undefined;
  /** Of something that opens a window: whether it is open. */
  readonly expanded?: boolean | undefined;
}

const waits = 600;

/** A button of an icon alone. */
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
        {busy ? <Spinner label={partTexts.working} /> : icon}
      </button>
      <Tooltip control={own} isOpen={isOpen} setOpen={setOpen} keepOpen={keepOpen}>
        {label}
      </Tooltip>
    </>
  );
}
