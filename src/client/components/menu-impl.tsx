import type { ComponentPropsWithRef } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, Header, MenuSection, Popover } from 'react-aria-components';
import type { MenuItem, OpenMenu } from './menu.tsx';
import '../styles/overlays.css';

interface MenuListProps extends OpenMenu {
  readonly items: readonly MenuItem[];
}

/** The open menu. Returns the focus to its button when it closes. */
export function MenuList({ label, items, button, focus, onClose }: MenuListProps) {
  return (
    <Popover
      className="popover"
      trigger="MenuTrigger"
      aria-label={label}
      triggerRef={button}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      placement="bottom end"
      offset={4}
    >
      <AriaMenu className="menu" aria-label={label} autoFocus={focus} onClose={onClose}>
        {sectionsOf(items).map(({ title, items: own }) =>
          title === null ? (
            own.map((item) => <Item key={item.id} item={item} />)
          ) : (
            <MenuSection
              key={own[0]?.id ?? title}
              className="menu-section"
              {...(title === '' ? { 'aria-label': label } : {})}
            >
              {title !== '' && <Header className="menu-section-title">{title}</Header>}
              {own.map((item) => (
                <Item key={item.id} item={item} />
              ))}
            </MenuSection>
          ),
        )}
      </AriaMenu>
    </Popover>
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
      data-chosen={item.chosen || item.current || undefined}
      // A refused item stays focusable, so that its reason can be read.
      render={(props) => {
        const { ref, ...rest } = props as ComponentPropsWithRef<'div'>;
        const choice = item.chosen === undefined ? {} : { role: 'menuitemradio', 'aria-checked': item.chosen };
        return (
          <div
            ref={ref}
            {...rest}
            {...choice}
            aria-current={item.current || undefined}
            aria-disabled={refusal !== null || undefined}
          />
        );
      }}
    >
      {item.icon !== undefined && <span className="menu-icon">{item.icon}</span>}
      <span className="menu-words">
        <span className="menu-label">{item.label}</span>{' '}
        {item.text !== undefined && item.text !== '' && <span className="menu-text">{item.text}</span>}
      </span>{' '}
      {refusal !== null && (
        <span className="menu-reason" data-element={refusal.decidedBy?.[0]?.element}>
          {`${refusal.message} ${refusal.next ?? ''}`.trim()}
        </span>
      )}
    </AriaMenuItem>
  );
}

interface Section {
  readonly title: string | null;
  readonly items: MenuItem[];
}

function sectionsOf(items: readonly MenuItem[]): readonly Section[] {
  const sections: Section[] = [];
  for (const item of items) {
    const last = sections.at(-1);
    if (item.section !== undefined || last === undefined) sections.push({ title: item.section ?? null, items: [item] });
    else last.items.push(item);
  }
  return sections;
}
