import { parseDate } from '../../fields/calendar.ts';
import { useView } from '../view/view.tsx';
import { type ControlProps, naming } from './control.ts';
import { instantOfTyped, typedOfInstant } from './instant.ts';
import { inputTexts } from './texts.ts';
import { useTyped } from './use-typed.ts';

/** A day, typed as text. */
export function PlainDate(props: ControlProps) {
  const { value, onChange, onBlur } = props;
  const [typed, type, leave] = useTyped(typeof value === 'string' ? value : '', (text) =>
    onChange(parseDate(text.trim()) ?? text),
  );
  return (
    <input
      {...naming(props)}
      aria-labelledby={props.ariaLabel === undefined ? props.ids.label : undefined}
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

/** A day and a time on the clocks of the document's zone, typed as text. */
export function PlainInstant(props: ControlProps) {
  const { value, onChange, onBlur } = props;
  const { zone } = useView().format;
  const [typed, type, leave] = useTyped(typeof value === 'string' ? typedOfInstant(value, zone) : '', (text) =>
    onChange(instantOfTyped(text, zone)),
  );
  return (
    <input
      {...naming(props)}
      aria-labelledby={props.ariaLabel === undefined ? props.ids.label : undefined}
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
