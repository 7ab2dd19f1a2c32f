import { ariaAttributes, type ControlProps } from '../input-parts/control.ts';
import { inputTexts } from '../texts/input-texts.ts';
import type { ChoiceOption } from './choice.tsx';

/** The browser's own list of options. */
export function NativeListInput(props: ControlProps & { readonly options: readonly ChoiceOption[] }) {
  const { options, value, onChange, onBlur } = props;
  return (
    <select
      {...ariaAttributes(props)}
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
