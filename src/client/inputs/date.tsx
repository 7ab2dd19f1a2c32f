import { lazy, Suspense } from 'react';
import { parseDate } from '../../fields/calendar.ts';
import { useView } from '../view/view.tsx';
import { type ControlProps, naming } from './control.ts';
import { instantOfTyped, typedOfInstant } from './instant.ts';
import { inputTexts } from './texts.ts';
import { useTyped } from './use-typed.ts';

/** Where the picker can't be loaded, one goes on typing. */
const DatePicker = lazy(() =>
  import('./date-picker.tsx').then(
    (each) => ({ default: each.DatePicker }),
    () => ({ default: PlainDate }),
  ),
);
const InstantPicker = lazy(() =>
  import('./date-picker.tsx').then(
    (each) => ({ default: each.InstantPicker }),
    () => ({ default: PlainInstant }),
  ),
);

/** A day of the calendar. */
export function DateInput(props: ControlProps) {
  return (
    <Suspense fallback={<PlainDate {...props} />}>
      <DatePicker {...props} />
    </Suspense>
  );
}

/** A date and a time of day, on the clocks of the document's zone. */
export function InstantInput(props: ControlProps) {
  return (
    <Suspense fallback={<PlainInstant {...props} />}>
      <InstantPicker {...props} />
    </Suspense>
  );
}

function PlainDate(props: ControlProps) {
  const { value, onChange, onBlur } = props;
  const [typed, type, leave] = useTyped(typeof value === 'string' ? value : '', (text) =>
    onChange(parseDate(text.trim()) ?? text),
  );
  return (
    <input
      {...naming(props)}
      className="control"
      type="text"
      autoComplete="off"
      placeholder={inputTexts.datePlaceholder}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={() => leave(onBlur)}
    />
  );
}

function PlainInstant(props: ControlProps) {
  const { value, onChange, onBlur } = props;
  const { zone } = useView().format;
  const [typed, type, leave] = useTyped(typeof value === 'string' ? typedOfInstant(value, zone) : '', (text) =>
    onChange(instantOfTyped(text, zone)),
  );
  return (
    <input
      {...naming(props)}
      className="control"
      type="text"
      autoComplete="off"
      placeholder={inputTexts.instantPlaceholder}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={() => leave(onBlur)}
    />
  );
}
