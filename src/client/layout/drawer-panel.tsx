import { X } from 'lucide-react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import type { ViewLink } from '../../engine/view/view.ts';
import { IconButton } from '../components/button.tsx';
import { messages } from '../languages/messages.ts';
import { Navigation } from './sidebar.tsx';
import '../styles/overlays.css';
import './drawer.css';

/** The navigation as an overlay, on phones. */
export function DrawerPanel({ list, onClose }: { readonly list: ViewLink | null; readonly onClose: () => void }) {
  return (
    <ModalOverlay
      className="veil frame-veil"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="frame-drawer">
        <Dialog className="frame-drawer-inner" aria-label={messages.application.frame.navigation}>
          <div className="frame-close">
            <IconButton label={messages.menus.frame.closeMenu} icon={<X size={18} aria-hidden />} onPress={onClose} />
          </div>
          <Navigation list={list} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
