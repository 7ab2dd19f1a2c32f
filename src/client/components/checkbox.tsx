import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Visible text beside the box. With `label` instead, only the accessible name is set. */
  readonly children?: ReactNode;
  readonly label?: string | undefined;
  /** Some, but not all, of the things that it stands for are checked. */
  readonly mixed?: boolean | undefined;
  readonly id?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** A checkbox. */
export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, children, label, mixed = false, invalid, autoFocus = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const made = useId();
  const id = props.id ?? made;
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = mixed;
  }, [mixed]);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  const box = (
    <span className="checkbox" data-mixed={mixed || undefined}>
      <input
        ref={input}
        type="checkbox"
        className="checkbox-input"
        id={id}
        checked={checked}
        aria-label={label}
        aria-labelledby={props.labelledBy}
        aria-describedby={props.describedBy}
        aria-invalid={invalid || undefined}
        aria-required={props.required || undefined}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={props.onBlur}
      />
      {mixed ? <Minus size={12} strokeWidth={3} aria-hidden /> : <Check size={12} strokeWidth={3} aria-hidden />}
    </span>
  );
  if (children === undefined) return box;
  return (
    <span className="checkbox-line">
      {box}
      <label htmlFor={id}>{children}</label>
    </span>
  );
}
