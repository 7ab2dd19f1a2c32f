import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Spinner } from './spinner.tsx';
import { partTexts } from './texts.ts';
import { Tip } from './tip.tsx';

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
  readonly form?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly slot?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button that may be pressed. For what may be refused there is `ActionButton`. */
export function Button(props: ButtonProps) {
  const { children, variant = 'plain', size = 'normal', type = 'button', busy = false, icon, element, label } = props;
  return (
    <AriaButton
      {...(props.ref === undefined ? {} : { ref: props.ref })}
      {...(props.slot === undefined ? {} : { slot: props.slot })}
      {...(props.form === undefined ? {} : { form: props.form })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy })}
      {...(props.onPress === undefined || busy ? {} : { onPress: props.onPress })}
      className="button"
      // The kit would announce a pending button by an id that is gone once the page is left; the spinner says it instead.
      type={busy ? 'button' : type}
      data-pending={busy || undefined}
      autoFocus={props.autoFocus ?? false}
      data-variant={variant}
      data-size={size}
      data-element={element}
    >
      {busy ? <Spinner label={partTexts.working} /> : icon}
      <span className="button-text">{children}</span>
    </AriaButton>
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
  readonly slot?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button of an icon alone. */
export function IconButton({ label, icon, onPress, variant = 'quiet', size = 'normal', ...rest }: IconButtonProps) {
  return (
    <Tip text={label}>
      <AriaButton
        {...(rest.ref === undefined ? {} : { ref: rest.ref })}
        {...(rest.slot === undefined ? {} : { slot: rest.slot })}
        {...(rest.pressed === undefined ? {} : { 'aria-pressed': rest.pressed })}
        {...(onPress === undefined ? {} : { onPress })}
        aria-label={label}
        className="icon-button"
        isPending={rest.busy ?? false}
        data-variant={variant}
        data-size={size}
        data-element={rest.element}
      >
        {rest.busy ? <Spinner label={partTexts.working} /> : icon}
      </AriaButton>
    </Tip>
  );
}
