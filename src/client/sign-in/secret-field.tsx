import { useId } from 'react';
import { describedBy, Field, type FieldFailure, fieldIds } from '../components/field.tsx';
import '../styles/inputs.css';

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Hint for password managers. */
  readonly autoComplete: 'username' | 'current-password' | 'new-password' | 'off';
  /** Hides the typed text. */
  readonly isSecret?: boolean;
  readonly failures?: readonly FieldFailure[];
  readonly help?: string;
  readonly autoFocus?: boolean;
}

/** A text input for a name or a password. Accepts autofill. */
export function SecretField(props: SecretFieldProps) {
  const { label, value, onChange, autoComplete, isSecret = false, failures = [], help, autoFocus = false } = props;
  const ids = fieldIds(useId());
  return (
    <Field label={label} ids={ids} failures={failures} help={help}>
      <input
        id={ids.control}
        className="control"
        type={isSecret ? 'password' : 'text'}
        name={autoComplete}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        // The page has no other purpose.
        autoFocus={autoFocus}
        aria-invalid={failures.length > 0 || undefined}
        aria-describedby={describedBy(ids, { help, failures })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
