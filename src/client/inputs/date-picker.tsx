import { CalendarDate, CalendarDateTime, parseDate as parseIso } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import {
  DatePicker as AriaDatePicker,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DateSegment,
  type DateValue,
  Dialog,
  Group,
  Heading,
  Popover,
} from 'react-aria-components';
import { parseDate, today as todayIn } from '../../fields/calendar.ts';
import { serverNow } from '../api/clock.ts';
import { page } from '../languages/page.ts';
import { partTexts } from '../parts/texts.ts';
import { useView } from '../view/view.tsx';
import type { ControlProps } from './control.ts';
import { instantText, wallClockOf } from './instant.ts';
import { inputTexts } from './texts.ts';
import '../styles/overlays.css';

/** Columns are narrow: where the short names of days are whole words, each day is said by its letter. */
const daysAs = (
  ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07', '2026-11-08'] as const
)
  .map((day) => new Date(day).toLocaleDateString(page.tag, { weekday: 'short', timeZone: 'UTC' }))
  .some((name) => name.length > 5)
  ? 'narrow'
  : 'short';

/** A day, typed part by part in the order of the language, or picked from a calendar. */
export function DatePicker(props: ControlProps) {
  const { value, onChange } = props;
  const { zone } = useView().format;
  const day = typeof value === 'string' ? parseDate(value) : null;
  return (
    <Picker
      props={props}
      granularity="day"
      value={day === null ? null : parseIso(day)}
      placeholder={parseIso(todayIn(serverNow(), zone))}
      onChange={(next) => onChange(next === null ? null : isoDay(next))}
    />
  );
}

/** A day and a time on the clocks of the document's zone, wherever the person is. */
export function InstantPicker(props: ControlProps) {
  const { value, onChange } = props;
  const { zone } = useView().format;
  const clock = typeof value === 'string' ? wallClockOf(value, zone) : null;
  const today = parseIso(todayIn(serverNow(), zone));
  const isElsewhere = new Intl.DateTimeFormat().resolvedOptions().timeZone !== zone;
  const zoneId = `${props.ids.control}-zone`;
  const describedBy = isElsewhere ? `${props.describedBy ?? ''} ${zoneId}`.trim() : props.describedBy;
  return (
    <>
      <Picker
        props={{ ...props, describedBy }}
        granularity="minute"
        value={clock === null ? null : onClock(parseIso(clock.date), clock.hour, clock.minute)}
        placeholder={onClock(today, 9, 0)}
        onChange={(next) => onChange(next === null ? null : instantIn(next, zone))}
      />
      {isElsewhere && (
        <span className="field-help" id={zoneId}>
          {inputTexts.time(zone)}
        </span>
      )}
    </>
  );
}

interface PickerProps {
  readonly props: ControlProps;
  readonly granularity: 'day' | 'minute';
  readonly value: DateValue | null;
  readonly placeholder: DateValue;
  readonly onChange: (value: DateValue | null) => void;
}

function Picker({ props, granularity, value, placeholder, onChange }: PickerProps) {
  const { ids, ariaLabel, describedBy, invalid, required, autoFocus, onBlur } = props;
  return (
    <AriaDatePicker
      {...(ariaLabel === undefined ? { 'aria-labelledby': ids.label } : { 'aria-label': ariaLabel })}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      className="date-picker"
      granularity={granularity}
      hideTimeZone
      shouldForceLeadingZeros
      value={value}
      placeholderValue={placeholder}
      onChange={onChange}
      onBlur={onBlur}
      isInvalid={invalid}
      isRequired={required}
      validationBehavior="aria"
      autoFocus={autoFocus}
    >
      <Group className="control date-group">
        <DateInput className="date-input">
          {(segment) => <DateSegment segment={segment} className="date-segment" />}
        </DateInput>
        {value !== null && !required && (
          <button type="button" className="combo-clear" aria-label={partTexts.clear} onClick={() => onChange(null)}>
            <X size={14} aria-hidden />
          </button>
        )}
        <Button className="combo-button">
          <CalendarDays size={15} aria-hidden />
        </Button>
      </Group>
      <Popover className="popover calendar-popover" offset={4}>
        <Dialog className="calendar-dialog" aria-label={inputTexts.openCalendar}>
          <Calendar className="calendar" firstDayOfWeek="mon">
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
              <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar-cell" />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

const onClock = ({ year, month, day }: CalendarDate, hour: number, minute: number) =>
  new CalendarDateTime(year, month, day, hour, minute);

const isoDay = ({ year, month, day }: DateValue): string => new CalendarDate(year, month, day).toString();

function instantIn(value: DateValue, zone: string): string | null {
  const { hour, minute } = 'hour' in value ? value : { hour: 0, minute: 0 };
  return instantText({ date: isoDay(value), hour, minute }, zone);
}
