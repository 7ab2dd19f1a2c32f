import { type ReactNode, useRef } from 'react';
import { preload } from '../components-base/lazy-preloaded.ts';
import { partTexts } from '../texts/component-texts.ts';
import { Button, type ButtonVariant } from './button.tsx';

/** Fetched when the first one opens. */
const Window = preload(() => import('./dialog-impl.tsx'), 'DialogWindow');

export interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  /** Escape, the cross, or a press beside it. Not called while `busy`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'normal' | 'wide' | undefined;
  /** `start`: a drawer along that side, at its whole height. */
  readonly side?: 'start' | undefined;
  /** Something is being sent: it can't be closed. */
  readonly busy?: boolean | undefined;
  /** `alertdialog` where it interrupts: a press beside it does not close it. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  readonly element?: string | undefined;
}

/** A window over the page: it takes the focus, keeps it, and gives it back. On a phone a sheet from below. */
export function Dialog(props: DialogProps) {
  // Once drawn it stays, so that it can go as it came.
  const wasOpen = useRef(false);
  if (props.isOpen) wasOpen.current = true;
  if (!wasOpen.current) return null;
  return <Window {...props} />;
}

export interface ConfirmProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** What the button does, as a verb: "Delete". */
  readonly action: string;
  readonly variant?: ButtonVariant | undefined;
  readonly isOpen: boolean;
  readonly busy?: boolean | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly cancel?: string | undefined;
}

/** Asks before something that is hard to take back. The focus starts on the way out. */
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
            {cancel ?? partTexts.cancel}
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
