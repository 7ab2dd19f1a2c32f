import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { WireRecord } from '../../../engine/wire.ts';
import { Link } from '../../parts/link.tsx';
import { keyInLine } from '../../view/direction.ts';
import { useView } from '../../view/view.tsx';
import { dayMoved, monthMoved } from './month.ts';
import { calendarTexts } from './texts.ts';

interface MonthProps {
  readonly label: string;
  readonly month: string;
  readonly weeks: readonly (readonly string[])[];
  readonly placed: ReadonlyMap<string, readonly WireRecord[]>;
  readonly today: string;
  /** The day that Tab comes to, and that keys move from where no day has the focus. */
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** More entries than these on a day are shown when they are asked for. */
const MOST = 3;

/** A month as a grid: arrows go from day to day, Page Up and Page Down from month to month, Enter into the day. */
export function Month({ label, month, weeks, placed, today, day, onDay }: MonthProps) {
  const { format } = useView();
  const grid = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const [open, setOpen] = useState<string | null>(null);
  const focus = (on: string, inside = '') =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${on}"]${inside}`)?.focus();
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    focus(day);
  }, [day]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget && !(event.target as HTMLElement).matches('[data-day]')) {
      if (event.key === 'Escape')
        focus((event.target as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset['day'] ?? day);
      return;
    }
    const from = (event.target as HTMLElement).dataset['day'] ?? day;
    const next = keyed(keyInLine(event.key), from, month);
    if (event.key === 'Enter') {
      focus(from, ' :is(a, button)');
      event.preventDefault();
    }
    if (next === null) return;
    event.preventDefault();
    if (next === day) focus(next);
    else {
      moved.current = true;
      onDay(next);
    }
  };
  const [first = []] = weeks;
  return (
    <div ref={grid} className="month" role="grid" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
      <div role="row" className="month-week" tabIndex={-1}>
        {first.map((each) => (
          <div key={each} role="columnheader" className="month-weekday" tabIndex={-1}>
            {weekdayName(each, format.language)}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className="month-week" tabIndex={-1}>
          {week.map((each) => {
            const records = placed.get(each) ?? [];
            const isOpen = open === each;
            const shown = isOpen ? records : records.slice(0, MOST);
            return (
              <div
                role="gridcell"
                key={each}
                className="month-day"
                data-day={each}
                data-outside={!each.startsWith(month) || undefined}
                aria-current={each === today ? 'date' : undefined}
                tabIndex={each === day ? 0 : -1}
              >
                <span className="reader-only">{calendarTexts.onDay(format.date(each), records.length)}</span>
                <time dateTime={each} aria-hidden>
                  {Number(each.slice(8))}
                </time>
                {shown.map((record) => (
                  <Entry key={record.id} record={record} />
                ))}
                {records.length > MOST && (
                  <button
                    type="button"
                    className="month-more"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? null : each)}
                  >
                    {isOpen ? calendarTexts.fewer : calendarTexts.more(records.length - MOST)}
                  </button>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** A record on a day, by its title. */
export function Entry({ record }: { readonly record: WireRecord }) {
  const { recordRoute } = useView();
  const to = recordRoute(record._.entity, record.id);
  const title = record._.title === '' ? record.id : record._.title;
  if (to === null) return <span className="month-entry">{title}</span>;
  return (
    <Link look="bare" to={to} className="month-entry">
      {title}
    </Link>
  );
}

function keyed(key: string, day: string, month: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return dayMoved(day, -1);
    case 'ArrowRight':
      return dayMoved(day, 1);
    case 'ArrowUp':
      return dayMoved(day, -7);
    case 'ArrowDown':
      return dayMoved(day, 7);
    case 'PageUp':
      return `${monthMoved(month, -1)}-01`;
    case 'PageDown':
      return `${monthMoved(month, 1)}-01`;
    default:
      return null;
  }
}

const weekdayName = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`));
