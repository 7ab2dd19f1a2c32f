import { messages } from '../../languages/messages.ts';

/** Shown instead of a figure that takes long to compute. */
export function StillCounting() {
  return (
    <p className="tile-note" role="status">
      {messages.dashboard.stillCounting}
    </p>
  );
}
