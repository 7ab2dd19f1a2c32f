import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { messages } from '../../languages/messages.ts';
import { useLabelOf } from '../../view/labels.ts';
import type { EntityInView } from '../../view/view-context.tsx';
import { correctableFailures, type EventOffer } from './events.ts';

interface CorrectableFailuresProps {
  readonly entity: EntityInView;
  readonly record: WireRecord;
  readonly offers: readonly EventOffer[];
  readonly onEdit: (field: string) => void;
}

/** Lists what the person can correct in the record so that an event may be raised, with links to the fields. */
export function CorrectableFailures({ entity, record, offers, onEdit }: CorrectableFailuresProps) {
  const labelOf = useLabelOf();
  const all = offers.flatMap((offer) =>
    correctableFailures(offer, record).map((one) => ({ ...one, label: offer.label })),
  );
  if (all.length === 0) return null;
  return (
    <ul className="hindrances" aria-label={messages.record.before}>
      {all.map(({ event, label, message, next, element, field }) => (
        <li key={`${event} ${field} ${message}`} data-element={element ?? undefined}>
          <strong>{label}:</strong> {message} {next}{' '}
          <button type="button" className="form-link" onClick={() => onEdit(field)}>
            {messages.record.goTo({ label: labelOf(entity.attributes.get(field)?.id ?? field) })}
          </button>
        </li>
      ))}
    </ul>
  );
}
