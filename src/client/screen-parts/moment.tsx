import { serverNow } from '../platform/server-clock.ts';
import { timeAgo } from '../view/time-ago.ts';
import { useView } from '../view/view-context.tsx';

/** A relative time; the exact time is its tooltip and is printed. */
export function Moment({ at }: { readonly at: string }) {
  const { format } = useView();
  const time = Date.parse(at);
  if (Number.isNaN(time)) return null;
  const exact = format.instant(time);
  return (
    <time dateTime={at} title={exact} className="moment">
      <span className="moment-ago">{timeAgo(time, serverNow(), format.language)}</span>
      <span className="moment-exact"> {exact}</span>
    </time>
  );
}
