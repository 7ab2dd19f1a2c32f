import type { WireRecord } from '../../../engine/wire.ts';
import { useView } from '../../view/view.tsx';
import { Entry } from './days.tsx';
import { calendarTexts } from './texts.ts';

interface AgendaProps {
  readonly days: readonly string[];
  readonly placed: ReadonlyMap<string, readonly WireRecord[]>;
  readonly today: string;
  readonly isReady: boolean;
}

/** A month on a phone: the days that something stands on, one below the other. */
export function Agenda({ days, placed, today, isReady }: AgendaProps) {
  const { format } = useView();
  const filled = days.filter((day) => (placed.get(day) ?? []).length > 0);
  if (filled.length === 0) return <p className="month-note">{isReady ? calendarTexts.nothing : ''}</p>;
  return (
    <ol className="agenda">
      {filled.map((day) => (
        <li key={day} className="agenda-day" data-today={day === today || undefined}>
          <h3>
            <time dateTime={day}>{format.date(day)}</time>
          </h3>
          <ul>
            {(placed.get(day) ?? []).map((record) => (
              <li key={record.id}>
                <Entry record={record} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
