import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import type { WireRefusal } from '../../engine/core/wire-format.ts';
import { lazyPreloaded } from '../components-base/lazy-preloaded.ts';
import type { ButtonVariant } from './button.tsx';

/** Loaded on hover or focus of the button. */
const loadList = () => import('./menu-impl.tsx');
const List = lazyPreloaded(loadList, 'MenuList');

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
  /**
   * Why the action is refused; null or absent if it is allowed. A refused item stays in the menu and shows the reason.
   */
  readonly refusal?: WireRefusal | null | undefined;
  readonly icon?: ReactNode;
  /** A second, smaller line. */
  readonly text?: string | undefined;
  readonly element?: string | undefined;
  readonly danger?: boolean | undefined;
  /** For items of a choice: whether it is chosen. Absent otherwise. */
  readonly chosen?: boolean | undefined;
  /** Links to the current page: it is marked and stays an action. */
  readonly current?: boolean | undefined;
  /** Starts a new section with this heading; an empty heading draws only a line. */
  readonly section?: string | undefined;
}

/** State of an open menu. */
export interface OpenMenu {
  readonly label: string;
  readonly button: RefObject<HTMLElement | null>;
  readonly focus: 'first' | 'last' | true;
  readonly onClose: () => void;
}

export interface MenuProps {
  /** Names the button and the menu. */
  readonly label: string;
  /**
   * The items. A function renders a `MenuList` itself, with items from a lazily loaded module, which `near` prefetches.
   */
  readonly items: readonly MenuItem[] | ((open: OpenMenu) => ReactNode);
  readonly prefetch?: (() => Promise<unknown>) | undefined;
  /** Content of the button; three dots by default. */
  readonly trigger?: ReactNode;
  /** The trigger is more informative than the label (such as a person's name), so it names the button. */
  readonly isNamedByTrigger?: boolean | undefined;
  /** The trigger is only an icon. */
  readonly isIcon?: boolean | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly className?: string | undefined;
}

/** A button that opens a menu of actions. */
export function Menu(props: MenuProps) {
  const {
    label,
    items,
    trigger,
    isIcon,
    variant = 'quiet',
    size = 'normal',
    className,
    isNamedByTrigger = false,
  } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<false | OpenMenu['focus']>(false);
  const prefetch = () => void (props.prefetch ?? loadList)().catch(() => undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const classes = className ?? ((isIcon ?? trigger === undefined) ? 'icon-button' : 'button');
  const open = isOpen === false ? null : { label, button, focus: isOpen, onClose: () => setOpen(false) };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes}
        aria-label={isNamedByTrigger ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={isOpen !== false}
        data-variant={variant}
        data-size={size}
        onClick={() => setOpen('first')}
        onKeyDown={onKeyDown}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        {trigger ?? <Ellipsis size={16} aria-hidden />}
      </button>
      {open !== null && (
        <Suspense fallback={null}>
          {typeof items === 'function' ? items(open) : <List {...open} items={items} />}
        </Suspense>
      )}
    </>
  );
}
