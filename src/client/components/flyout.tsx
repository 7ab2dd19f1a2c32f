import { type ReactNode, useRef, useState } from 'react';
import { preload } from '../components-base/lazy-preloaded.ts';
import type { ButtonVariant } from './button.tsx';

const loadPanel = () => import('./flyout-impl.tsx');
const Panel = preload(loadPanel, 'FlyoutPanel');

export interface FlyoutProps {
  /** The name of the button where it shows an icon alone, and of the panel. */
  readonly label: string;
  readonly trigger: ReactNode;
  readonly isIcon?: boolean | undefined;
  /** The label says more than the trigger: then it names the button. */
  readonly isNamedByLabel?: boolean | undefined;
  /** Something in the panel is not as it is by default: `data-changed` on the button. */
  readonly isChanged?: boolean | undefined;
  /** What stands in the panel; as a function it is given a way to close it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly className?: string | undefined;
  readonly placement?: 'bottom start' | 'bottom end' | undefined;
  /** By default it keeps for itself whether it is open. */
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

/** A small panel by a button: columns to choose, a filter to build. The panel is fetched when somebody comes near. */
export function Flyout(props: FlyoutProps) {
  const { label, trigger, isIcon = false, children, variant = 'plain', size = 'normal', className } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const isOpen = props.isOpen ?? own;
  const setOpen = props.onOpenChange ?? setOwn;
  const near = () => void loadPanel().catch(() => undefined);
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
        onPointerEnter={near}
        onFocus={near}
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
