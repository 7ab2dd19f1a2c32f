import { X } from 'lucide-react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { messages } from '../languages/messages.ts';
import { IconButton } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import '../styles/overlays.css';

/** The dialog window, with the focus management of the component library. */
export function DialogWindow(props: DialogProps) {
  const { title, isOpen, onClose, children, actions, size = 'normal', busy = false, role = 'dialog', element } = props;
  const close = (open: boolean) => {
    if (!open && !busy) onClose();
  };
  return (
    <ModalOverlay
      className="veil"
      data-side={props.side}
      isOpen={isOpen}
      onOpenChange={close}
      isDismissable={role === 'dialog' && !busy}
      isKeyboardDismissDisabled={busy}
    >
      <Modal className="dialog" data-size={size} data-side={props.side}>
        <AriaDialog className="dialog-inner" role={role} data-element={element}>
          <div className="dialog-header">
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            {role === 'dialog' && (
              <IconButton
                label={messages.components.close}
                icon={<X size={16} aria-hidden />}
                onPress={() => close(false)}
                size="small"
              />
            )}
          </div>
          <div className="dialog-body">{children}</div>
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
