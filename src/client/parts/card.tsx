import type { ReactNode } from 'react';

/** A framed part of a page, with a heading of the second level where it has a title. */
export function Card({
  title,
  actions,
  children,
  element,
}: {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly element?: string | undefined;
}) {
  return (
    <section className="card" data-element={element}>
      {(title !== undefined || actions !== undefined) && (
        <div className="card-header">
          {title !== undefined && <h2 className="card-title">{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
