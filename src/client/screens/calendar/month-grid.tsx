import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { messages } from '../../languages/messages.ts';
import { keyInLine } from '../../view/text-direction.ts';
import { useView } from '../../view/view-context.tsx';
import { Entry } from './entry.tsx';
import { addDays, addMonths, barsOf, type RecordDays, rangeText, type WeekBar } from './month.ts';

interface MonthProps {
  readonly label: string;
  readonly month: string;
  readonly weeks: readonly (readonly string[])[];
  readonly stretches: readonly RecordDays<WireRecord>[];
  readonly fields: readonly Attribute[];
  readonly today: string;
  /** The tab stop, from which keys move if no day has the focus. */
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** Maximum number of lanes of a week until it is expanded. */
const MAX_LANES = 3;

/** A month as a grid. Arrows move by day, Page Up and Page Down by month; Enter moves into the day, Escape out of it. */
export function Month({ label, month, weeks, stretches, fields, today, day, onDay }: MonthProps) {
  const { format } = useView();
  const bars = useMemo(() => weeks.map((week) => barsOf(week, stretches)), [weeks, stretches]);
  const grid = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const [open, setOpen] = useState<string | null>(null);
  /** The day that was left with Enter, for Escape to return to. */
  const left = useRef<string>(null);
  const focus = (on: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${on}"]`)?.focus();
  const enter = (on: string) => {
    left.current = on;
    const inside = [`[data-covers~="${on}"] a`, `[data-day="${on}"] button`];
    for (const each of inside) {
      const found = grid.current?.querySelector<HTMLElement>(each);
      if (found) return found.focus();
    }
  };
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    focus(day);
  }, [day]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget && !(event.target as HTMLElement).matches('[data-day]')) {
      if (event.key === 'Escape') focus(dayAround(event.target as HTMLElement, left.current) ?? day);
      return;
    }
    const from = (event.target as HTMLElement).dataset['day'] ?? day;
    const next = dayForKey(keyInLine(event.key), from, month);
    if (event.key === 'Enter') {
      enter(from);
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
      {weeks.map((week, index) => (
        <div key={week[0]} role="row" className="month-week" tabIndex={-1}>
          {week.map((each) => (
            <Day
              key={each}
              day={each}
              month={month}
              week={week}
              bars={bars[index] ?? []}
              fields={fields}
              isToday={each === today}
              isTabStop={each === day}
              isOpen={open === week[0]}
              onOpen={(isOpen) => setOpen(isOpen ? (week[0] ?? null) : null)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface DayProps {
  readonly day: string;
  readonly month: string;
  readonly week: readonly string[];
  readonly bars: readonly WeekBar<WireRecord>[];
  readonly fields: readonly Attribute[];
  readonly isToday: boolean;
  readonly isTabStop: boolean;
  /** Whether all lanes are shown. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** A day with its bars. A bar is rendered in its first day of the week and extends over the others. */
function Day({ day, month, week, bars, fields, isToday, isTabStop, isOpen, onOpen }: DayProps) {
  const { format } = useView();
  const index = week.indexOf(day);
  const own = bars.filter(({ start, days }) => start <= index && index < start + days);
  const shown = own.filter(({ lane }) => isOpen || lane < MAX_LANES);
  const lanes = Math.max(0, ...shown.map(({ lane }) => lane + 1));
  const more = own.filter(({ lane }) => lane >= MAX_LANES).length;
  return (
    <div
      role="gridcell"
      className="month-day"
      data-day={day}
      data-outside={!day.startsWith(month) || undefined}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={isTabStop ? 0 : -1}
    >
      <span className="reader-only">{messages.calendar.onDay({ date: format.date(day), count: own.length })}</span>
      <time dateTime={day} aria-hidden>
        {Number(day.slice(8))}
      </time>
      {Array.from({ length: lanes }, (_, lane) => {
        const bar = shown.find((each) => each.lane === lane);
        return (
          <div key={lane} className="month-lane">
            {bar !== undefined &&
              (bar.start === index ? (
                <BarOverDays bar={bar} fields={fields} week={week} year={month.slice(0, 4)} />
              ) : (
                <span className="reader-only">{bar.record._.title}</span>
              ))}
          </div>
        );
      })}
      {more > 0 && (
        <button type="button" className="month-more" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {isOpen ? messages.calendar.fewer : messages.calendar.more({ count: more })}
        </button>
      )}
    </div>
  );
}

interface OverDaysProps {
  readonly bar: WeekBar<WireRecord>;
  readonly fields: readonly Attribute[];
  readonly week: readonly string[];
  readonly year: string;
}

/** A record over its days in a week. An end outside the week is drawn open. */
function BarOverDays({ bar, fields, week, year }: OverDaysProps) {
  const { format } = useView();
  const { record, from, last, start, days } = bar;
  const begins = from === week[start];
  const ends = last === week[start + days - 1];
  return (
    <div
      className="month-bar-over"
      data-covers={week.slice(start, start + days).join(' ')}
      data-before={!begins || undefined}
      data-after={!ends || undefined}
      style={{ '--days': days } as CSSProperties}
    >
      <Entry record={record} fields={fields}>
        {from !== last && <span className="reader-only">, {rangeText(bar, year, format.language)}</span>}
      </Entry>
    </div>
  );
}

/** Returns the day for Escape to focus from an entry: the day that was left, if the entry covers it, else the entry's first day. */
function dayAround(at: HTMLElement, came: string | null): string | null {
  const covers = at.closest<HTMLElement>('[data-covers]')?.dataset['covers']?.split(' ') ?? [];
  if (came !== null && covers.includes(came)) return came;
  return at.closest<HTMLElement>('[data-day]')?.dataset['day'] ?? null;
}

function dayForKey(key: string, day: string, month: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return `${addMonths(month, -1)}-01`;
    case 'PageDown':
      return `${addMonths(month, 1)}-01`;
    default:
      return null;
  }
}

const weekdayName = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`));
