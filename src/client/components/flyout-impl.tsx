import type { ReactNode, RefObject } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import '../styles/overlays.css';

interface FlyoutPanelProps {
  readonly label: string;
  readonly button: RefObject<HTMLElement | null>;
  readonly placement: 'bottom start' | 'bottom end';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The open panel of a flyout. */
export function FlyoutPanel({ label, button, placement, onClose, children }: FlyoutPanelProps) {
  return (
    <Popover
      className="popover"
      trigger="DialogTrigger"
      triggerRef={button}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      placement={placement}
      offset={4}
    >
      <Dialog className="flyout" aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  );
}
