import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { Entry } from './entry.tsx';
import { type RecordDays, rangeText } from './month.ts';

interface AgendaProps {
  readonly month: string;
  readonly days: readonly string[];
  readonly stretches: readonly RecordDays<WireRecord>[];
  readonly fields: readonly Attribute[];
  readonly today: string;
  readonly isReady: boolean;
}

/**
 * A month on a phone: a list of the days on which a record begins. A record of several days is listed once, with its
 * range; one that began before the month is listed on the first day.
 */
export function Agenda({ month, days, stretches, fields, today, isReady }: AgendaProps) {
  const { format } = useView();
  const [first = ''] = days;
  const begun = (day: string) =>
    stretches.filter(({ from, last }) => from === day || (day === first && from < first && last >= first));
  const filled = days.filter((day) => begun(day).length > 0);
  if (filled.length === 0) return <p className="month-note">{isReady ? messages.calendar.nothing : ''}</p>;
  return (
    <ol className="agenda">
      {filled.map((day) => (
        <li key={day} className="agenda-day" data-today={day === today || undefined}>
          <h3>
            <time dateTime={day}>{format.date(day)}</time>
          </h3>
          <ul>
            {begun(day).map((stretch) => (
              <li key={stretch.record.id}>
                <Entry record={stretch.record} fields={fields}>
                  {stretch.from !== stretch.last && (
                    <span className="agenda-range"> {rangeText(stretch, month.slice(0, 4), format.language)}</span>
                  )}
                </Entry>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
