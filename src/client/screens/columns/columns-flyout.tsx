import type { ComponentProps, RefObject } from 'react';
import { FlyoutPanel } from '../../components/flyout-impl.tsx';
import { listTexts } from '../../texts/list-texts.ts';
import { ColumnsPanel } from './columns-panel.tsx';

interface ColumnsFlyoutProps extends ComponentProps<typeof ColumnsPanel> {
  readonly button: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The columns, in a panel by their button. */
export function ColumnsFlyout({ button, onClose, ...columns }: ColumnsFlyoutProps) {
  return (
    <FlyoutPanel label={listTexts.columns} button={button} placement="bottom end" onClose={onClose}>
      <ColumnsPanel {...columns} />
    </FlyoutPanel>
  );
}
