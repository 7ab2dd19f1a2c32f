import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import { partTexts } from './texts.ts';

export interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  /** Escape, the cross, or a press beside it. Not called while `busy`. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'normal' | 'wide' | undefined;
  /** Something is being sent: it can't be closed. */
  readonly busy?: boolean | undefined;
  /** `alertdialog` where it interrupts: a press beside it does not close it. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  readonly element?: string | undefined;
}

/** A window over the page: it takes the focus, keeps it, and gives it back. On a phone a sheet from below. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, actions, size = 'normal', busy = false, role = 'dialog', element } = props;
  const close = (open: boolean) => {
    if (!open && !busy) onClose();
  };
  return (
    <ModalOverlay
      className="veil"
      isOpen={isOpen}
      onOpenChange={close}
      isDismissable={role === 'dialog' && !busy}
      isKeyboardDismissDisabled={busy}
    >
      <Modal className="dialog" data-size={size}>
        <AriaDialog className="dialog-inner" role={role} data-element={element}>
          <div className="dialog-header">
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            {role === 'dialog' && (
              <IconButton label={partTexts.close} icon={<X size={16} aria-hidden />} onPress={() => close(false)} size="small" />
            )}
          </div>
          <div className="dialog-body">{children}</div>
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
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
export function Confirm({ title, children, action, variant = 'danger', isOpen, busy, onConfirm, onClose, cancel }: ConfirmProps) {
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
