import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Json } from '../../engine/core/intent.ts';
import type { Parsed } from '../../fields/text/expected.ts';
import { unreadJson, unreadOf } from '../../fields/text/unreadable-text.ts';
import { type ControlProps, naming } from './control.ts';

/** How the text of a field is read and shown. */
export interface TextForm {
  readonly parse: (text: string) => Parsed;
  /** A value as it stands in the input. */
  readonly show: (value: Json) => string;
  /** A value as it stands there while one types; by default as it is shown. */
  readonly edit?: (value: Json) => string;
}

/** What a text becomes: its value, or the text itself, which stays in the input and is not sent. */
export function valueOfText(text: string, parse: TextForm['parse']): Json {
  const parsed = parse(text);
  return 'value' in parsed ? parsed.value : unreadJson({ text, expected: parsed.expected });
}

interface TypedProps {
  readonly props: ControlProps;
  readonly form: TextForm;
  readonly className?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
  readonly placeholder?: string | undefined;
  /** All of it is selected by coming here. */
  readonly isSelected?: boolean;
}

/** Text that is read as a value with each letter. While one types it stands as typed; left, it stands as the value does. */
export function TypedInput({ props, form, className = 'control', inputMode, placeholder, isSelected }: TypedProps) {
  const { value, onChange, onBlur } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const unread = unreadOf(value);
  const edited = () => unread?.text ?? (form.edit ?? form.show)(value);
  return (
    <input
      {...naming(props)}
      className={className}
      type="text"
      inputMode={inputMode}
      autoComplete="off"
      placeholder={placeholder}
      value={typed ?? unread?.text ?? form.show(value)}
      onFocus={({ currentTarget }) => {
        if (isSelected !== true) return;
        // Drawn at once, so that what was selected by coming here is selected still.
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
