import type { MouseEvent, ReactNode } from 'react';
import { useGo } from '../platform/location.tsx';

export interface LinkProps {
  /** A path of the application, such as `/orders/7`. */
  readonly to: string;
  readonly children: ReactNode;
  /** `text`: underlined on hover. `button`: looks like a button. `bare`: styled by its class only. */
  readonly look?: 'text' | 'button' | 'primary' | 'bare' | undefined;
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
  readonly element?: string | undefined;
  /** Whether it links to the current page. */
  readonly current?: boolean | undefined;
}

/** A link to another page of the application. A click with a modifier key is left to the browser. */
export function Link({ to, children, look = 'text', icon, className, element, current = false }: LinkProps) {
  const go = useGo();
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  const classes = look === 'bare' ? '' : look === 'text' ? 'link' : 'button';
  const isButton = look === 'button' || look === 'primary';
  return (
    <a
      href={to}
      onClick={follow}
      className={`${classes} ${className ?? ''}`.trim()}
      data-variant={isButton ? (look === 'primary' ? 'primary' : 'plain') : undefined}
      aria-current={current ? 'page' : undefined}
      data-element={element}
    >
      {icon}
      {isButton ? <span className="button-text">{children}</span> : children}
    </a>
  );
}
