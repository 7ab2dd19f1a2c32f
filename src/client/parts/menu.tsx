import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import type { WireRefusal } from '../../engine/core/wire-format.ts';
import type { ButtonVariant } from './button.tsx';
import { later } from './later.ts';

/** Fetched when somebody comes near the button. */
const loadList = () => import('./menu-list.tsx');
const List = later(loadList, 'MenuList');

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
  /** Null or absent: it may be done. Else it stays in its place and says why. */
  readonly refusal?: WireRefusal | null | undefined;
  readonly icon?: ReactNode;
  /** A second line, small. */
  readonly text?: string | undefined;
  readonly element?: string | undefined;
  readonly danger?: boolean | undefined;
  /** One of a choice: whether it is the one now. Absent: it is no choice. */
  readonly chosen?: boolean | undefined;
  /** It leads to where one is: it is marked, and stays an action. */
  readonly current?: boolean | undefined;
  /** A new section begins with it, under this heading; an empty one draws a line alone. */
  readonly section?: string | undefined;
}

/** What an open menu stands by. */
export interface OpenMenu {
  readonly label: string;
  readonly button: RefObject<HTMLElement | null>;
  readonly focus: 'first' | 'last' | true;
  readonly onClose: () => void;
}

export interface MenuProps {
  /** The name of the button, and of the menu. */
  readonly label: string;
  /** As a function it draws a `MenuList` with items of its own, which are loaded with it; `near` begins that. */
  readonly items: readonly MenuItem[] | ((open: OpenMenu) => ReactNode);
  readonly near?: (() => Promise<unknown>) | undefined;
  /** What the button shows; by default three dots. */
  readonly trigger?: ReactNode;
  /** What the button shows says more than the label, as somebody's name does: then it names the button. */
  readonly isNamedByTrigger?: boolean | undefined;
  /** The trigger is an icon alone. */
  readonly isIcon?: boolean | undefined;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly className?: string | undefined;
}

/** Things to do, behind one button. */
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
  const near = () => void (props.near ?? loadList)().catch(() => undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const looks = className ?? ((isIcon ?? trigger === undefined) ? 'icon-button' : 'button');
  const open = isOpen === false ? null : { label, button, focus: isOpen, onClose: () => setOpen(false) };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={looks}
        aria-label={isNamedByTrigger ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={isOpen !== false}
        data-variant={variant}
        data-size={size}
        onClick={() => setOpen('first')}
        onKeyDown={onKeyDown}
        onPointerEnter={near}
        onFocus={near}
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
