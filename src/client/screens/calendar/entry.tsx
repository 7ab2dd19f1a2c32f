import type { ReactNode } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { Link } from '../../components/link.tsx';
import { fieldText } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { useView } from '../../view/view-context.tsx';

interface EntryProps {
  readonly record: WireRecord;
  /** The fields that the document states for the calendar. */
  readonly fields: readonly Attribute[];
  readonly children?: ReactNode;
}

/** A record in a calendar: its title, the non-empty stated fields, and `children`. */
export function Entry({ record, fields, children }: EntryProps) {
  const context = useView();
  const labelOf = useLabelOf();
  const { recordRoute } = context;
  const to = recordRoute(record._.entity, record.id);
  const title = record._.title === '' ? record.id : record._.title;
  const inside = (
    <>
      <bdi>{title}</bdi>
      {fields.map((attribute) => {
        const text = fieldText(context, attribute, record);
        if (text === '') return null;
        return (
          <span key={attribute.id} className="month-fact" data-element={attribute.id} title={labelOf(attribute.id)}>
            <span className="reader-only">{`, ${labelOf(attribute.id)}: `}</span>
            <bdi>{text}</bdi>
          </span>
        );
      })}
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
