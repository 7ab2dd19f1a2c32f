import type { ReactNode } from 'react';
import type { WireRecord } from '../../../engine/wire.ts';
import { Link } from '../../parts/link.tsx';
import { useView } from '../../view/view.tsx';

/** A record in a calendar, by its title, and what is said beside it. */
export function Entry({ record, children }: { readonly record: WireRecord; readonly children?: ReactNode }) {
  const { recordRoute } = useView();
  const to = recordRoute(record._.entity, record.id);
  const title = record._.title === '' ? record.id : record._.title;
  const inside = (
    <>
      <bdi>{title}</bdi>
      {children}
    </>
  );
  if (to === null) return <span className="month-entry">{inside}</span>;
  return (
    <Link look="bare" to={to} className="month-entry">
      {inside}
    </Link>
  );
}
