import { CalendarDate, type DateValue, parseDate as parseIso } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useRef } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  DialogTrigger,
  Heading,
  Popover,
} from 'react-aria-components';
import { dateOf, parseDate, parseInstant, today as todayIn } from '../../fields/calendar/calendar.ts';
import { typedDate } from '../../fields/parse/parse-date.ts';
import { typedInstant } from '../../fields/parse/parse-instant.ts';
import type { ControlProps } from '../input-parts/control.ts';
import { valueOfText } from '../input-parts/typed-text.tsx';
import { zoneName } from '../input-parts/zone-name.ts';
import { messages } from '../languages/messages.ts';
import { page } from '../platform/page-settings.ts';
import { serverNow } from '../platform/server-clock.ts';
import { useView } from '../view/view-context.tsx';
import { PlainDateInput, useDateForm } from './plain-date.tsx';
import '../styles/overlays.css';

/** Columns are narrow: if a language's short weekday names are long, use letters. */
const daysAs = (
  ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07', '2026-11-08'] as const
)
  .map((day) => new Date(day).toLocaleDateString(page.tag, { weekday: 'short', timeZone: 'UTC' }))
  .some((name) => name.length > 5)
  ? 'narrow'
  : 'short';

/** Input for a date: typed or pasted as text, or picked from a calendar. */
export function DatePicker(props: ControlProps) {
  const { value, onChange } = props;
  const day = typeof value === 'string' ? parseDate(value) : null;
  return <Picker props={props} day={day} onDay={onChange} />;
}

/** Input for a date and a time in the document's time zone, wherever the person is. The calendar sets only the date. */
export function InstantPicker(props: ControlProps) {
  const { value, onChange } = props;
  const { format } = useView();
  const { parse } = useDateForm('date and time');
  const ms = typeof value === 'string' ? parseInstant(value) : null;
  const isElsewhere = new Intl.DateTimeFormat().resolvedOptions().timeZone !== format.zone;
  const zoneId = `${props.ids.control}-zone`;
  const describedBy = isElsewhere ? `${props.describedBy ?? ''} ${zoneId}`.trim() : props.describedBy;
  const pick = (day: string) => {
    const time = typeof value === 'string' && ms !== null ? timeIn(value, format) : '';
    onChange(valueOfText(`${typedDate(day, format.language)} ${time}`, parse));
  };
  return (
    <>
      <Picker props={{ ...props, describedBy }} day={ms === null ? null : dateOf(ms, format.zone)} onDay={pick} />
      {isElsewhere && (
        <span className="field-help" id={zoneId}>
          {messages.inputs.time({ zone: zoneName(format.zone) })}
        </span>
      )}
    </>
  );
}

interface PickerProps {
  readonly props: ControlProps;
  /** The date that is selected in the calendar. */
  readonly day: string | null;
  readonly onDay: (day: string) => void;
}

function Picker({ props, day, onDay }: PickerProps) {
  const { value, onChange, ariaLabel, label, required } = props;
  const { format } = useView();
  const group = useRef<HTMLDivElement>(null);
  return (
    <div className="date-picker">
      <div ref={group} className="control date-group" data-invalid={props.invalid || undefined}>
        <PlainDateInput {...props} className="combo-input date-input" />
        {value !== null && !required && (
          <button
            type="button"
            className="combo-clear"
            aria-label={messages.components.clear}
            onClick={() => onChange(null)}
          >
            <X size={14} aria-hidden />
          </button>
        )}
        <DialogTrigger>
          <Button className="combo-button" aria-label={`${messages.inputs.openCalendar}, ${ariaLabel ?? label}`}>
            <CalendarDays size={15} aria-hidden />
          </Button>
          <Popover className="popover calendar-popover" offset={4} triggerRef={group}>
            <Dialog className="calendar-dialog" aria-label={messages.inputs.openCalendar}>
              {({ close }) => (
                <Calendar
                  className="calendar"
                  firstDayOfWeek="mon"
                  value={day === null ? null : parseIso(day)}
                  defaultFocusedValue={parseIso(todayIn(serverNow(), format.zone))}
                  onChange={(next) => {
                    onDay(isoDay(next));
                    close();
                  }}
                >
                  <div className="calendar-header">
                    <Button slot="previous" className="icon-button" data-size="small" data-variant="quiet">
                      <ChevronLeft size={16} aria-hidden />
                    </Button>
                    <Heading className="calendar-title" />
                    <Button slot="next" className="icon-button" data-size="small" data-variant="quiet">
                      <ChevronRight size={16} aria-hidden />
                    </Button>
                  </div>
                  <CalendarGrid className="calendar-grid" weekdayStyle={daysAs}>
                    <CalendarGridHeader>
                      {(day) => <CalendarHeaderCell className="calendar-day">{day}</CalendarHeaderCell>}
                    </CalendarGridHeader>
                    <CalendarGridBody>
                      {(date) => <CalendarCell date={date} className="calendar-cell" />}
                    </CalendarGridBody>
                  </CalendarGrid>
                </Calendar>
              )}
            </Dialog>
          </Popover>
        </DialogTrigger>
      </div>
    </div>
  );
}

const isoDay = ({ year, month, day }: DateValue): string => new CalendarDate(year, month, day).toString();

/** Returns the time of day of an instant, as it is typed. */
function timeIn(instant: string, { language, zone }: { readonly language: string; readonly zone: string }): string {
  const ms = parseInstant(instant);
  const day = ms === null ? null : dateOf(ms, zone);
  return day === null
    ? ''
    : typedInstant(instant, { language, zone })
        .replace(typedDate(day, language), '')
        .replace(/^[\s,،]+/, '');
}
