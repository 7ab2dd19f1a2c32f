import type { MouseEvent, ReactNode } from 'react';
import { useGo } from '../platform/location.tsx';

export interface LinkProps {
  /** An address of ours, as `/orders/7`. */
  readonly to: string;
  readonly children: ReactNode;
  /** `text`: underlined on hover. `button`: looks like one. `bare`: as its class says, and nothing more. */
  readonly look?: 'text' | 'button' | 'primary' | 'bare' | undefined;
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
  readonly element?: string | undefined;
  /** Whether it leads to the page that one is on. */
  readonly current?: boolean | undefined;
}

/** Goes to another page of the application. A click with a key held is the browser's own. */
export function Link({ to, children, look = 'text', icon, className, element, current = false }: LinkProps) {
  const go = useGo();
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  const looks = look === 'bare' ? '' : look === 'text' ? 'link' : 'button';
  const isButton = look === 'button' || look === 'primary';
  return (
    <a
      href={to}
      onClick={follow}
      className={`${looks} ${className ?? ''}`.trim()}
      data-variant={isButton ? (look === 'primary' ? 'primary' : 'plain') : undefined}
      aria-current={current ? 'page' : undefined}
      data-element={element}
    >
      {icon}
      {isButton ? <span className="button-text">{children}</span> : children}
    </a>
  );
}
