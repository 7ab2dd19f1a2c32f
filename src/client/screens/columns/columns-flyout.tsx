import type { ComponentProps, RefObject } from 'react';
import { FlyoutPanel } from '../../components/flyout-impl.tsx';
import { messages } from '../../languages/messages.ts';
import { ColumnsPanel } from './columns-panel.tsx';

interface ColumnsFlyoutProps extends ComponentProps<typeof ColumnsPanel> {
  readonly button: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The column settings, in a flyout next to their button. */
export function ColumnsFlyout({ button, onClose, ...columns }: ColumnsFlyoutProps) {
  return (
    <FlyoutPanel label={messages.list.columns} button={button} placement="bottom end" onClose={onClose}>
      <ColumnsPanel {...columns} />
    </FlyoutPanel>
  );
}
