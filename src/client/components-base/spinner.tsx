/** A spinner; `label` tells screen readers what is in progress. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <span className="spinner" role="img" aria-label={label}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <circle className="spinner-track" cx="8" cy="8" r="6.25" />
        <path className="spinner-arc" d="M8 1.75a6.25 6.25 0 0 1 6.25 6.25" />
      </svg>
    </span>
  );
}
