import { messages } from '../languages/messages.ts';

/** Placeholder for rows that are loading. */
export function Skeleton({
  rows = 6,
  label = messages.components.loading,
}: {
  readonly rows?: number | undefined;
  readonly label?: string | undefined;
}) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div className="skeleton-row" key={index} aria-hidden="true">
          <span className="skeleton-bar" />
          <span className="skeleton-bar" />
          <span className="skeleton-bar" />
        </div>
      ))}
    </div>
  );
}
