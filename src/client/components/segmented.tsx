import { X } from 'lucide-react';
import { focusWhenRendered } from '../components-base/focus-restore.ts';
import { messages } from '../languages/messages.ts';
import '../styles/inputs.css';

export interface SegmentedProps {
  /** Name of the radio group, unique on the page. */
  readonly name: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  /** Shows a button that clears the choice. */
  readonly clearable?: boolean | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** Radio buttons for a few short options, side by side. */
export function Segmented(props: SegmentedProps) {
  const { name, options, value, onChange, invalid, required, clearable = false } = props;
  return (
    <div
      className="segmented"
      role="radiogroup"
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur?.();
      }}
    >
      {options.map(({ id, label }, index) => (
        <label className="segment" key={id}>
          <input
            type="radio"
            className="segment-input"
            name={name}
            value={id}
            checked={value === id}
            ref={props.autoFocus === true && index === 0 ? focusWhenRendered : undefined}
            onChange={() => onChange(id)}
          />
          <span className="segment-label">{label}</span>
        </label>
      ))}
      {clearable && value !== null && (
        <button
          type="button"
          className="segment-clear"
          aria-label={messages.components.clear}
          onClick={() => onChange(null)}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
