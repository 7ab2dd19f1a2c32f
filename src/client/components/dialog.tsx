import { type ReactNode, useRef } from 'react';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import { messages } from '../languages/messages.ts';
import { Button, type ButtonVariant } from './button.tsx';

/** Loaded when the first dialog opens. */
const Window = lazyWithoutFallback(() => import('./dialog-impl.tsx'), 'DialogWindow');

export interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  /** Called on Escape, the close button, or a press outside. Not called while `busy`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end, the main action last. */
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'normal' | 'wide' | undefined;
  /** `start`: a drawer of full height at that side. */
  readonly side?: 'start' | undefined;
  /** A request is in flight: the dialog can't be closed. */
  readonly busy?: boolean | undefined;
  /** `alertdialog` interrupts the person: a press outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  readonly element?: string | undefined;
}

/**
 * A modal window. It takes and traps the focus and restores it when it closes. On phones it is a sheet at the bottom.
 */
export function Dialog(props: DialogProps) {
  // Stays mounted after it was first opened, so that closing can be animated.
  const wasOpen = useRef(false);
  if (props.isOpen) wasOpen.current = true;
  if (!wasOpen.current) return null;
  return <Window {...props} />;
}

export interface ConfirmProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Label of the confirming button, a verb: "Delete". */
  readonly action: string;
  readonly variant?: ButtonVariant | undefined;
  readonly isOpen: boolean;
  readonly busy?: boolean | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly cancel?: string | undefined;
}

/** Asks for confirmation of an action that is hard to undo. The focus starts on the cancel button. */
export function Confirm({
  title,
  children,
  action,
  variant = 'danger',
  isOpen,
  busy,
  onConfirm,
  onClose,
  cancel,
}: ConfirmProps) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      role="alertdialog"
      busy={busy}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {cancel ?? messages.components.cancel}
          </Button>
          <Button variant={variant} onPress={onConfirm} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
