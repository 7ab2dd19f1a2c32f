import { Checkbox } from '../components/checkbox.tsx';
import type { ControlProps } from '../input-parts/control.ts';

/** Input for yes or no. A value that is not set looks like no, and is sent as null. */
export function CheckboxInput(props: ControlProps) {
  const { value, onChange, ids, ariaLabel } = props;
  return (
    <Checkbox
      id={ids.control}
      label={ariaLabel}
      checked={value === true}
      onChange={onChange}
      describedBy={props.describedBy}
      invalid={props.invalid}
      required={props.required}
      onBlur={props.onBlur}
      autoFocus={props.autoFocus}
    />
  );
}
