import type { ChoiceOption } from './choice.tsx';
import { type ControlProps, naming } from './control.ts';
import { inputTexts } from './texts.ts';

/** The browser's own list. */
export function PlainList(props: ControlProps & { readonly options: readonly ChoiceOption[] }) {
  const { options, value, onChange, onBlur } = props;
  return (
    <select
      {...naming(props)}
      aria-labelledby={props.ariaLabel === undefined ? props.ids.label : undefined}
      className="control"
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      onBlur={onBlur}
    >
      <option value="">{inputTexts.choose}</option>
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
