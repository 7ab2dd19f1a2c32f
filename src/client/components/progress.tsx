import '../styles/progress.css';

/** A progress bar. `share` is a fraction from 0 to 1. */
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
