import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu as AriaMenu, Button as AriaButton, MenuItem as AriaMenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { WireRefusal } from '../../engine/wire.ts';
import type { ButtonVariant } from './button.tsx';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
  /** Null or absent: it may be done. Else it stays in its place and says why. */
  readonly refusal?: WireRefusal | null | undefined;
  readonly icon?: ReactNode;
  readonly element?: string | undefined;
  readonly danger?: boolean | undefined;
  /** One of a choice: which it is now. */
  readonly chosen?: boolean | undefined;
}

export interface MenuProps {
  /** The name of the button, and of the menu. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** What the button shows; by default three dots. */
  readonly trigger?: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'small' | 'normal' | undefined;
}

/** Things to do, behind one button. */
export function Menu({ label, items, trigger, variant = 'quiet', size = 'normal' }: MenuProps) {
  return (
    <MenuTrigger>
      <AriaButton
        className={trigger === undefined ? 'icon-button' : 'button'}
        aria-label={label}
        data-variant={variant}
        data-size={size}
      >
        {trigger ?? <Ellipsis size={16} aria-hidden />}
      </AriaButton>
      <Popover className="popover" placement="bottom end" offset={4}>
        <AriaMenu className="menu" aria-label={label}>
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Item({ item }: { readonly item: MenuItem }) {
  const refusal = item.refusal ?? null;
  return (
    <AriaMenuItem
      id={item.id}
      className="menu-item"
      textValue={item.label}
      shouldCloseOnSelect={refusal === null}
      onAction={refusal === null ? item.onAction : () => undefined}
      data-danger={item.danger || undefined}
      data-element={item.element}
      data-denied={refusal !== null || undefined}
      data-chosen={item.chosen || undefined}
      // The item stays one that can be reached, so that its reason can be read.
      render={(props) => {
        const { ref, ...rest } = props as React.ComponentPropsWithRef<'div'>;
        return <div ref={ref} {...rest} aria-disabled={refusal !== null || undefined} />;
      }}
    >
      {item.icon !== undefined && <span className="menu-icon">{item.icon}</span>}
      <span className="menu-label">{item.label}</span>{' '}
      {refusal !== null && <span className="menu-reason">{`${refusal.message} ${refusal.next ?? ''}`.trim()}</span>}
    </AriaMenuItem>
  );
}
