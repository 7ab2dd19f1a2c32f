import { type ReactNode, useRef, useState } from 'react';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import type { ButtonVariant } from './button.tsx';

const loadPanel = () => import('./flyout-impl.tsx');
const Panel = lazyWithoutFallback(loadPanel, 'FlyoutPanel');

export interface FlyoutProps {
  /** Names the panel, and the button if it shows only an icon. */
  readonly label: string;
  readonly trigger: ReactNode;
  readonly isIcon?: boolean | undefined;
  /** The label is more informative than the trigger, so it names the button. */
  readonly isNamedByLabel?: boolean | undefined;
  /** A setting in the panel differs from its default: sets `data-changed` on the button. */
  readonly isChanged?: boolean | undefined;
  /** Content of the panel. A function receives a callback that closes the panel. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly className?: string | undefined;
  readonly placement?: 'bottom start' | 'bottom end' | undefined;
  /** If missing, the component keeps its own open state. */
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/**
 * A button with a small panel, for example to choose columns or build a filter. The panel is loaded on hover or focus.
 */
export function Flyout(props: FlyoutProps) {
  const { label, trigger, isIcon = false, children, variant = 'plain', size = 'normal', className } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = props.isOpen ?? ownOpen;
  const setOpen = props.onOpenChange ?? setOwnOpen;
  const prefetch = () => void loadPanel().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? (isIcon ? 'icon-button' : 'button')}
        aria-label={isIcon || props.isNamedByLabel ? label : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-variant={variant}
        data-size={size}
        data-changed={props.isChanged || undefined}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        {trigger}
      </button>
      {isOpen && (
        <Panel
          label={label}
          button={button}
          placement={props.placement ?? 'bottom start'}
          onClose={() => setOpen(false)}
        >
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Panel>
      )}
    </>
  );
}
