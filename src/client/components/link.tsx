import type { CSSProperties, MouseEvent, ReactNode } from 'react';
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
  readonly style?: CSSProperties | undefined;
  readonly tabIndex?: number | undefined;
  /** Its position among links that the arrow keys move between. */
  readonly index?: number | undefined;
  readonly onFocus?: (() => void) | undefined;
}

/** A link to another page of the application. A click with a modifier key is left to the browser. */
export function Link(props: LinkProps) {
  const { to, children, look = 'text', icon, className, element, current = false, style, tabIndex, index } = props;
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
      data-index={index}
      style={style}
      tabIndex={tabIndex}
      onFocus={props.onFocus}
    >
      {icon}
      {isButton ? <span className="button-text">{children}</span> : children}
    </a>
  );
}
