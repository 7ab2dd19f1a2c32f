import '../styles/progress.css';

/** How much of something is done: `share` from 0 to 1. */
export function Progress({ share, label }: { readonly share: number; readonly label: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className="progress-bar" style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
