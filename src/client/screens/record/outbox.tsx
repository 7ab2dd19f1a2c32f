import { useId } from 'react';
import { useOutbox } from '../../api/queries.ts';
import { type EntityInView, useView } from '../../view/view.tsx';
import { Moment } from './moment.tsx';
import { recordTexts } from './texts.ts';

/** What waits to leave because of this record, and for what. Nothing where nothing waits. */
export function Outbox({ entity, id }: { readonly entity: EntityInView; readonly id: string }) {
  const heading = useId();
  const { labelOf } = useView();
  const { data } = useOutbox(entity.name, id);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="record-outbox" aria-labelledby={heading}>
      <h2 id={heading}>{recordTexts.outbox}</h2>
      <ul>
        {data.items.map((item) => (
          <li key={item.id} data-element={item.decidedBy[0]?.element ?? item.call}>
            <strong data-element={item.call}>{nameOf(labelOf, item.call)}</strong> · {item.waiting}{' '}
            <span className="timeline-when">
              <Moment at={item.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The View leaves calls to the outside out: then the name stands in the id. */
function nameOf(labelOf: (element: string) => string, call: string): string {
  const label = labelOf(call);
  return label === call ? call.replace(/^call\//, '') : label;
}
