import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Json } from '../../engine/core/intent.ts';
import type { Parsed } from '../../fields/text/expected.ts';
import { unreadableTextJson, unreadableTextOf } from '../../fields/text/unreadable-text.ts';
import { ariaAttributes, type ControlProps } from './control.ts';

/** How the text of a field is parsed and shown. */
export interface TextForm {
  readonly parse: (text: string) => Parsed;
  /** Formats a value for display. */
  readonly show: (value: Json) => string;
  /** Formats a value for editing; by default like `show`. */
  readonly edit?: (value: Json) => string;
}

/**
 * Parses text to a value. Text that can't be parsed is kept as unread text, which stays in the input and is not sent.
 */
export function valueOfText(text: string, parse: TextForm['parse']): Json {
  const parsed = parse(text);
  return 'value' in parsed ? parsed.value : unreadableTextJson({ text, expected: parsed.expected });
}

interface TypedProps {
  readonly props: ControlProps;
  readonly form: TextForm;
  readonly className?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
  readonly placeholder?: string | undefined;
  /** Selects all text on focus. */
  readonly isSelected?: boolean;
}

/**
 * A text input that parses its text on each change. While it has the focus it shows the typed text, otherwise the
 * formatted value.
 */
export function TypedInput({ props, form, className = 'control', inputMode, placeholder, isSelected }: TypedProps) {
  const { value, onChange, onBlur } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const unread = unreadableTextOf(value);
  const edited = () => unread?.text ?? (form.edit ?? form.show)(value);
  return (
    <input
      {...ariaAttributes(props)}
      className={className}
      type="text"
      inputMode={inputMode}
      autoComplete="off"
      placeholder={placeholder}
      value={typed ?? unread?.text ?? form.show(value)}
      onFocus={({ currentTarget }) => {
        if (isSelected !== true) return;
        // Rendered synchronously, so that the selection made on focus is kept.
        flushSync(() => setTyped(edited()));
        currentTarget.select();
      }}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(valueOfText(target.value, form.parse));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
    />
  );
}
