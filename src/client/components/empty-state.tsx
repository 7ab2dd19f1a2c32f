import type { ReactNode } from 'react';
import '../styles/empty.css';

export interface EmptyStateProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  readonly element?: string | undefined;
}

/** Replaces an empty list: says why it is empty and what to do. */
export function EmptyState({ title, text, action, icon, element }: EmptyStateProps) {
  return (
    <div className="empty" data-element={element}>
      {icon !== undefined && (
        <span className="empty-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <p className="empty-title">{title}</p>
      {text !== undefined && text !== '' && <div className="empty-text">{text}</div>}
      {action !== undefined && <div className="empty-action">{action}</div>}
    </div>
  );
}
