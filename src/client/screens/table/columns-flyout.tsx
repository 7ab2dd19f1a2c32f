import type { ComponentProps, RefObject } from 'react';
import { FlyoutPanel } from '../../parts/flyout-panel.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import { tableTexts } from './texts.ts';

interface ColumnsFlyoutProps extends ComponentProps<typeof ColumnsPanel> {
  readonly button: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The columns, in a panel by their button. */
export function ColumnsFlyout({ button, onClose, ...columns }: ColumnsFlyoutProps) {
  return (
    <FlyoutPanel label={tableTexts.columns} button={button} placement="bottom end" onClose={onClose}>
      <ColumnsPanel {...columns} />
    </FlyoutPanel>
  );
}
