import type { ReactNode } from 'react';

export interface PageHeaderProps {
  readonly title: ReactNode;
  /** Text of the document below the title. */
  readonly help?: ReactNode;
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode;
  readonly element?: string | undefined;
  /** Small elements beside the title, such as a pill or a count. */
  readonly extra?: ReactNode;
}

/** The h1 of a page, with the actions of the page. */
export function PageHeader({ title, help, actions, element, extra: beside }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div className="page-header-words">
        <div className="page-header-line">
          <h1 className="page-title" data-element={element}>
            {title}
          </h1>
          {beside}
        </div>
        {help !== undefined && help !== '' && <div className="page-help">{help}</div>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </header>
  );
}
