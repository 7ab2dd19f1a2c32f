import { Check, ChevronsUpDown } from 'lucide-react';
import { Select as AriaSelect, Button, ListBox, ListBoxItem, Popover, SelectValue, Text } from 'react-aria-components';
import type { Tone } from '../../model/types/tone.ts';
import { messages } from '../languages/messages.ts';
import '../styles/overlays.css';
import '../styles/inputs.css';

export interface SelectOption {
  readonly id: string;
  readonly label: string;
  /** Tone of the dot before the label. */
  readonly tone?: Tone | undefined;
}

export interface SelectProps {
  readonly options: readonly SelectOption[];
  /** Null: nothing is chosen. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** The accessible name, if there is no visible label. */
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Label of the first entry, which clears the choice. If missing, the choice can't be cleared. */
  readonly none?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly id?: string | undefined;
  readonly size?: 'small' | 'normal' | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** Chooses one of several options from a list. */
export function Select(props: SelectProps) {
  const { options, value, onChange, none, invalid = false, required = false, size = 'normal' } = props;
  // Keys are indices, so that no option's id can equal `none`.
  const index = options.findIndex(({ id }) => id === value);
  return (
    <AriaSelect
      {...(props.id === undefined ? {} : { id: props.id })}
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
      {...(props.labelledBy === undefined ? {} : { 'aria-labelledby': props.labelledBy })}
      {...(props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy })}
      className="select"
      data-size={size}
      value={index === -1 ? null : String(index)}
      onChange={(key) => onChange(key === null || key === 'none' ? null : (options[Number(key)]?.id ?? null))}
      placeholder={props.placeholder ?? messages.components.choose}
      isInvalid={invalid}
      isRequired={required}
      validationBehavior="aria"
      autoFocus={props.autoFocus ?? false}
      onBlur={() => props.onBlur?.()}
    >
      <Button className="control select-button" aria-invalid={invalid || undefined}>
        <SelectValue className="select-value" />
        <ChevronsUpDown size={14} aria-hidden className="select-arrows" />
      </Button>
      <Popover className="popover select-popover" offset={4}>
        <ListBox className="list-box">
          {none !== undefined && (
            <ListBoxItem id="none" textValue={none} className="option" data-none>
              <span className="option-check" />
              <Text slot="label">{none}</Text>
            </ListBoxItem>
          )}
          {options.map(({ id, label, tone }, at) => (
            <ListBoxItem key={id} id={String(at)} textValue={label} className="option">
              <Check size={14} aria-hidden className="option-check" />
              {tone !== undefined && <span className="dot" data-tone={tone} aria-hidden="true" />}
              <Text slot="label">{label}</Text>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
